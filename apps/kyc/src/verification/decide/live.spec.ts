import fc from 'fast-check';
import { replay, specificationOf } from '#decider';
import { recordStep, verificationDecider, type VerificationCommand } from '../../../test/verification-decider';
import { ASKED, COMMANDS, DOCUMENT, NOW_MS, RESULT } from '../../../test/verification-histories';
import type { ProviderChoice, VerificationEvent } from '../events';
import { DEFAULT_VERIFICATION_RULES as RULES } from './rules';
import type { ProviderStep, ProviderResult } from './step';
import { isOpen, type VerificationState } from '../state';
import { isNumberLeft, requestDueMs, nextRequestOf } from '../timers';

const CHAIN: readonly ProviderChoice[] = [
  { provider: 'cashfree', method: 'otp' },
  { provider: 'setu', method: 'digilocker' },
];
const decider = verificationDecider(RULES);
const { given } = specificationOf(decider, { nowMs: NOW_MS });
const payload = { ...ASKED, document: { ...DOCUMENT, vaultId: 'vault-1', sandboxOutcome: null } };
const create: VerificationCommand = { type: 'kyc.create', payload, chain: CHAIN };
const CREATED = given([]).when(create).events;
const SILENT: ProviderResult = { kind: 'unavailable', reason: 'provider_unavailable', retryAtMs: NOW_MS, isUnknown: false };
const LOST: ProviderResult = { kind: 'unavailable', reason: 'provider_timeout', retryAtMs: NOW_MS, isUnknown: true };

/** Answers one after the other, each to the question that was due. */
function after(answers: readonly ProviderResult[], history: readonly VerificationEvent[] = CREATED, reference: string | null = null) {
  const log = [...history];
  let state: VerificationState = replay(decider, log);
  for (const providerResult of answers) {
    const tries = isOpen(state) ? state.tries : -1;
    const reported: ProviderStep = {
      provider: 'cashfree',
      reference: providerResult.kind === 'unavailable' ? null : reference,
      ...providerResult,
    };
    log.push(...given(log).when(recordStep(tries, reported)).events);
    state = replay(decider, log);
  }
  return { log, state };
}

it('is asked at once, by the first of the chain, and never by the sandbox', () => {
  const { state } = after([]);
  expect(nextRequestOf(state)).toEqual({ kind: 'start', dueAtMs: NOW_MS });
  expect(requestDueMs(state)).toBeNull();
  expect(state).toMatchObject({ status: 'pending', providerIndex: 0, terms: { method: 'otp', chain: CHAIN } });
});

describe('fail-over', () => {
  it('another provider is asked at once when the first certainly did not take it on', () => {
    const { state } = after([SILENT]);
    expect(state).toMatchObject({ status: 'pending', providerIndex: 1, reason: 'provider_unavailable' });
    expect(nextRequestOf(state)).toEqual({ kind: 'start', dueAtMs: NOW_MS });
  });

  it('the same is asked twice more when the question may have arrived, later each time', () => {
    const [once, twice, thrice] = [after([LOST]), after([LOST, LOST]), after([LOST, LOST, LOST])];
    expect(once.state).toMatchObject({ providerIndex: 0, checkAtMs: NOW_MS + RULES.providerRetryMs });
    expect(twice.state).toMatchObject({ providerIndex: 0, checkAtMs: NOW_MS + 2 * RULES.providerRetryMs });
    expect(thrice.state).toMatchObject({ providerIndex: 1, checkAtMs: NOW_MS });
  });

  it('no other provider is called when the first may have been paid, however long it does not reply', () => {
    const paid: ProviderResult = { ...LOST, mayBeCharged: true };
    expect(after([paid, LOST, LOST, SILENT, SILENT]).state).toMatchObject({ status: 'pending', providerIndex: 0, mayBeCharged: true });
  });

  it('a negative result is final: no other provider is called', () => {
    const { state } = after([{ kind: 'failed', reason: 'document_not_found' }]);
    expect(state).toMatchObject({ status: 'failed', reason: 'document_not_found' });
    expect(nextRequestOf(state)).toBeNull();
  });

  it('no other provider is called for a verification that one has begun', () => {
    const { state } = after([{ kind: 'pending', checkAtMs: NOW_MS }, SILENT], CREATED, 'ref-1');
    expect(state).toMatchObject({ status: 'pending', providerIndex: 0, answered: { reference: 'ref-1' } });
    expect(nextRequestOf(state)).toMatchObject({ kind: 'fetch' });
  });

  it('ends when the tries are used up, and an answer makes them new', () => {
    const nearly = Array.from({ length: RULES.providerTriesMax - 1 }, () => SILENT);
    expect(after(nearly).state.status).toBe('pending');
    expect(after([...nearly, SILENT]).state).toMatchObject({ status: 'failed', reason: 'provider_unavailable' });
    const answered = after([...nearly, { kind: 'pending', checkAtMs: NOW_MS }, SILENT], CREATED, 'ref-1');
    expect(answered.state).toMatchObject({ status: 'pending', consecutiveFailures: 1 });
  });
});

