import { begun, byItself, created, decideOn, given, outcome, unknown, waiting } from '../../../test/network-histories';
import { paymentDecider } from '../../../test/payment-decider';
import { AMOUNT, COMMANDS, NOW_MS } from '../../../test/payment-histories';
import type { AttemptAnswer } from './attempt-result';
import { nextRequestOf } from './due-calls';
import type { PaymentState } from '../state';
import { isHeld } from './resolve';
import { DEFAULT_PAYMENT_RULES } from './rules';

const OTHER_MONEY = { amount: AMOUNT - 1 };
const notCaptured = { type: 'payments.resolve', payload: { as: 'not_captured', by: 'asha', note: 'given back' } } as const;
const held = given([created(), begun()]).when(byItself('captured', OTHER_MONEY)).state;

describe('a payment that is held at a processor behind a network', () => {
  it.each<[string, AttemptAnswer['state'], Partial<AttemptAnswer>]>([
    ['a question without a reply', 'processing', unknown],
    ['an outcome that is pending', 'processing', { failure: { reason: 'payment_pending', networkCode: null } }],
    ['a decline', 'failed', { failure: { reason: 'insufficient_funds', networkCode: null } }],
    ['a step of the payer, reported late', 'requires_action', { nextAction: { kind: 'wait', expiresAtMs: NOW_MS + 60_000 } }],
  ])('stays held after %s, and the processor is asked later', (_what, state, change) => {
    for (const step of [outcome(state, change), byItself(state, change)]) {
      const after = decideOn(held, step, NOW_MS);
      expect(after).toMatchObject({ status: 'processing', failure: { reason: 'payment_amount_tampered' } });
      expect(isHeld(after)).toBe(true);
      expect(nextRequestOf(after)?.dueAtMs).toBeGreaterThan(NOW_MS);
    }
  });

  it('is not paid again before an operator has settled what was paid', () => {
    const failed = decideOn(given([created(), begun()]).state, byItself('failed'), NOW_MS);
    const late = decideOn(failed, byItself('captured', OTHER_MONEY), NOW_MS);
    expect([late.status, isHeld(late)]).toEqual(['failed', true]);
    const confirm = { ...COMMANDS['payments.confirm'], answer: { processor: 'acquirer' } };
    const decider = paymentDecider(DEFAULT_PAYMENT_RULES);
    expect(decider.decide(confirm, late, { nowMs: NOW_MS })).toMatchObject({ refusal: { code: 'state_conflict' } });
    expect(decideOn(decideOn(late, notCaptured, NOW_MS), confirm, NOW_MS)).toMatchObject({ status: 'processing', attempt: { number: 2 } });
  });

  it('waits for people again when an operator has settled it and its processor speaks of other money once more', () => {
    const settled = decideOn(held, notCaptured, NOW_MS);
    expect([settled.status, isHeld(settled)]).toEqual(['failed', false]);
    const again = decideOn(settled, { ...COMMANDS['payments.confirm'], answer: { processor: 'acquirer' } }, NOW_MS);
    const other = byItself('captured', { ...OTHER_MONEY, reference: 'acq_2' });
    const twice = decideOn(again, { ...other, payload: { ...other.payload, attempt: 2 } }, NOW_MS);
    expect([twice.status, isHeld(twice)]).toEqual(['processing', true]);
    expect(decideOn(twice, notCaptured, NOW_MS)).toMatchObject({ status: 'failed', attempt: { number: 2 } });
  });
});

it.each([
  ['is open', given([created(), begun()]).state],
  ['had failed', decideOn(given([created(), begun()]).state, byItself('failed'), NOW_MS)],
])('what is captured of a payment that %s is refunded through the number that it was paid under', (_what, before) => {
  const other = decideOn(before, byItself('captured', { ...OTHER_MONEY, reference: 'acq_paid' }), NOW_MS);
  const captured = { type: 'payments.resolve', payload: { ...notCaptured.payload, as: 'captured', amount: AMOUNT - 1 } } as const;
  expect(decideOn(other, captured, NOW_MS)).toMatchObject({
    status: 'captured',
    attempt: { number: 1, reference: 'acq_paid', others: ['acq_1'] },
  });
});

describe('a payment that ended, whose processor then speaks of another amount', () => {
  const cancel = (state: PaymentState) => decideOn(decideOn(state, COMMANDS['payments.cancel'], NOW_MS), outcome('cancelled'), NOW_MS);
  const ended = {
    failed: decideOn(given([created(), begun()]).state, byItself('failed'), NOW_MS),
    cancelled: cancel(given([created(), waiting]).state),
  };

  it.each(['failed', 'cancelled'] as const)('and was %s waits for people, who say what was paid', (status) => {
    const late = decideOn(ended[status], byItself('captured', OTHER_MONEY), NOW_MS);
    expect(late).toMatchObject({ status, failure: { reason: 'payment_amount_tampered' } });
    expect(isHeld(late)).toBe(true);
    expect(decideOn(late, byItself('captured', OTHER_MONEY), NOW_MS)).toEqual(late);
    const captured = { type: 'payments.resolve', payload: { ...notCaptured.payload, as: 'captured', amount: AMOUNT - 1 } } as const;
    expect(decideOn(late, captured, NOW_MS)).toMatchObject({ status: 'captured', capturedAmount: AMOUNT - 1, lateAuthorized: true });
    expect(decideOn(late, notCaptured, NOW_MS)).toMatchObject({ status, resolution: { as: 'not_captured' } });
  });

  it.each(['failed', 'cancelled'] as const)('and was %s is asked about no more once that is settled', (status) => {
    let state = decideOn(decideOn(ended[status], byItself('captured', OTHER_MONEY), NOW_MS), notCaptured, NOW_MS);
    for (let asked = 0, due = nextRequestOf(state); due !== null; due = nextRequestOf(state)) {
      expect(++asked).toBeLessThan(3);
      state = decideOn(state, outcome('captured', OTHER_MONEY, due.dueAtMs), due.dueAtMs);
    }
    expect(isHeld(state)).toBe(false);
  });

  it('is not to be turned away any more: the processor is asked once more to do so at most', () => {
    let state = decideOn(given([created(), waiting]).state, COMMANDS['payments.cancel'], NOW_MS);
    for (let asked = 0, due = nextRequestOf(state); due?.processorRequest.kind === 'void'; due = nextRequestOf(state)) {
      expect(++asked).toBeLessThan(3);
      state = decideOn(state, outcome('captured', OTHER_MONEY, due.dueAtMs), due.dueAtMs);
    }
    expect([state.status, isHeld(state), nextRequestOf(state)?.processorRequest.kind]).toEqual(['cancelled', true, 'fetch']);
  });
});
