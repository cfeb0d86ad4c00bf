import {
  DOCUMENT_TYPES,
  findKycOutcome,
  readDocumentNumber,
  sandboxDocuments,
  sandboxOutcomeOf,
  TESTING_SECTIONS,
  usualMethodOf,
  type DocumentType,
  type SandboxOutcome,
  type TestingRow,
} from '#contracts';
import { replay } from '#decider';
import { recordStep, verificationDecider } from '../../../test/verification-decider';
import { ASKED, NOW_MS } from '../../../test/verification-histories';
import { DEFAULT_VERIFICATION_RULES } from '../../verification/decide/rules';
import type { ProviderStep } from '../../verification/decide/step';
import { checkSandboxOtp, sandboxFetch, sandboxStart, sandboxSubmit, type SandboxRequest } from './sandbox';

const decider = verificationDecider(DEFAULT_VERIFICATION_RULES);

function requestFor(documentType: DocumentType, outcome: SandboxOutcome, verifyAddress = false): SandboxRequest {
  const terms = { documentType, method: usualMethodOf(documentType), verifyAddress, customerName: null, details: {} };
  return { verificationId: 'kyc_1', terms, outcome, nowMs: NOW_MS, publicUrl: 'http://localhost:4000' };
}

/** Status and reason of a new verification after the steps of the provider. */
function resultOf(...[first, ...later]: [ProviderStep, ...ProviderStep[]]): [status: string, reason: string | null] {
  const context = { nowMs: NOW_MS };
  const created = decider.decide({ type: 'kyc.create', payload: ASKED, step: first }, decider.initialState, context);
  let events = created.accepted ? [...created.events] : [];
  for (const step of later) {
    const state = replay(decider, events);
    const tries = 'tries' in state ? state.tries : 0;
    const decision = decider.decide(recordStep(tries, step), state, context);
    events = decision.accepted ? [...events, ...decision.events] : events;
  }
  const state = replay(decider, events);
  return [state.status, 'reason' in state ? state.reason : null];
}

function expectRow(type: DocumentType, outcome: SandboxOutcome, row: TestingRow): void {
  const providerRequest = requestFor(type, outcome);
  expect(resultOf(sandboxStart(providerRequest))).toEqual([row.status, row.reason]);
  for (const { status, reason } of row.then)
    expect(resultOf(sandboxStart(providerRequest), sandboxFetch(providerRequest))).toEqual([status, reason]);
}

const sectionOf = (id: string) => TESTING_SECTIONS.find((section) => section.id === id)!;
const rowsOf = (id: string): [string, TestingRow][] =>
  sectionOf(id).rows.flatMap((row) => row.values.map((value): [string, TestingRow] => [value, row]));

describe.each(DOCUMENT_TYPES.filter((type) => sandboxDocuments(type).length > 0))('the testing page, numbers of %s', (type) => {
  it.each(rowsOf(`kyc-${type}`))('%s does what its row says', (number, row) => {
    const { details } = sandboxDocuments(type).find((document) => document.number === number)!;
    const verdict = readDocumentNumber(type, number);
    if ('problem' in verdict) throw new Error(`${number}: ${verdict.problem}`);
    const outcome = sandboxOutcomeOf(type, verdict.document, details?.['ifsc'] ?? null);
    expectRow(type, outcome, row);
    if (row.note?.startsWith('with `verify_address`')) {
      expect(resultOf(sandboxStart(requestFor(type, outcome, true)))).toEqual(['failed', 'address_mismatch']);
    }
  });
});

it.each(rowsOf('kyc-outcomes'))('the testing page: metadata.sandbox_outcome %s does what its row says', (word, row) => {
  expectRow('aadhaar', findKycOutcome(word, { documentType: 'aadhaar', method: 'otp' })!, row);
});

it.each(rowsOf('kyc-otp'))('the testing page: the one-time password %s does what its row says', (value, row) => {
  const providerRequest = requestFor('aadhaar', 'otp_required');
  const isLast = value.endsWith('3 times');
  const answers = isLast ? ['424242', '424242', '999999'] : [value];
  const steps = answers.map((otp) => sandboxSubmit(providerRequest, checkSandboxOtp(otp)));
  expect(resultOf(sandboxStart(providerRequest), ...steps)).toEqual([row.status, row.reason]);
});