describe('consent on a page', () => {
  const redirect: ProviderResult = {
    kind: 'redirect',
    url: 'https://consent.example',
    expiresAtMs: NOW_MS + 600_000,
    checkAtMs: NOW_MS + 2_000,
  };

  it('is looked for while the customer is there, and trouble changes nothing for him', () => {
    const { log, state } = after([redirect], CREATED, 'ref-1');
    expect(nextRequestOf(state)).toEqual({ kind: 'fetch', dueAtMs: NOW_MS + 2_000 });
    const waiting = after([{ kind: 'pending', checkAtMs: NOW_MS + 6_000 }, SILENT], log, 'ref-1');
    expect(waiting.state).toMatchObject({ status: 'requires_input', reason: 'redirect_required', action: { type: 'redirect' } });
    expect(after([{ kind: 'passed', result: RESULT }], waiting.log, 'ref-1').state.status).toBe('verified');
  });

  it('an OTP is not looked for: the customer brings it', () => {
    const { state } = after([{ kind: 'otp', expiresAtMs: NOW_MS + 600_000, resendAfterMs: NOW_MS }], CREATED, 'ref-1');
    expect(nextRequestOf(state)).toBeNull();
  });
});

describe('callbacks of the provider', () => {
  const recordProviderCallback = (provider = 'cashfree'): VerificationCommand => ({
    type: 'kyc.record_provider_callback',
    payload: { provider },
  });
  const waiting = after([{ kind: 'pending', checkAtMs: NOW_MS + 60_000 }], CREATED, 'ref-1').log;

  it('make the service ask at once, and repeated they change nothing', () => {
    const { events, state } = given(waiting).when(recordProviderCallback());
    expect(nextRequestOf(state)).toEqual({ kind: 'fetch', dueAtMs: NOW_MS });
    expect(given([...waiting, ...events]).when(recordProviderCallback()).events).toEqual([]);
  });

  it('of another provider, before the call or after the end are ignored', () => {
    expect(given(waiting).when(recordProviderCallback('setu')).events).toEqual([]);
    expect(given(CREATED).when(recordProviderCallback()).events).toEqual([]);
    expect(given(after([LOST]).log).when(recordProviderCallback()).events).toEqual([]);
    const ended = after([{ kind: 'failed', reason: 'document_not_found' }], waiting, 'ref-1').log;
    expect(given(ended).when(recordProviderCallback()).events).toEqual([]);
    const reviewed = after([{ kind: 'review', reason: 'name_partial_match' }], waiting, 'ref-1').log;
    expect(given(reviewed).when(recordProviderCallback()).events).toEqual([]);
  });
});

describe('the number in the vault', () => {
  const endings: readonly ProviderResult[] = [
    { kind: 'passed', result: RESULT },
    { kind: 'failed', reason: 'document_not_found' },
    { kind: 'review', reason: 'name_partial_match' },
    { kind: 'ended' },
  ];
  it.each(endings)('is left to be forgotten after $kind, once', (providerResult) => {
    const { log, state } = after([providerResult]);
    expect(isNumberLeft(state)).toBe(true);
    const { events } = given(log).when(COMMANDS['kyc.record_number_forgotten']);
    expect(events.map(({ type }) => type)).toEqual(['kyc.verification.number_forgotten']);
    expect(isNumberLeft(replay(decider, [...log, ...events]))).toBe(false);
    expect(given([...log, ...events]).when(COMMANDS['kyc.record_number_forgotten']).events).toEqual([]);
  });

  it.each<VerificationCommand>([
    { type: 'kyc.cancel', payload: { reason: 'cancelled_by_account' } },
    { type: 'kyc.redact', payload: { because: 'customer_erased' } },
  ])('is left to be forgotten after $type', (command) => {
    expect(isNumberLeft(given(CREATED).when(command).state)).toBe(true);
  });

  it('is kept while it is needed, and is never stored in test mode', () => {
    expect(isNumberLeft(after([]).state)).toBe(false);
    expect(given(CREATED).when(COMMANDS['kyc.record_number_forgotten']).events).toEqual([]);
    const sandbox = given([]).when({
      type: 'kyc.create',
      payload,
      step: { provider: 'sandbox', reference: null, kind: 'passed', result: RESULT },
    });
    expect(isNumberLeft(sandbox.state)).toBe(false);
  });
});

it('whatever providers answer, a call is due or the flow waits for a person, and its tries always end', () => {
  const providerResult = fc.constantFrom<ProviderResult>(
    SILENT,
    LOST,
    { kind: 'pending', checkAtMs: NOW_MS },
    { kind: 'failed', reason: 'name_mismatch' },
  );
  fc.assert(
    fc.property(fc.array(providerResult, { maxLength: 40 }), (answers) => {
      const { log, state } = after(answers, CREATED, 'ref-1');
      expect(replay(decider, log)).toEqual(state);
      if (!isOpen(state)) return expect(isNumberLeft(state)).toBe(true);
      expect(nextRequestOf(state)).not.toBeNull();
      expect(state.consecutiveFailures).toBeLessThan(RULES.providerTriesMax);
    }),
  );
});
