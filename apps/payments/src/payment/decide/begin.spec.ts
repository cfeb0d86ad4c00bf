import { specificationOf } from '#decider';
import { paymentDecider } from '../../../test/payment-decider';
import { COMMANDS, HISTORY, NOW_MS } from '../../../test/payment-histories';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

describe('a payment with one attempt, which failed', () => {
  it.each([
    [0, 'state_conflict'],
    [1, undefined],
    [2, 'state_conflict'],
  ])('is confirmed by a payer who has seen %i attempts: %s', (attemptsSeen, code) => {
    const confirm = COMMANDS['payments.confirm'];
    const sent = { ...confirm, payload: { ...confirm.payload, attemptsSeen } };
    expect(given(HISTORY.failed).when(sent).refusal?.code).toBe(code);
  });
});
