import { findKycOutcome, KYC_OUTCOME_WORDS, readDocumentNumber, sandboxOutcomeOf, usualMethodOf, type DocumentType } from '#contracts';
import { replay } from '#decider';
import { verificationDecider } from '../../../test/verification-decider';
import { ASKED, NOW_MS } from '../../../test/verification-histories';
import { DEFAULT_VERIFICATION_RULES } from '../../verification/decide/rules';
import type { ProviderStep } from '../../verification/decide/step';
import type { VerificationState } from '../../verification/state';
import { checkSandboxOtp, sandboxFetch, sandboxStart, sandboxSubmit, type SandboxRequest } from './sandbox';
import vectors from './vectors.json';

const decider = verificationDecider(DEFAULT_VERIFICATION_RULES);

function requestFor(type: DocumentType, number: string, more: { ifsc?: string; verifyAddress?: boolean } = {}): SandboxRequest {
  const verdict = readDocumentNumber(type, number);
  if ('problem' in verdict) throw new Error(`${number}: ${verdict.problem}`);
  const outcome = sandboxOutcomeOf(type, verdict.document, more.ifsc ?? null);
  const terms = {
    documentType: type,
    method: usualMethodOf(type),
    verifyAddress: more.verifyAddress ?? false,
    customerName: null,
    details: {},
  };
  return { verificationId: 'kyc_1', terms, outcome, nowMs: NOW_MS, publicUrl: 'http://localhost:4000' };
}

function stateAfter(step: ProviderStep): VerificationState {
  const decision = decider.decide({ type: 'kyc.create', payload: ASKED, step }, decider.initialState, { nowMs: NOW_MS });
  return replay(decider, decision.accepted ? decision.events : []);
}

const seen = (state: VerificationState) => ({ status: state.status, reason_code: 'reason' in state ? state.reason : null });

interface Vector {
  number: string;
  status: string;
  reason_code: string | null;
  ifsc?: string;
}

const rows = (Object.entries(vectors) as [DocumentType, unknown][]).flatMap(([type, listed]) =>
  (listed as (Vector & { account_number?: string })[]).map((vector) => ({
    type,
    ...vector,
    number: vector.account_number ?? vector.number,
  })),
);

describe('the numbers of the table', () => {
  it('are all there', () => expect(rows.length).toBeGreaterThan(70));

  it.each(rows)('$type $number is $status ($reason_code)', ({ type, number, status, reason_code, ifsc }) => {
    const verifyAddress = reason_code === 'address_mismatch';
    const step = sandboxStart(requestFor(type, number, { verifyAddress, ...(ifsc && { ifsc }) }));
    expect(seen(stateAfter(step))).toEqual({ status, reason_code });
  });

  it.each(rows.filter((row) => 'then' in row && typeof row.then === 'object' && 'after_s' in (row.then as object)))(
    '$type $number is verified after ten seconds',
    ({ type, number, ifsc }) => {
      const providerRequest = requestFor(type, number, { ...(ifsc && { ifsc }) });
      expect(sandboxStart(providerRequest)).toMatchObject({ kind: 'pending', checkAtMs: NOW_MS + 10_000 });
      expect(sandboxFetch(providerRequest)).toMatchObject({ kind: 'passed' });
    },
  );
});

describe('numbers outside the table', () => {
  it.each(['1234-5678-9012', '0123 4567 8901'])('the placeholder %s is verified', (number) => {
    expect(sandboxStart(requestFor('aadhaar', number)).kind).toBe('passed');
  });
  it('a mistyped number makes a failed verification with the check as its reason', () => {
    expect(sandboxStart(requestFor('aadhaar', '999900010000'))).toMatchObject({ kind: 'failed', reason: 'invalid_checksum' });
  });
  it('an account of another bank is none of the series', () => {
    expect(sandboxStart(requestFor('bank_account', '00000000000021', { ifsc: 'HDFC0000001' })).kind).toBe('passed');
  });
  it.each(['llpin', 'vpa'] as const)('every well-formed %s is verified', (type) => {
    expect(sandboxStart(requestFor(type, type === 'vpa' ? 'asha@upi' : 'AAA-0001')).kind).toBe('passed');
  });
});

it('an address that differs matters only to those who asked for it', () => {
  expect(sandboxStart(requestFor('aadhaar', '999900130006')).kind).toBe('passed');
  expect(sandboxStart(requestFor('aadhaar', '999900130006', { verifyAddress: true })).kind).toBe('failed');
});

it('the answer to a pass echoes the name that the customer has', () => {
  const providerRequest = requestFor('pan', 'ZZZPS0001V');
  expect(sandboxStart({ ...providerRequest, terms: { ...providerRequest.terms, customerName: '~s1.token' } })).toMatchObject({
    result: { customerName: '~s1.token', warnings: [] },
  });
  expect(sandboxStart(providerRequest)).toMatchObject({ result: { customerName: 'Asha Verma' } });
});

it('the OTPs are those of the table', () => {
  expect(['111000', '123456', '000000', '999999', '424242'].map(checkSandboxOtp)).toEqual([
    'accepted',
    'accepted',
    'otp_incorrect',
    'otp_expired',
    'otp_incorrect',
  ]);
  const providerRequest = requestFor('aadhaar', '999900040006');
  expect(sandboxSubmit(providerRequest, 'accepted').kind).toBe('passed');
  expect(sandboxSubmit(providerRequest, 'otp_expired')).toMatchObject({ kind: 'otp_wrong', reason: 'otp_expired' });
});

describe('metadata.sandbox_outcome', () => {
  const LLPIN = { documentType: 'llpin', method: 'database' } as const;
  it.each([
    ['aadhaar', 'otp', 'otp_required'],
    ['aadhaar', 'offline_xml', 'document_details_required'],
    ['passport', 'database', 'document_details_required'],
  ] as const)('requires_input of %s by %s is %s', (documentType, method, expected) => {
    expect(findKycOutcome('requires_input', { documentType, method })).toBe(expected);
  });
  it.each([
    ['passport', ['file_number', 'date_of_birth']],
    ['driving_licence', ['date_of_birth']],
    ['bank_account', ['ifsc']],
    ['pan', ['full_name']],
  ] as const)('the details of %s that are missing are those a live provider needs', (documentType, missing) => {
    const { terms, ...providerRequest } = { ...requestFor('llpin', 'AAA-0001'), outcome: 'document_details_required' as const };
    const asked = (details: object) => sandboxStart({ ...providerRequest, terms: { ...terms, documentType, details } });
    expect(asked({})).toMatchObject({ kind: 'details', missing });
    expect(asked({ dateOfBirth: '~s1.x' })).toMatchObject({ kind: 'details' });
  });
  it.each(KYC_OUTCOME_WORDS)('knows %s', (word) => {
    const outcome = findKycOutcome(word, LLPIN);
    expect(outcome).toBeDefined();
    const providerRequest = { ...requestFor('llpin', 'AAA-0001'), outcome: outcome ?? 'verified' };
    expect(stateAfter(sandboxStart(providerRequest)).status).not.toBe('none');
  });
  it.each(['nonsense', 'constructor', 7, null])('does not know %p', (word) => expect(findKycOutcome(word, LLPIN)).toBeUndefined());
});
