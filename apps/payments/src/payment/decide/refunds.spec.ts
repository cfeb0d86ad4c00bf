import { specificationOf } from '#decider';
import { paymentDecider } from '../../../test/payment-decider';
import { HISTORY, NOW_MS, shortOf } from '../../../test/payment-histories';
import { created, PLAIN } from '../../../test/payment-stream';
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

  it.each([
    ['6000 and 6000', 6_000, 6_000, { amount_refunded: 10_000, amount_over_refunded: 2_000, status: 'refunded', refund_status: 'full' }],
    ['10000 and 1', 10_000, 1, { amount_refunded: 10_000, amount_over_refunded: 1, status: 'refunded', refund_status: 'full' }],
    ['10000 and 100', 10_000, 100, { amount_refunded: 10_000, amount_over_refunded: 100, status: 'refunded', refund_status: 'full' }],
    ['3000 and 8000', 3_000, 8_000, { amount_refunded: 10_000, amount_over_refunded: 1_000, status: 'refunded', refund_status: 'full' }],
    ['1 and 10000', 1, 10_000, { amount_refunded: 10_000, amount_over_refunded: 1, status: 'refunded', refund_status: 'full' }],
    ['3000 and 7000', 3_000, 7_000, { amount_refunded: 10_000, amount_over_refunded: 0, status: 'refunded', refund_status: 'full' }],
    ['3000 and 6999', 3_000, 6_999, { amount_refunded: 9_999, amount_over_refunded: 0, status: 'captured', refund_status: 'partial' }],
  ])('shows all that went out, with an event of the payment: %s', (_amounts, first, second, expected) => {
    const stream = created({ ...PLAIN, amount: 10_000 });
    for (const [refundId, amount, end] of [
      ['a', first, 'payments.refund_failed'],
      ['b', second, 'payments.refund_processed'],
    ] as const) {
      stream.send('payments.request_refund', { refundId, amount, reason: 'other' });
      stream.send(end, { refundId });
    }
    const { amount_refundable: before } = stream.resource;
    stream.send('payments.refund_processed', { refundId: 'a', amount: first });
    expect(stream.resource).toMatchObject(expected);
    expect(stream.published.at(-1)?.data).toMatchObject({ object: expected, previous_attributes: first > before ? expect.anything() : {} });
  });

  it('counts while another refund waits that has its amount, and that one may still fail', () => {
    const waiting = [...failed, ...ask(failed, 'b', 20_001).events];
    const gone = [...waiting, ...paid(waiting).events];
    expect(given(gone).state).toMatchObject({ status: 'captured', refunds: { pending: { b: 20_001 }, processed: { a: 30_000 } } });
    expect(paid(gone).events).toEqual([]);
    expect(ask(gone, 'c', 1).refusal).toMatchObject({ code: 'refund_amount_exceeds_available', details: { amount_available: 0 } });
    const freed = [...gone, ...given(gone).when({ type: 'payments.refund_failed', payload: { refundId: 'b' } }).events];
    expect(ask(freed, 'c', 20_001).refusal).toMatchObject({ details: { amount_available: 20_000 } });
    expect(ask(freed, 'c', 20_000).refusal).toBeNull();
  });

  it('is over for the operator when the bank returns either of the two, or when it came back another way', () => {
    const again = [
      ...failed,
      ...ask(failed, 'b', 50_000).events,
      { type: 'payment.refunded', data: { refundId: 'b', amount: 50_000 } } as const,
    ];
    const twice = [...again, ...paid(again).events];
    expect([hasOpenOverRefund(given(twice).state), shortOf(paid(again).events)]).toEqual([true, 'refund_exceeded']);
    for (const refundId of ['a', 'b']) {
      const { state } = given(twice).when({ type: 'payments.refund_failed', payload: { refundId } });
      expect([hasOpenOverRefund(state), state.status]).toEqual([false, refundId === 'a' ? 'refunded' : 'captured']);
    }
    const note = { as: 'settled', by: 'ops', note: 'sent back' } as const;
    const settled = given(twice).when({ type: 'payments.resolve', payload: note });
    expect(shortOf(settled.events)).toBe('resolved over_refund_recovered');
    expect([hasOpenOverRefund(settled.state), settled.state.status]).toEqual([false, 'refunded']);
    const returned = [...twice, ...settled.events, { type: 'payment.refund_returned', data: { refundId: 'b' } } as const];
    expect(ask(returned, 'c', 50_001).refusal).toMatchObject({ details: { amount_available: 50_000 } });
  });

  it('is not believed of a refund this payment never had', () => {
    expect(given(HISTORY.captured).when({ type: 'payments.refund_processed', payload: { refundId: 'x', amount: 1 } }).refusal?.code).toBe(
      'resource_missing',
    );
  });
});
