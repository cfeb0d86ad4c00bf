import type { KycCommandType, VerificationStatus } from '#contracts';
import { specificationOf } from '#decider';
import { recordStep, verificationDecider } from '../../test/verification-decider';
import { ANSWERED, COMMANDS, HISTORY, NOW_MS, RESULT, step } from '../../test/verification-histories';
import type { VerificationEvent } from './events';
import { DEFAULT_VERIFICATION_RULES } from './decide/rules';
import { VERIFICATION_STATE_NAMES, type VerificationState } from './state';
import { limitOf, requestDueMs } from './timers';

const decider = verificationDecider(DEFAULT_VERIFICATION_RULES);
const { given } = specificationOf(decider, { nowMs: NOW_MS });
const shortOf = (events: readonly VerificationEvent[]): string => events.map(({ type }) => type.replace('kyc.verification.', '')).join(' ');

/** Events in short, or the code of the refusal. */
type Row = Record<KycCommandType, string>;

const MISSING = '! resource_missing';
const CONFLICT = '! state_conflict';
const EXISTS = '! resource_already_exists';
const NOTHING = '';

const ENDED: Row = {
  'kyc.create': EXISTS,
  'kyc.submit': CONFLICT,
  'kyc.resend': CONFLICT,
  'kyc.cancel': CONFLICT,
  'kyc.redact': 'redacted',
  'kyc.withdraw_consent': CONFLICT,
  'kyc.hold': 'hold_changed',
  'kyc.inspect': CONFLICT,
  'kyc.decide': CONFLICT,
  'kyc.record_key_destroyed': NOTHING,
  'kyc.record_provider_callback': NOTHING,
  'kyc.record_step': NOTHING,
  'kyc.wake': NOTHING,
  'kyc.record_number_forgotten': NOTHING,
  'kyc.simulate': CONFLICT,
  'kyc.answer_consent': CONFLICT,
};

/** State × command → what happens (docs/reference/state-machines.md, KYC verification). */
const TABLE: Record<'none' | VerificationStatus, Row> = {
  none: {
    'kyc.create': 'created verified',
    'kyc.submit': MISSING,
    'kyc.resend': MISSING,
    'kyc.cancel': MISSING,
    'kyc.redact': MISSING,
    'kyc.withdraw_consent': MISSING,
    'kyc.hold': MISSING,
    'kyc.inspect': MISSING,
    'kyc.decide': MISSING,
    'kyc.record_key_destroyed': MISSING,
    'kyc.record_provider_callback': MISSING,
    'kyc.record_step': MISSING,
    'kyc.wake': MISSING,
    'kyc.record_number_forgotten': MISSING,
    'kyc.simulate': MISSING,
    'kyc.answer_consent': MISSING,
  },
  pending: {
    ...ENDED,
    'kyc.cancel': 'cancelled',
    'kyc.redact': 'cancelled redacted',
    'kyc.record_step': 'verified',
    'kyc.simulate': 'verified',
  },
  requires_input: {
    ...ENDED,
    'kyc.submit': 'processing verified',
    'kyc.simulate': 'verified',
    'kyc.resend': 'requires_input',
    'kyc.cancel': 'cancelled',
    'kyc.redact': 'cancelled redacted',
  },
  processing: { ...ENDED, 'kyc.redact': 'cancelled redacted', 'kyc.simulate': 'verified' },
  verified: ENDED,
  failed: ENDED,
  expired: ENDED,
  cancelled: ENDED,
};

describe.each(Object.entries(TABLE))('a verification that is %s', (status, row) => {
  const history = HISTORY[status as keyof typeof TABLE];
  it.each(Object.entries(row))('%s: %s', (type, expected) => {
    const { events, refusal } = given(history).when(COMMANDS[type as KycCommandType]);
    expect(refusal === null ? shortOf(events) : `! ${refusal.code}`).toBe(expected);
  });
});

it('has a row for every state', () => expect(Object.keys(TABLE)).toEqual(['none', ...Object.keys(VERIFICATION_STATE_NAMES)]));

const after = (history: readonly VerificationEvent[], providerResult: Parameters<typeof step>[0], tries = 0, nowMs = NOW_MS) =>
  given(history).when(recordStep(tries, step(providerResult)), { nowMs });

