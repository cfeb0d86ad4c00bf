import { join } from 'node:path';
import { REFUND_EVENT_TYPES, type CreatePaymentPayload, type PaymentResource, type RefundResource } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { byVpa, NOW_MS, PLAIN } from '../../test/payment-stream';
import { StreamsInMemory, type Answer } from '../../test/streams-in-memory';
import vectors from '../processors/sandbox/vectors.json';
import { REFUND_PUBLIC_NAME } from './publish';
import { systemRefundIdOf } from '../payment/attempt-id';
import { evolve } from '../payment/evolve';
import { attemptOf, type PaymentState } from '../payment/state';
import { refundIdsOf } from './ids';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CARD = { scenario: '0000', brand: 'visa', last4: '0005', expiryMonth: 12, expiryYear: 2030, international: false } as const;

/** A merchant of one account, at the times the test names. */
class Merchant {
  readonly streams: StreamsInMemory;

  constructor(...rules: ConstructorParameters<typeof StreamsInMemory>) {
    this.streams = new StreamsInMemory(...rules);
  }

  pay(payload: CreatePaymentPayload = PLAIN, nowMs = NOW_MS): string {
    const id = this.streams.newId('payment', nowMs);
    this.streams.send('payments.create', id, payload, nowMs);
    return id;
  }

  refund(paymentId: string, more: object = {}, nowMs = NOW_MS): { id: string; answer: Answer } {
    const id = this.streams.newId('refund', nowMs);
    const payload = { refundId: id, amount: null, reason: 'requested_by_customer', speed: 'normal', ...more };
    return { id, answer: this.streams.send('payments.request_refund', paymentId, payload, nowMs) };
  }

  payment = (id: string): PaymentResource => this.streams.resource<PaymentResource>(id);
  refundOf = (id: string): RefundResource => this.streams.resource<RefundResource>(id);
  /** Refunds without a request. */
  systemRefunds = (): RefundResource[] => [...this.streams.streams.keys()].filter((id) => id.startsWith('rfnd_')).map(this.refundOf);
}

describe('events', () => {
  it('of every type ever written fold to the state they led to', () => {
    const { streams } = new Merchant();
    assertGoldenFiles(join(__dirname, 'golden'), streams.aggregateOf('rfnd_'));
    assertGoldenFiles(join(__dirname, '../reference/golden'), streams.aggregateOf('pref_'));
  });

  it('publish only names of the catalog, and each name of it has a fact behind it', () => {
    const names = Object.values(REFUND_PUBLIC_NAME).filter((name) => name !== null);
    expect([...new Set(names)].sort()).toEqual([...REFUND_EVENT_TYPES].sort());
  });
});

describe('a refund says whose money it is, and has one shape', () => {
  const waiting = { ...PLAIN, returnUrl: 'https://shop.example/back' };
  const simulate = ({ streams }: Merchant, id: string, outcome: string) => streams.send('payments.simulate', id, { outcome }, NOW_MS);

  it.each<[string, RefundResource['reason'], boolean, (merchant: Merchant) => void]>([
    ['a merchant', 'requested_by_customer', false, (merchant) => merchant.refund(merchant.pay())],
    [
      'late money',
      'late_authorization',
      false,
      (merchant) => {
        const id = merchant.pay(waiting);
        merchant.streams.send('payments.cancel', id, { reason: null }, NOW_MS);
        simulate(merchant, id, 'captured');
      },
    ],
    [
      'a released authorization',
      'order_cancelled',
      true,
      (merchant) => merchant.streams.send('payments.cancel', merchant.pay({ ...PLAIN, captureMethod: 'manual' }), { reason: null }, NOW_MS),
    ],
    [
      'an authorization that was not captured in time',
      'uncaptured_expired',
      true,
      (merchant) => {
        merchant.pay({ ...PLAIN, captureMethod: 'manual' });
        merchant.streams.wakeDue(NOW_MS + 3 * DAY_MS);
      },
    ],
  ])('asked for by %s', (_origin, reason, unapplied, make) => {
    const merchant = new Merchant();
    make(merchant);
    expect(merchant.systemRefunds()).toMatchObject([{ reason, unapplied, processor: 'sandbox', amount: 50_000, status: 'processed' }]);
    const [created] = merchant.streams.log.filter(({ type }) => type === 'refund.created');
    const { exceedsCapture: _unapplied, ...terms } = created?.data as Record<string, unknown>;
    expect(Object.keys(terms).sort()).toEqual(['amount', 'currency', 'expectedByMs', 'paymentId', 'reason', 'speed', 'target']);
  });
});

