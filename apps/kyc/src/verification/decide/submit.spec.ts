import type { SubmitInputPayload } from '#contracts';
import { replay, specificationOf } from '#decider';
import { recordStep, verificationDecider, type VerificationCommandOf } from '../../../test/verification-decider';
import { ASKED, COMMANDS, DOCUMENT, NOW_MS, RESULT, step } from '../../../test/verification-histories';
import type { VerificationEvent } from '../events';
import { DEFAULT_VERIFICATION_RULES as RULES } from './rules';
import type { ProviderResult } from './step';
import { isNumberLeft, nextRequestOf } from '../timers';

const decider = verificationDecider(RULES);
const { given } = specificationOf(decider, { nowMs: NOW_MS });
const CHAIN = [
  { provider: 'cashfree', method: 'database' },
  { provider: 'setu', method: 'database' },
] as const;
const payload = { ...ASKED, document: { ...DOCUMENT, vaultId: 'vault-1', sandboxOutcome: null } };
const CREATED = given([]).when({ type: 'kyc.create', payload, chain: CHAIN }).events;

function reported(history: readonly VerificationEvent[], providerResult: ProviderResult, tries: number): VerificationEvent[] {
  return [...history, ...given(history).when(recordStep(tries, { ...step(providerResult), reference: null })).events];
}
const LACKING = reported(CREATED, { kind: 'details', missing: ['file_number', 'date_of_birth'] }, 0);
const handIn = (change: Partial<SubmitInputPayload> = {}): VerificationCommandOf<'kyc.submit'> => ({
  type: 'kyc.submit',
  payload: {
    kind: 'details',
    vaultId: 'vault-2',
    sandboxAnswer: null,
    details: { dateOfBirth: '~s1.dob' },
    given: ['file_number', 'date_of_birth'],
    ...change,
  },
});

it('details that were missing let the question be put at last, with what was given before', () => {
  const { events, state } = given(LACKING).when(handIn());
  expect(state).toMatchObject({
    status: 'processing',
    reason: 'awaiting_provider',
    terms: { details: { fullName: '~s1.name', dateOfBirth: '~s1.dob' }, detailVaultIds: ['vault-2'] },
  });
  expect(nextRequestOf(state)).toEqual({ kind: 'start', dueAtMs: NOW_MS });
  expect(reported([...LACKING, ...events], { kind: 'passed', result: RESULT }, 1).at(-1)?.type).toBe('kyc.verification.verified');
});

it('what is still missing is refused by the name of its field, and nothing is kept', () => {
  const { events, refusal } = given(LACKING).when(handIn({ given: ['date_of_birth'] }));
  expect(events).toEqual([]);
  expect(refusal).toMatchObject({ code: 'parameter_missing', details: { param: 'document_details.file_number' } });
  expect(given(LACKING).when(handIn({ given: [] })).refusal?.details?.message).toContain('So is date_of_birth.');
});

it.each([
  [{ kind: 'otp' as const }, 'details_awaited', LACKING],
  [{}, 'otp_awaited', reported(CREATED, { kind: 'otp', expiresAtMs: NOW_MS + 1, resendAfterMs: NOW_MS }, 0)],
  [{}, 'redirect_awaited', reported(CREATED, { kind: 'redirect', url: 'https://consent.example', expiresAtMs: NOW_MS + 1 }, 0)],
])('details that were not asked for are refused: %j is %s', (change, reason, history) => {
  expect(given(history).when(handIn(change)).refusal).toMatchObject({ code: 'state_conflict', details: { reason } });
});

it('a second provider may need more, and gets what was handed in for the first', () => {
  const first = [...LACKING, ...given(LACKING).when(handIn()).events];
  const silent: ProviderResult = { kind: 'unavailable', reason: 'provider_unavailable', retryAtMs: NOW_MS, isUnknown: false };
  const hopped = reported(first, silent, 1);
  expect(replay(decider, hopped)).toMatchObject({ status: 'processing', providerIndex: 1 });
  const again = reported(hopped, { kind: 'details', missing: ['ifsc'] }, 2);
  const { state } = given(again).when(handIn({ vaultId: 'vault-3', details: { ifsc: 'YESB0000262' }, given: ['ifsc'] }));
  expect(state).toMatchObject({
    terms: { details: { dateOfBirth: '~s1.dob', ifsc: 'YESB0000262' }, detailVaultIds: ['vault-2', 'vault-3'] },
  });
});

it('the vault forgets what was handed in later too', () => {
  const done = reported([...LACKING, ...given(LACKING).when(handIn()).events], { kind: 'failed', reason: 'document_not_found' }, 1);
  expect(isNumberLeft(replay(decider, done))).toBe(true);
  const { state } = given(done).when(COMMANDS['kyc.record_number_forgotten']);
  expect(JSON.stringify(state)).not.toContain('vault-');
});

const OTP_UNTIL_MS = NOW_MS + 600_000;
const WITH_OTP = reported(CREATED, { kind: 'otp', expiresAtMs: OTP_UNTIL_MS, resendAfterMs: NOW_MS }, 0);
const sendOtp = handIn({ kind: 'otp', details: {}, given: [] });

it.each<[string, VerificationCommandOf<'kyc.submit'> | VerificationCommandOf<'kyc.resend'>]>([
  ['an OTP', sendOtp],
  ['the request for another one', { type: 'kyc.resend', payload: {} }],
])('%s that comes when its time is over finds it over, also when the timer is late', (_what, command) => {
  const at = (nowMs: number) => specificationOf(decider, { nowMs }).given(WITH_OTP).when(command);
  expect(at(OTP_UNTIL_MS - 1).events.map(({ type }) => type)).toEqual(['kyc.verification.processing']);
  const late = at(OTP_UNTIL_MS);
  expect([late.events, late.refusal?.code]).toEqual([[], 'state_conflict']);
});