describe('what a provider says', () => {
  it.each([
    [
      { kind: 'passed', result: RESULT },
      { status: 'verified', result: RESULT, answered: ANSWERED },
    ],
    [
      { kind: 'failed', reason: 'name_mismatch' },
      { status: 'failed', reason: 'name_mismatch' },
    ],
    [
      { kind: 'review', reason: 'watchlist_hit' },
      { status: 'processing', reason: 'watchlist_hit', providerRequest: null, checkAtMs: null },
    ],
    [
      { kind: 'otp', expiresAtMs: 1, resendAfterMs: 2 },
      { status: 'requires_input', reason: 'otp_required', triesLeft: 3 },
    ],
    [
      { kind: 'redirect', url: 'https://consent.example', expiresAtMs: 1 },
      { status: 'requires_input', reason: 'redirect_required' },
    ],
    [
      { kind: 'details', missing: ['full_name'] },
      { status: 'requires_input', reason: 'document_details_required' },
    ],
    [
      { kind: 'pending', checkAtMs: NOW_MS + 5 },
      { status: 'pending', reason: 'awaiting_provider', checkAtMs: NOW_MS + 5, tries: 1 },
    ],
    [
      { kind: 'unavailable', reason: 'provider_timeout', retryAtMs: NOW_MS + 9 },
      { status: 'pending', reason: 'provider_timeout', tries: 1 },
    ],
    [{ kind: 'ended' }, { status: 'expired', reason: 'otp_expired' }],
  ] as const)('%j', (providerResult, state) => expect(after(HISTORY.pending, providerResult).state).toMatchObject(state));

  it('an answer to an older question changes nothing', () => {
    const pending = after(HISTORY.pending, { kind: 'pending', checkAtMs: NOW_MS });
    const history = [...HISTORY.pending, ...pending.events];
    expect(after(history, { kind: 'failed', reason: 'name_mismatch' }, 0).events).toEqual([]);
    expect(after(history, { kind: 'passed', result: RESULT }, 1).state.status).toBe('verified');
  });

  it('trouble is a failure only when the tries are used up', () => {
    let history: VerificationEvent[] = [...HISTORY.pending];
    for (let tries = 0; tries < DEFAULT_VERIFICATION_RULES.providerTriesMax; tries++) {
      expect(given(history).state.status).toBe('pending');
      history = [...history, ...after(history, { kind: 'unavailable', reason: 'provider_unavailable', retryAtMs: NOW_MS }, tries).events];
    }
    expect(given(history).state).toMatchObject({ status: 'failed', reason: 'provider_unavailable' });
  });
});

describe('an OTP', () => {
  const hand = (history: readonly VerificationEvent[], providerResult: Parameters<typeof step>[0]) =>
    given(history).when({
      ...COMMANDS['kyc.submit'],
      step: step(providerResult),
    });

  it('may be wrong twice, and the third time ends it', () => {
    let history = HISTORY.requires_input;
    for (const triesLeft of [2, 1]) {
      const { events, state } = hand(history, { kind: 'otp_wrong', reason: 'otp_incorrect' });
      expect(shortOf(events)).toBe('processing requires_input');
      expect(state).toMatchObject({ status: 'requires_input', reason: 'otp_incorrect', triesLeft });
      history = [...history, ...events];
    }
    expect(hand(history, { kind: 'otp_wrong', reason: 'otp_incorrect' }).state).toMatchObject({
      status: 'failed',
      reason: 'attempts_exhausted',
    });
  });

  it('keeps its time limit through a wrong try', () => {
    const limit = (state: VerificationState) => (state.status === 'requires_input' ? state.action.expiresAtMs : null);
    const before = limit(given(HISTORY.requires_input).state);
    expect(limit(hand(HISTORY.requires_input, { kind: 'otp_wrong', reason: 'otp_incorrect' }).state)).toBe(before);
  });

  it('does not give new tries when another one is sent', () => {
    const wrong = hand(HISTORY.requires_input, { kind: 'otp_wrong', reason: 'otp_incorrect' });
    expect(given([...HISTORY.requires_input, ...wrong.events]).when(COMMANDS['kyc.resend']).state).toMatchObject({ triesLeft: 2 });
  });

  it('is not sent again within a minute', () => {
    const again = given(HISTORY.requires_input).when(COMMANDS['kyc.resend']);
    const soon = given([...HISTORY.requires_input, ...again.events]).when(COMMANDS['kyc.resend'], { nowMs: NOW_MS + 59_000 });
    expect(soon.refusal).toMatchObject({ code: 'state_conflict', details: { reason: 'otp_request_too_soon' } });
  });

  it('runs out', () => {
    const { state } = given(HISTORY.requires_input).when(COMMANDS['kyc.wake'], { nowMs: NOW_MS + 600_000 });
    expect(state).toMatchObject({ status: 'expired', reason: 'otp_expired' });
  });

  it('is not what a redirect asks for', () => {
    const redirected = [
      ...HISTORY.pending,
      ...after(HISTORY.pending, { kind: 'redirect', url: 'https://consent.example', expiresAtMs: NOW_MS + 9 }).events,
    ];
    expect(given(redirected).when(COMMANDS['kyc.submit']).refusal?.code).toBe('state_conflict');
  });
});

describe('time', () => {
  it('a pending verification expires with its session', () => {
    expect(given(HISTORY.pending).when(COMMANDS['kyc.wake'], { nowMs: NOW_MS + 86_400_000 }).state).toMatchObject({
      status: 'expired',
      reason: 'session_expired',
    });
  });

  it('a review waits for its person, however long', () => {
    const reviewed = [...HISTORY.pending, ...after(HISTORY.pending, { kind: 'review', reason: 'name_partial_match' }).events];
    const { state } = given(reviewed);
    expect(limitOf(state)).toBeNull();
    expect(requestDueMs(state)).toBeNull();
    expect(given(reviewed).when(COMMANDS['kyc.wake'], { nowMs: NOW_MS * 2 }).events).toEqual([]);
  });
});