describe('a refund in the sandbox', () => {
  it('is reserved, created, processed and taken off the payment in one go, and answers with itself', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay();
    const before = merchant.streams.log.length;
    const { id, answer } = merchant.refund(paymentId, { amount: 20_000, description: 'Half', metadata: { ticket: 'T' }, referenceId: 'R' });
    expect(merchant.streams.log.slice(before).map(({ type }) => type)).toEqual([
      'payment.refund_requested',
      'refund.created',
      'refund.processed',
      'payment.partially_refunded',
    ]);
    expect(answer).toMatchObject({ status: 201, streamId: id, body: { id, status: 'processed', description: 'Half', reference_id: 'R' } });
    expect(merchant.payment(paymentId)).toMatchObject({ amount_refunded: 20_000, refund_status: 'partial' });
  });

  it.each(vectors.refund_amounts_minor)('an amount of $amount is $status', (row) => {
    const merchant = new Merchant();
    const paymentId = merchant.pay();
    const speed = row.speed_requested ?? 'normal';
    const { id } = merchant.refund(paymentId, { amount: row.amount, speed });
    expect(merchant.refundOf(id)).toMatchObject({ status: row.status, speed_processed: row.speed_processed ?? null });
    merchant.streams.wakeDue(NOW_MS + MINUTE_MS);
    const status = row.then?.status ?? row.status;
    expect(merchant.refundOf(id).status).toBe(status);
    expect(merchant.payment(paymentId).amount_refunded).toBe(status === 'processed' ? row.amount : 0);
  });

  it('that fails gives the amount back to what can be refunded', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay();
    merchant.refund(paymentId, { metadata: { sandbox_outcome: 'failed' } });
    expect(merchant.refund(paymentId).answer).toMatchObject({ status: 201, body: { amount: 50_000, status: 'processed' } });
  });

  it('that the bank returns fails after it was processed: the payment is captured again', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay();
    const { id } = merchant.refund(paymentId, { metadata: { sandbox_outcome: 'refund_returned' } });
    expect([merchant.refundOf(id).status, merchant.payment(paymentId).status]).toEqual(['processed', 'refunded']);
    merchant.streams.wakeDue(NOW_MS + MINUTE_MS);
    expect(merchant.refundOf(id)).toMatchObject({
      status: 'failed',
      failure_code: 'refund_returned',
      processed_at: NOW_MS / 1000,
      failed_at: NOW_MS / 1000 + 60,
    });
    expect(merchant.payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
    expect(merchant.refund(paymentId, {}, NOW_MS + 2 * MINUTE_MS).answer).toMatchObject({ status: 201 });
  });

  it('with a wish the sandbox does not know is refused, and nothing is stored of it or of the reservation', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay();
    const before = merchant.streams.log.length;
    const { answer } = merchant.refund(paymentId, { metadata: { sandbox_outcome: 'rain' } });
    expect(answer).toMatchObject({ refusal: { code: 'parameter_invalid', details: { param: 'metadata.sandbox_outcome' } } });
    expect(merchant.streams.log).toHaveLength(before);
  });

  it('that waits can be cancelled until it is sent, and is sent when its time has come', () => {
    const merchant = new Merchant({}, { sendDelayMs: 10 * MINUTE_MS });
    const paymentId = merchant.pay();
    const [cancelled, sent] = [merchant.refund(paymentId, { amount: 10_000 }), merchant.refund(paymentId, { amount: 10_000 })];
    expect(merchant.refundOf(cancelled.id).status).toBe('pending');
    merchant.streams.send('refunds.cancel', cancelled.id, {}, NOW_MS);
    merchant.streams.wakeDue(NOW_MS + 10 * MINUTE_MS);
    expect([merchant.refundOf(cancelled.id).status, merchant.refundOf(sent.id).status]).toEqual(['cancelled', 'processed']);
    expect(merchant.payment(paymentId)).toMatchObject({ amount_refunded: 10_000 });
  });

  it('is refused when the payment is too old', () => {
    const merchant = new Merchant();
    const { answer } = merchant.refund(merchant.pay(), {}, NOW_MS + 180 * DAY_MS);
    expect(answer).toMatchObject({ refusal: { code: 'payment_not_refundable', details: { reason: 'refund_window_over' } } });
  });

  it('shows every field of the resource, null when empty', () => {
    const merchant = new Merchant();
    const fields = Object.values(merchant.refundOf(merchant.refund(merchant.pay()).id));
    expect(fields).toHaveLength(26);
    expect(fields).not.toContain(undefined);
  });
});

