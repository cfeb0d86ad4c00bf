import { specificationOf } from '#decider';
import { paymentDecider } from '../../../test/payment-decider';
import { AMOUNT, HISTORY, NOW_MS, shortOf } from '../../../test/payment-histories';
import type { PaymentEvent, PaymentTerms } from '../events';
import { TAMPERED } from './mismatch';
import { hasOpenOverRefund, isHeld } from './resolve';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const word = { by: 'asha', note: 'seen in the dashboard' };
const captured = (amount?: number) =>
  ({ type: 'payments.resolve', payload: { as: 'captured', ...word, ...(amount !== undefined && { amount }) } }) as const;
const notCaptured = { type: 'payments.resolve', payload: { as: 'not_captured', ...word } } as const;
const settled = { type: 'payments.resolve', payload: { as: 'settled', ...word } } as const;

const unknown: PaymentEvent = { type: 'payment.outcome_unknown', data: { failure: TAMPERED } };
const HELD = {
  processing: [...HISTORY.processing, unknown],
  authorized: [...HISTORY.authorized, { type: 'payment.call_refused', data: { failure: TAMPERED } }],
  failed: [...HISTORY.failed, unknown],
  expired: [
    ...HISTORY.processing,
    { type: 'payment.expired', data: { atMs: NOW_MS } },
    { type: 'payment.outcome_unknown', data: { failure: TAMPERED } },
  ],
} as const satisfies Record<string, readonly PaymentEvent[]>;

/** The same history of a payment that is for something. */
function withTerms(terms: Partial<PaymentTerms>, history: readonly PaymentEvent[]): PaymentEvent[] {
  return history.map((event) => (event.type === 'payment.created' ? { ...event, data: { ...event.data, ...terms } } : event));
}

describe('a payment held for a wrong amount', () => {
  it.each([
    ['processing', 'resolved authorized captured', 'resolved failed', 'failed'],
    ['authorized', 'resolved captured', 'resolved cancelled', 'cancelled'],
    ['failed', 'resolved late_authorized captured', 'resolved', 'failed'],
    ['expired', 'resolved late_authorized captured', 'resolved', 'expired'],
  ] as const)('%s: was taken (%s), or was not (%s)', (status, whenTaken, whenNot, end) => {
    const history: readonly PaymentEvent[] = HELD[status];
    expect(isHeld(given(history).state)).toBe(true);
    const taken = given(history).when(captured(AMOUNT - 1));
    expect(shortOf(taken.events)).toBe(whenTaken);
    expect(taken.state).toMatchObject({ status: 'captured', capturedAmount: AMOUNT - 1, resolution: { as: 'captured', ...word } });
    const not = given(history).when(notCaptured);
    expect([shortOf(not.events), not.state.status, isHeld(not.state)]).toEqual([whenNot, end, false]);
    expect(given([...history, ...not.events]).when(captured(AMOUNT)).refusal?.code).toBe('parameter_invalid');
  });

  it('is never captured for more than was asked for, or for nothing', () => {
    expect(given(HELD.processing).when(captured(AMOUNT + 1)).refusal?.code).toBe('amount_too_large');
    expect(given(HELD.processing).when(captured(0)).refusal?.code).toBe('amount_too_small');
    expect(given(HELD.processing).when(captured()).refusal?.code).toBe('parameter_missing');
  });

  it.each([{ invoiceId: 'in_1' }, { debit: { id: 'deb_1', attempt: 1 } }])(
    'for %j, which counts as paid with it, is never captured in part',
    (purpose) => {
      for (const held of Object.values(HELD)) {
        const history = withTerms(purpose, held);
        const { refusal, events } = given(history).when(captured(AMOUNT - 1));
        expect([refusal?.code, refusal?.details?.param, events]).toEqual(['parameter_invalid', 'amount', []]);
        expect(given(history).when(captured(AMOUNT)).state).toMatchObject({ status: 'captured', capturedAmount: AMOUNT });
      }
    },
  );

  it('is the only one that an operator may decide', () => {
    for (const status of ['processing', 'authorized', 'failed', 'captured'] as const)
      expect(given(HISTORY[status]).when(notCaptured).refusal?.details).toMatchObject({ reason: 'nothing_to_resolve' });
  });
});

it('what went back too much is settled once, and looked at again when more does', () => {
  const exceeded = (refundId: string): PaymentEvent => ({ type: 'payment.refund_exceeded', data: { refundId, amount: 1 } });
  const history = [...HISTORY.refunded, exceeded('rfnd_a')];
  expect(hasOpenOverRefund(given(history).state)).toBe(true);
  const done = given(history).when(settled);
  expect([shortOf(done.events), hasOpenOverRefund(done.state)]).toEqual(['resolved over_refund_recovered', false]);
  expect(given([...history, ...done.events]).when(settled).refusal?.code).toBe('parameter_invalid');
  expect(hasOpenOverRefund(given([...history, ...done.events, exceeded('rfnd_b')]).state)).toBe(true);
});
