import { replay, specificationOf } from '#decider';
import { recordStep, verificationDecider, type VerificationCommandOf } from '../../../test/verification-decider';
import { COMMANDS, HISTORY, NOW_MS, RESULT, step } from '../../../test/verification-histories';
import type { VerificationEvent } from '../events';
import { DEFAULT_VERIFICATION_RULES as RULES } from './rules';
import type { ProviderResult } from './step';

const decider = verificationDecider(RULES);
const { given } = specificationOf(decider, { nowMs: NOW_MS });
const shortOf = (events: readonly VerificationEvent[]): string => events.map(({ type }) => type.replace('kyc.verification.', '')).join(' ');
const reviewed = (
  providerResult: ProviderResult = { kind: 'review', reason: 'name_partial_match', result: RESULT },
): VerificationEvent[] => [...HISTORY.pending, ...given(HISTORY.pending).when(recordStep(0, step(providerResult))).events];
const decision = (change: Partial<VerificationCommandOf<'kyc.decide'>['payload']> = {}): VerificationCommandOf<'kyc.decide'> => ({
  type: 'kyc.decide',
  payload: { as: 'verified', by: 'asha', note: 'seen the card', ...change },
});

it('a person who accepts verifies, with what the register said, and the log keeps who it was, what they found and why', () => {
  const accepted = given(reviewed()).when(decision());
  expect(shortOf(accepted.events)).toBe('reviewed verified');
  expect(accepted.events[0]?.data).toEqual({
    as: 'verified',
    because: 'name_partial_match',
    by: 'asha',
    note: 'seen the card',
    atMs: NOW_MS,
  });
  expect(accepted.state).toMatchObject({ status: 'verified', result: RESULT, validUntilMs: NOW_MS + RULES.validForMs });
});

it('a person who rejects fails it as manual_review_rejected, whatever they found', () => {
  const { events, state } = given(reviewed()).when(decision({ as: 'rejected', because: 'name_mismatch' }));
  expect(events[0]?.data).toMatchObject({ because: 'name_mismatch' });
  expect(state).toMatchObject({ status: 'failed', reason: 'manual_review_rejected', result: RESULT });
});

it('the same decision again changes nothing, and another one comes too late', () => {
  for (const [first, second] of [
    ['verified', 'rejected'],
    ['rejected', 'verified'],
  ] as const) {
    const history = [...reviewed(), ...given(reviewed()).when(decision({ as: first })).events];
    expect(given(history).when(decision({ as: first, by: 'ravi' }))).toMatchObject({ events: [], refusal: null });
    expect(given(history).when(decision({ as: second })).refusal).toMatchObject({ code: 'state_conflict' });
  }
});

it('a verification that is not in review cannot be decided by an operator', () => {
  for (const history of [HISTORY.pending, HISTORY.requires_input, HISTORY.processing, HISTORY.verified, HISTORY.failed]) {
    expect(given(history).when(decision()).refusal).toMatchObject({ code: 'state_conflict' });
    expect(given(history).when(COMMANDS['kyc.inspect']).refusal).toMatchObject({ code: 'state_conflict' });
  }
});

it('a review that came without what the register says can be decided all the same', () => {
  const bare = reviewed({ kind: 'review', reason: 'watchlist_hit' });
  expect(given(bare).when(decision()).state).toMatchObject({ status: 'verified', result: { checks: {}, warnings: [] } });
});

it('every look at a review is a fact, with who looked and why, and changes nothing else', () => {
  const { events, state } = given(reviewed()).when(COMMANDS['kyc.inspect']);
  expect(events).toEqual([{ type: 'kyc.verification.inspected', data: { by: 'asha', note: 'case 7', atMs: NOW_MS } }]);
  expect(state).toEqual(replay(decider, reviewed()));
});

it.each([decision({ note: 'card 9999 0001 0009' }), { type: 'kyc.inspect', payload: { by: 'asha', note: '999900010009' } } as const])(
  'a note is kept for ever and takes no document number',
  (command) => {
    expect(given(reviewed()).when(command).refusal).toMatchObject({ code: 'parameter_invalid', details: { param: 'note' } });
  },
);

it('takes reason codes for what was found, and nothing else', () => {
  const { refusal } = given(reviewed()).when(decision({ because: 'toString' }));
  expect(refusal).toMatchObject({ code: 'parameter_invalid', details: { param: 'because' } });
});