describe('money that turns up late', () => {
  const late = (referenceId?: string): CreatePaymentPayload => ({ ...byVpa('late@sandbox'), ...(referenceId && { referenceId }) });
  const lived = (merchant: Merchant): void => {
    merchant.streams.wakeDue(NOW_MS + 10_000);
    merchant.streams.wakeDue(NOW_MS + 40_000);
  };

  it('goes back by a refund when the policy says so, and the payment is refunded', () => {
    const merchant = new Merchant({ lateAuthorization: 'refund' });
    const paymentId = merchant.pay(late());
    lived(merchant);
    expect(merchant.payment(paymentId)).toMatchObject({ status: 'refunded', late_authorized: true, amount_refunded: 50_000 });
    expect(merchant.systemRefunds()).toMatchObject([
      { payment_id: paymentId, amount: 50_000, reason: 'late_authorization', status: 'processed' },
    ]);
  });

  it('is captured by default: the order is not paid yet', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(late('order-1'));
    merchant.pay({ ...PLAIN, referenceId: 'order-2' });
    lived(merchant);
    expect(merchant.payment(paymentId)).toMatchObject({ status: 'captured', late_authorized: true });
    expect(merchant.systemRefunds()).toEqual([]);
  });

  it('goes back when another payment of the same reference has paid the order meanwhile', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(late('order-1'));
    merchant.pay({ ...PLAIN, referenceId: 'order-1' }, NOW_MS + 20_000);
    lived(merchant);
    expect(merchant.payment(paymentId).status).toBe('refunded');
    expect(merchant.systemRefunds()).toMatchObject([{ reason: 'late_authorization', payment_id: paymentId }]);
  });

  it('is captured when that other payment was refunded in full before', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(late('order-1'));
    merchant.refund(merchant.pay({ ...PLAIN, referenceId: 'order-1' }));
    lived(merchant);
    expect(merchant.payment(paymentId).status).toBe('captured');
  });

  it('counts a payment under the reference it has now, not the one it had', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(late('order-1'));
    const other = merchant.pay({ ...PLAIN, referenceId: 'order-2' });
    merchant.streams.send('payments.update', other, { referenceId: 'order-1' }, NOW_MS);
    lived(merchant);
    expect(merchant.payment(paymentId).status).toBe('refunded');
  });
});

describe('an order that is paid once', () => {
  const once = { ...PLAIN, referenceId: 'order-1', rules: { uniqueReferenceId: true } };

  it('is not paid by a second payment while the first is captured, and is again after a refund of the whole', () => {
    const merchant = new Merchant();
    const first = merchant.pay(once);
    const second = merchant.streams.send('payments.create', merchant.streams.newId('payment', NOW_MS), once, NOW_MS);
    expect(second).toMatchObject({ refusal: { code: 'resource_already_exists', details: { existing_id: first } } });
    merchant.refund(first, { amount: 1 });
    expect(merchant.streams.send('payments.create', merchant.streams.newId('payment', NOW_MS), once, NOW_MS)).toHaveProperty('refusal');
    merchant.refund(first);
    expect(merchant.payment(merchant.pay(once)).status).toBe('captured');
  });

  it.each([undefined, 'capture', 'hold'] as const)(
    'gives back the money of a second one, with late_authorization %s',
    (lateAuthorization) => {
      const merchant = new Merchant();
      const rules = { ...once.rules, ...(lateAuthorization && { lateAuthorization }) };
      const late = merchant.pay({ ...once, ...byVpa('late@sandbox'), rules });
      const slow = merchant.pay({ ...once, ...byVpa('slow@sandbox'), rules });
      const paid = merchant.pay(once);
      merchant.streams.wakeDue(NOW_MS + 10_000);
      merchant.streams.send('payments.simulate', late, { outcome: 'captured' }, NOW_MS + 11_000);
      merchant.streams.wakeDue(NOW_MS + MINUTE_MS);
      expect([late, slow, paid].map((id) => merchant.payment(id).status)).toEqual(['refunded', 'refunded', 'captured']);
    },
  );

  it('is unknown to accounts that have not asked for it', () => {
    const merchant = new Merchant();
    const { rules: _none, ...plain } = once;
    expect([merchant.pay(plain), merchant.pay(plain)].map((id) => merchant.payment(id).status)).toEqual(['captured', 'captured']);
  });
});

