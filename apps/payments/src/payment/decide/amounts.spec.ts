import { specificationOf } from '#decider';
import fc from 'fast-check';
import { paymentDecider } from '../../../test/payment-decider';
import { HISTORY, NOW_MS } from '../../../test/payment-histories';
import type { PaymentEvent } from '../events';
import { TAMPERED } from './mismatch';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const currencies = fc.constantFrom('INR', 'USD', 'AED', 'JPY', 'BHD', 'KWD');
/** One less than the largest, so that one more can be asked for. */
const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1 });

/** The same history of another amount and currency. */
function historyOf(events: readonly PaymentEvent[], amount: number, currency: string): PaymentEvent[] {
  return events.map((event) => {
    if (event.type === 'payment.created') return { ...event, data: { ...event.data, amount, currency } };
    if (event.type === 'payment.authorized') return { ...event, data: { ...event.data, amount } };
    if (event.type === 'payment.captured') return { ...event, data: { ...event.data, amount } };
    return event;
  });
}

/** Every amount in a sentence: its currency, the digits that are read, and the integer that is sent. */
function amountsIn(message = ''): [currency: string, read: number, sent: number][] {
  return [...message.matchAll(/([A-Z]{3}) ([\d,.]+) \((\d+) [a-z ]+\)/g)].map(([, currency = '', read = '', sent = '']) => [
    currency,
    Number(read.replace(/[,.]/g, '')),
    Number(sent),
  ]);
}

describe('an amount in a refusal reads back to the very integer', () => {
  it('of a capture: what was authorized', () => {
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        const capture = { type: 'payments.capture', payload: { amount: amount + 1 } } as const;
        const { refusal } = given(historyOf(HISTORY.authorized, amount, currency)).when(capture);
        expect(refusal?.code).toBe('capture_amount_exceeds_authorized');
        expect(amountsIn(refusal?.details?.message)).toEqual([[currency, amount, amount]]);
      }),
    );
  });

  it('of a refund: what is left, and what waits in other refunds', () => {
    fc.assert(
      fc.property(amounts, currencies, fc.double({ min: 0, max: 1, noNaN: true }), (amount, currency, share) => {
        const pending = Math.min(amount, Math.floor(amount * share));
        const reserved = { type: 'payment.refund_requested', data: { refundId: 'rfnd_a', amount: pending, reason: 'other' } } as const;
        const history = [...historyOf(HISTORY.captured, amount, currency), ...(pending > 0 ? [reserved] : [])];
        const left = amount - pending;
        const refund = { type: 'payments.request_refund', payload: { refundId: 'rfnd_b', amount: left + 1, reason: 'other' } } as const;
        const { refusal } = given(history).when(refund);
        expect([refusal?.code, refusal?.details?.amount_available]).toEqual(['refund_amount_exceeds_available', left]);
        expect(amountsIn(refusal?.details?.message)).toEqual(
          [left, ...(pending > 0 ? [pending] : [])].map((minor) => [currency, minor, minor]),
        );
      }),
    );
  });

  it.each(['processing', 'authorized'] as const)(
    'of what an operator decides, of a payment that is %s: the most that it may be',
    (status) => {
      const held: PaymentEvent =
        status === 'authorized'
          ? { type: 'payment.call_refused', data: { failure: TAMPERED } }
          : { type: 'payment.outcome_unknown', data: { failure: TAMPERED } };
      fc.assert(
        fc.property(amounts, currencies, (amount, currency) => {
          const payload = { as: 'captured', by: 'asha', note: 'seen in the dashboard', amount: amount + 1 } as const;
          const { refusal } = given([...historyOf(HISTORY[status], amount, currency), held]).when({ type: 'payments.resolve', payload });
          expect(refusal?.code).toBe('amount_too_large');
          expect(amountsIn(refusal?.details?.message)).toEqual([[currency, amount, amount]]);
        }),
      );
    },
  );
});
