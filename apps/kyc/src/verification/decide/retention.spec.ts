import { specificationOf } from '#decider';
import { recordStep, verificationDecider, type VerificationCommand } from '../../../test/verification-decider';
import { ASKED, COMMANDS, DOCUMENT, HISTORY, NOW_MS, RESULT, step } from '../../../test/verification-histories';
import type { VerificationEvent } from '../events';
import { isKeyLeft } from './retention';
import { DEFAULT_VERIFICATION_RULES } from './rules';

const consent = { textVersion: '2026-04', capturedAtMs: NOW_MS, purpose: 'account opening', channel: 'web', language: 'hi-IN' };
const withConsent = (history: readonly VerificationEvent[]): VerificationEvent[] =>
  history.map((event) =>
    event.type === 'kyc.verification.created' ? { ...event, data: { ...event.data, terms: { ...event.data.terms, consent } } } : event,
  );
const specify = (rules = DEFAULT_VERIFICATION_RULES) => specificationOf(verificationDecider(rules), { nowMs: NOW_MS });
const shortOf = (events: readonly VerificationEvent[]): string => events.map(({ type }) => type.replace('kyc.verification.', '')).join(' ');
const redact = (because: 'requested' | 'customer_erased' | 'retention_over'): VerificationCommand => ({
  type: 'kyc.redact',
  payload: { because },
});
const WITHDRAW: VerificationCommand = COMMANDS['kyc.withdraw_consent'];
const HELD: VerificationEvent = { type: 'kyc.verification.hold_changed', data: { reason: 'case 7', atMs: NOW_MS } };
const LIFT: VerificationCommand = { type: 'kyc.hold', payload: { reason: null } };

describe('consent', () => {
  const { given } = specify();

  it('is kept as it was given, beyond a redaction', () => {
    const { state } = given(withConsent(HISTORY.verified)).when(redact('requested'));
    expect(state).toMatchObject({ terms: { consent } });
  });

  it('is withdrawn as easily as given: an open flow ends, and what identifies the person goes', () => {
    const open = given(withConsent(HISTORY.requires_input)).when(WITHDRAW);
    expect(shortOf(open.events)).toBe('consent_withdrawn cancelled redacted');
    expect(open.state).toMatchObject({ status: 'cancelled', reason: 'consent_withdrawn', retention: { consentWithdrawnAtMs: NOW_MS } });
    const verified = given(withConsent(HISTORY.verified)).when(WITHDRAW);
    expect(shortOf(verified.events)).toBe('consent_withdrawn redacted');
    expect(given([...withConsent(HISTORY.verified), ...verified.events]).when(WITHDRAW).events).toEqual([]);
  });

  it('withdrawn leaves what a law has kept, where the operator says so', () => {
    const lawful = specify({ ...DEFAULT_VERIFICATION_RULES, erasesOnWithdrawal: false });
    expect(shortOf(lawful.given(withConsent(HISTORY.verified)).when(WITHDRAW).events)).toBe('consent_withdrawn');
    expect(shortOf(lawful.given(withConsent(HISTORY.pending)).when(WITHDRAW).events)).toBe('consent_withdrawn cancelled redacted');
  });

  it('that was never given cannot be withdrawn', () => {
    expect(given(HISTORY.verified).when(WITHDRAW).refusal).toMatchObject({
      code: 'state_conflict',
      details: { reason: 'consent_missing' },
    });
  });
});

describe('a legal hold', () => {
  const { given } = specify();

  it('refuses the account, and postpones an erasure without a caller until it is lifted', () => {
    const held = [...withConsent(HISTORY.verified), HELD];
    expect(given(held).when(redact('requested')).refusal).toMatchObject({ code: 'state_conflict', details: { reason: 'legal_hold' } });
    for (const requested of [redact('customer_erased'), redact('retention_over')]) {
      const put = given(held).when(requested);
      expect(shortOf(put.events)).toBe('erasure_deferred');
      expect(given([...held, ...put.events]).when(requested).events).toEqual([]);
      expect(shortOf(given([...held, ...put.events]).when(LIFT).events)).toBe('hold_changed redacted');
    }
    expect(shortOf(given(held).when(WITHDRAW).events)).toBe('consent_withdrawn erasure_deferred');
    expect(shortOf(given(held).when(LIFT).events)).toBe('hold_changed');
  });

  it('ends an open flow all the same, and says again nothing new', () => {
    const open = given([...HISTORY.requires_input, HELD]).when(redact('customer_erased'));
    expect(shortOf(open.events)).toBe('cancelled erasure_deferred');
    expect(given([...HISTORY.verified, HELD]).when(COMMANDS['kyc.hold']).events).toEqual([]);
    expect(given(HISTORY.verified).when(LIFT).events).toEqual([]);
  });
});

describe('an erasure', () => {
  const { given } = specify();

  it('leaves nothing that identifies the person', () => {
    for (const history of [HISTORY.pending, HISTORY.requires_input, HISTORY.verified]) {
      const { state } = given(history).when(COMMANDS['kyc.redact']);
      const text = JSON.stringify(state);
      for (const personal of [DOCUMENT.masked, '~s1.']) expect(text).not.toContain(personal);
      expect(given([...history, ...given(history).when(COMMANDS['kyc.redact']).events]).when(COMMANDS['kyc.redact']).events).toEqual([]);
    }
  });

  it('leaves its key to be destroyed, until that is recorded', () => {
    const { events, state } = given(HISTORY.verified).when(redact('requested'));
    expect([isKeyLeft(given(HISTORY.verified).state), isKeyLeft(state)]).toEqual([false, true]);
    const done = given([...HISTORY.verified, ...events]).when(COMMANDS['kyc.record_key_destroyed']);
    expect(isKeyLeft(done.state)).toBe(false);
  });

  it('for its time does not touch what has gone on meanwhile', () => {
    expect(given(HISTORY.requires_input).when(redact('retention_over')).events).toEqual([]);
    expect(given([]).when({ ...COMMANDS['kyc.create'], payload: ASKED }).state.status).toBe('verified');
  });
});

it('the same document on another customer is for a person to decide, who decides once', () => {
  const created = specify()
    .given([])
    .when({
      ...COMMANDS['kyc.create'],
      payload: { ...ASKED, document: { ...DOCUMENT, isDuplicate: true } },
    });
  expect(created.state).toMatchObject({ status: 'processing', reason: 'duplicate_identity', result: RESULT });
  const accepted = specify()
    .given(created.events)
    .when(recordStep(1, step({ kind: 'passed', result: RESULT })));
  expect(shortOf(accepted.events)).toBe('verified');
});