describe('money that no payment needs', () => {
  const manual = (payload: CreatePaymentPayload): CreatePaymentPayload => ({ ...payload, captureMethod: 'manual' });

  it('of an authorization that ran out goes back by a refund where it has moved already', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(manual(PLAIN));
    merchant.streams.wakeDue(NOW_MS + 3 * DAY_MS);
    expect(merchant.payment(paymentId)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'uncaptured_expired',
      amount_captured: 0,
      amount_refunded: 0,
    });
    expect(merchant.systemRefunds()).toMatchObject([
      { payment_id: paymentId, amount: 50_000, reason: 'uncaptured_expired', status: 'processed' },
    ]);
  });

  it('is listed with the refund of an earlier release when more comes', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay({ ...manual(PLAIN), rules: { lateAuthorization: 'refund' } });
    merchant.streams.send('payments.cancel', paymentId, { reason: null }, NOW_MS);
    const { state } = merchant.streams.streams.get(paymentId)! as { state: PaymentState };
    const more = evolve(state, { type: 'payment.late_authorized', data: { attempt: attemptOf(state)!, amount: 50_000, atMs: NOW_MS } });
    for (const known of [state, more, evolve(more, { type: 'payment.captured', data: { amount: 50_000, atMs: NOW_MS } })])
      expect(refundIdsOf(paymentId, known)).toEqual(merchant.systemRefunds().map(({ id }) => id));
  });

  it('of a cancelled authorization goes back in the same way', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(manual(PLAIN));
    merchant.streams.send('payments.cancel', paymentId, { reason: 'abandoned' }, NOW_MS);
    expect(merchant.systemRefunds()).toMatchObject([{ payment_id: paymentId, reason: 'order_cancelled', status: 'processed' }]);
  });

  it('of a card was only held: it is let go, and there is nothing to refund', () => {
    const merchant = new Merchant();
    merchant.pay(manual({ ...PLAIN, methods: ['card'], instrument: { method: 'card', card: CARD } }));
    merchant.streams.wakeDue(NOW_MS + 3 * DAY_MS);
    expect(merchant.systemRefunds()).toEqual([]);
  });

  it('of an attempt that paid beside the one that counts goes back once, whole, and not from the captured amount', () => {
    const merchant = new Merchant();
    const paymentId = merchant.pay(byVpa('insufficient@sandbox'));
    merchant.streams.send('payments.confirm', paymentId, { instrument: PLAIN.instrument }, NOW_MS);
    const instrument = { method: 'upi', flow: 'collect', vpa: 'insufficient@sandbox' };
    const answer = { processor: 'sandbox', reference: 'sbx_n_1_1', state: 'captured', amount: 50_000, instrument };
    for (let times = 0; times < 2; times++) merchant.streams.send('payments.record_outcome', paymentId, { attempt: 1, answer }, NOW_MS);
    expect(merchant.payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
    expect(merchant.systemRefunds()).toMatchObject([{ payment_id: paymentId, reason: 'duplicate', amount: 50_000, status: 'processed' }]);
    expect(JSON.stringify(merchant.streams.log.filter(({ type }) => type === 'refund.created'))).not.toContain('insufficient@sandbox');
  });
});

it('no two refunds that Hundi asks for by itself have the same id', () => {
  const paymentId = 'pay_0QvAb12c07ABCDEFGHIJKLzz';
  const ids = Array.from({ length: 3_842 }, (_, index) => systemRefundIdOf(paymentId, { kind: 'overpayment', attempt: index + 1 }));
  const all = [...ids, systemRefundIdOf(paymentId, { kind: 'released' }), 'rfnd_0QvAb12c07ABCDEFGHIJKLzz'];
  expect(new Set(all).size).toBe(3_844);
  expect(all.every((id) => /^rfnd_0QvAb12c07[0-9A-Za-z]{14}$/.test(id))).toBe(true);
});
