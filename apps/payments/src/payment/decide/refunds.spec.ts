import { specificationOf } from '#decider';
import { paymentDecider } from '../../../test/payment-decider';
import { HISTORY, NOW_MS } from '../../../test/payment-histories';
import type { PaymentEvent } from '../events';
import { hasOpenOverRefund } from './resolve';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

describe('a refund that failed and went through after all', () => {
  const ask = (history: readonly PaymentEvent[], refundId: string, amount: number) =>
    given(history).when({ type: 'payments.request_refund', payload: { refundId, amount, reason: 'other' } });
  const failed = [
    ...HISTORY.captured,
    ...ask(HISTORY.captured, 'a', 30_000).events,
    { type: 'payment.refund_released', data: { refundId: 'a' } } as const,
  ];
  const paid = (history: readonly PaymentEvent[]) =>
    given(history).when({ type: 'payments.refund_processed', payload: { refundId: 'a', amount: 30_000 } });

  it('counts as refunded while there is enough left, once', () => {
    const { events, state } = paid(failed);
    expect(state).toMatchObject({ status: 'captured', refunds: { processed: { a: 30_000 }, released: [] } });
    expect(paid([...failed, ...events]).events).toEqual([]);
  });

  it('completes the refund of the payment', () => {
    const history = [
      ...failed,
      ...ask(failed, 'b', 20_000).events,
      { type: 'payment.partially_refunded', data: { refundId: 'b', amount: 20_000 } } as const,
    ];
    expect(paid(history).state.status).toBe('refunded');
  });

  it('is kept apart when its amount was given away again, and may still come back from the bank', () => {
    const history = [...failed, ...ask(failed, 'b', 20_001).events];
    const exceeded = paid(history);
    expect(exceeded.state).toMatchObject({
      status: 'captured',
      refunds: { pending: { b: 20_001 }, processed: {}, overRefunded: { a: 30_000 } },
    });
    expect(paid([...history, ...exceeded.events]).events).toEqual([]);
    const back = given([...history, ...exceeded.events]).when({ type: 'payments.refund_failed', payload: { refundId: 'a' } });
    expect(back.state).toMatchObject({ refunds: { pending: { b: 20_001 }, processed: {}, overRefunded: {}, released: ['a'] } });
  });

  it('leaves nothing of it to be refunded once more, until an operator has settled it', () => {
    const reserved = [...failed, ...ask(failed, 'b', 20_001).events];
    const exceeded = [...reserved, ...paid(reserved).events];
    expect(ask(exceeded, 'c', 1).refusal).toMatchObject({ code: 'refund_amount_exceeds_available', details: { amount_available: 0 } });
    const released: PaymentEvent[] = [...exceeded, { type: 'payment.refund_released', data: { refundId: 'b' } }];
    expect(ask(released, 'c', 20_001).refusal).toMatchObject({ details: { amount_available: 20_000 } });
    expect(ask(released, 'c', 20_000).refusal).toBeNull();
    const note = { as: 'settled', by: 'ops', note: 'sent back' } as const;
    const settled = [...released, ...given(released).when({ type: 'payments.resolve', payload: note }).events];
    expect(ask(settled, 'c', 50_000).refusal).toBeNull();
  });

  it.each(['payment.refund_released', 'payment.refund_returned'] as const)(
    'counts once the refund that had its amount fails as well (%s): nothing went back twice',
    (end) => {
      const again = [...failed, ...ask(failed, 'b', 50_000).events];
      const gone = { type: 'payment.refunded', data: { refundId: 'b', amount: 50_000 } } as const;
      const history = end === 'payment.refund_returned' ? [...again, gone] : again;
      const exceeded = [...history, ...paid(history).events];
      const { events, state } = given(exceeded).when({ type: 'payments.refund_failed', payload: { refundId: 'b' } });
      expect(events.map(({ type }) => type)).toEqual([end, 'payment.partially_refunded']);
      expect(state).toMatchObject({ status: 'captured', refunds: { pending: {}, processed: { a: 30_000 }, overRefunded: {} } });
      expect([hasOpenOverRefund(state), ask([...exceeded, ...events], 'c', 20_001).refusal?.code]).toEqual([
        false,
        'refund_amount_exceeds_available',
      ]);
    },
  );

  it('does not count when an operator has settled it before the other one fails', () => {
    const reserved = [...failed, ...ask(failed, 'b', 50_000).events];
    const exceeded = [...reserved, ...paid(reserved).events];
    const note = { as: 'settled', by: 'ops', note: 'sent back' } as const;
    const settled = [...exceeded, ...given(exceeded).when({ type: 'payments.resolve', payload: note }).events];
    const { events } = given(settled).when({ type: 'payments.refund_failed', payload: { refundId: 'b' } });
    expect(events.map(({ type }) => type)).toEqual(['payment.refund_released']);
  });

  it('is not believed of a refund this payment never had', () => {
    expect(given(HISTORY.captured).when({ type: 'payments.refund_processed', payload: { refundId: 'x', amount: 1 } }).refusal?.code).toBe(
      'resource_missing',
    );
  });
});
