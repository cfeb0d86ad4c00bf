import { hundiUnderTest } from '#testing';
import { ApiClient, problemsOf } from '../../../test/api-client';
import { Refunds, refundOf } from '../../../test/refunds';

const hundi = hundiUnderTest();
const UNKNOWN_PAYMENT = 'pay_0VbanWjR20xBimn7M2VGDl3W';
const CARD_THAT_REFUSES_REFUNDS = '4999000051000003';

describe('POST /v1/refunds', () => {
  let refunds: Refunds;

  beforeAll(async () => {
    refunds = new Refunds(await ApiClient.connect(hundi.baseUrl), hundi.testKey);
  });

  describe('201', () => {
    it('gives a part back: the refund is processed, and the payment shows how much is gone', async () => {
      const paymentId = await refunds.pay(50_000);
      const body = { payment_id: paymentId, amount: 20_000, reason: 'requested_by_customer', metadata: { ticket: 'T-1' } };
      const answer = await refunds.refund(body);
      expect(answer.status).toBe(201);
      expect(answer.headers.location).toBe(`/v1/refunds/${String(answer.json.id)}`);
      expect(answer.headers['event-position']).toMatch(/^[0-9]+$/);
      expect(refundOf(answer)).toMatchObject({
        object: 'refund',
        payment_id: paymentId,
        amount: 20_000,
        currency: 'INR',
        status: 'processed',
        reason: 'requested_by_customer',
        speed_requested: 'normal',
        speed_processed: 'normal',
        acquirer_reference: { rrn: expect.stringMatching(/^[0-9]{12}$/), arn: null, utr: null },
        metadata: { ticket: 'T-1' },
        livemode: false,
        failure_code: null,
        sequence: 2,
      });
      const { json } = await refunds.payment(paymentId);
      expect(json).toMatchObject({ status: 'captured', amount_refunded: 20_000, refund_status: 'partial', sequence: 4 });
    });

    it('gives back all that is left when no amount is named, and the payment is refunded', async () => {
      const paymentId = await refunds.pay(50_000);
      await refunds.refund({ payment_id: paymentId, amount: 20_000 });
      const rest = await refunds.refund({ payment_id: paymentId });
      expect(refundOf(rest)).toMatchObject({ amount: 30_000, status: 'processed' });
      const { json } = await refunds.payment(paymentId);
      expect(json).toMatchObject({ status: 'refunded', amount_refunded: 50_000, refund_status: 'full' });
    });

    it('answers the same refund for the same Idempotency-Key, and gives the money back once', async () => {
      const paymentId = await refunds.pay(50_000);
      const headers = { 'idempotency-key': `refund ${paymentId}` };
      const first = await refunds.refund({ payment_id: paymentId, amount: 10_000 }, headers);
      const again = await refunds.refund({ payment_id: paymentId, amount: 10_000 }, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      expect(again.headers.location).toBe(first.headers.location);
      expect((await refunds.payment(paymentId)).json).toMatchObject({ amount_refunded: 10_000 });
    });

    it('falls back to normal speed where instant cannot be done', async () => {
      const paymentId = await refunds.pay();
      const answer = await refunds.refund({ payment_id: paymentId, amount: 2_468, speed: 'instant' });
      expect(refundOf(answer)).toMatchObject({ speed_requested: 'instant', speed_processed: 'normal', status: 'processed' });
    });

    it('a refund that fails says why, and its amount can be refunded again', async () => {
      const card = { number: CARD_THAT_REFUSES_REFUNDS, expiry_month: 12, expiry_year: 2031, cvv: '123' };
      const paymentId = await refunds.pay(50_000, { payment_method: 'card', card });
      const answer = await refunds.refund({ payment_id: paymentId, amount: 50_000 });
      expect(answer.status).toBe(201);
      expect(refundOf(answer)).toMatchObject({ status: 'failed', failure_code: 'refund_failed', expected_by_at: null });
      expect(refundOf(answer).failure_reason).toMatch(/again\.$/);
      expect((await refunds.payment(paymentId)).json).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
      // The whole amount is there to be asked for once more.
      expect((await refunds.refund({ payment_id: paymentId, amount: 50_000 })).status).toBe(201);
    });

    it('the outcome can be chosen in the sandbox by metadata', async () => {
      const paymentId = await refunds.pay();
      const metadata = { sandbox_outcome: 'insufficient_balance' };
      expect(refundOf(await refunds.refund({ payment_id: paymentId, amount: 100, metadata }))).toMatchObject({
        status: 'failed',
        failure_code: 'insufficient_balance',
      });
    });
  });

  describe('400', () => {
    it('names every field at fault at once', async () => {
      const answer = await refunds.refund({ amount: '100', reason: 'late_authorization', speed: 'soon', description: 1, metadata: [] });
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual([
        'payment_id parameter_missing',
        'amount parameter_invalid',
        'reason parameter_invalid',
        'speed parameter_invalid',
        'description parameter_invalid',
        'metadata metadata_invalid',
      ]);
    });

    it.each([
      [0, 'amount_too_small'],
      [-1, 'parameter_invalid'],
      [1.5, 'parameter_invalid'],
      [50_001, 'refund_amount_exceeds_available'],
    ])('refuses the amount %s', async (amount, code) => {
      const paymentId = await refunds.pay(50_000);
      const { status, error } = await refunds.refund({ payment_id: paymentId, amount });
      expect([status, error.code, error.param]).toEqual([400, code, 'amount']);
    });

    it('says how much is left', async () => {
      const paymentId = await refunds.pay(50_000);
      await refunds.refund({ payment_id: paymentId, amount: 20_000 });
      const { error } = await refunds.refund({ payment_id: paymentId, amount: 30_001 });
      expect(error).toMatchObject({ code: 'refund_amount_exceeds_available', amount_available: 30_000 });
      expect(error.message).toContain('30000');
    });

    it('says how much stands in refunds that are pending, as the payment does', async () => {
      const paymentId = await refunds.pay(5_000);
      await refunds.refund({ payment_id: paymentId, amount: 2_470 });
      const show = async (): Promise<unknown> => (await refunds.payment(paymentId)).json.amount_refundable;
      expect(await show()).toBe(2_530);
      const { error } = await refunds.refund({ payment_id: paymentId, amount: 2_531 });
      expect(error.message).toBe(
        'amount must be at most INR 25.30 (2530 paise), what is left to refund. INR 24.70 (2470 paise) more is in refunds that are pending.',
      );
      await refunds.refund({ payment_id: paymentId, amount: 2_530 });
      expect(await show()).toBe(0);
    });

    it('changes amount_refundable of the payment never without an event of the payment', async () => {
      const paymentId = await refunds.pay(10_000);
      const shown = async (): Promise<unknown[]> => {
        const { json } = await refunds.payment(paymentId);
        const events = await refunds.api.get(`/v1/payments/${paymentId}/events`, { key: refunds.key });
        const [last] = events.json.data as { type: string; data: { object: Record<string, unknown> } }[];
        expect(last?.data.object.amount_refundable).toBe(json.amount_refundable);
        return [last?.type, json.amount_refundable];
      };
      const waiting = String((await refunds.refund({ payment_id: paymentId, amount: 2_470 })).json.id);
      expect(await shown()).toEqual(['payment.updated', 7_530]);
      await refunds.refund({ payment_id: paymentId, amount: 1_000 });
      expect(await shown()).toEqual(['payment.partially_refunded', 6_530]);
      await refunds.act(waiting, 'cancel');
      expect(await shown()).toEqual(['payment.updated', 9_000]);
    });

    it('refuses an outcome that the sandbox does not know, and reserves nothing', async () => {
      const paymentId = await refunds.pay(50_000);
      const { status, error } = await refunds.refund({ payment_id: paymentId, metadata: { sandbox_outcome: 'rain' } });
      expect([status, error.param]).toEqual([400, 'metadata.sandbox_outcome']);
      expect((await refunds.refund({ payment_id: paymentId })).status).toBe(201);
    });

    it('refuses a card number in a text', async () => {
      const paymentId = await refunds.pay();
      const { status, error } = await refunds.refund({ payment_id: paymentId, description: 'card 4111 1111 1111 1111' });
      expect([status, error.param]).toEqual([400, 'description']);
    });
  });

  describe('401 and 403', () => {
    it('needs a key', async () => {
      expect((await refunds.api.post('/v1/refunds', { body: {} })).status).toBe(401);
    });
  });

  describe('404', () => {
    it.each([
      ['nobody has', UNKNOWN_PAYMENT],
      ['is no id at all', 'pay_1'],
      ['is of another kind', 'rfnd_0VbanWjR20xBimn7M2VGDl3W'],
    ])('a payment that %s', async (_what, payment_id) => {
      const { status, error } = await refunds.refund({ payment_id, amount: 100 });
      expect([status, error.code, error.param]).toEqual([404, 'resource_missing', 'payment_id']);
    });

    it('a payment of another account is answered like one that does not exist', async () => {
      const others = new Refunds(refunds.api, hundi.otherTestKey);
      const { status, error } = await others.refund({ payment_id: await refunds.pay() });
      expect([status, error.code, error.param]).toEqual([404, 'resource_missing', 'payment_id']);
    });

    it('a payment of the other mode comes with a hint', async () => {
      const live = new Refunds(refunds.api, hundi.liveKey);
      const { status, error } = await live.refund({ payment_id: await refunds.pay() });
      expect([status, error.code]).toEqual([404, 'resource_missing']);
      expect(error.hint).toContain('test mode');
    });
  });

  describe('409', () => {
    it('a payment that was not captured', async () => {
      const paymentId = await refunds.pay(50_000, { upi: { flow: 'collect', vpa: 'insufficient@sandbox' } });
      const { status, error } = await refunds.refund({ payment_id: paymentId });
      expect([status, error.code]).toEqual([409, 'payment_not_refundable']);
      expect(error).toMatchObject({ reason: 'payment_not_captured', current_status: 'failed' });
    });

    it('a payment that is refunded in full', async () => {
      const paymentId = await refunds.pay();
      await refunds.refund({ payment_id: paymentId });
      const { status, error } = await refunds.refund({ payment_id: paymentId, amount: 1 });
      expect([status, error.code]).toEqual([409, 'payment_not_refundable']);
      expect(error).toMatchObject({ reason: 'payment_fully_refunded', current_status: 'refunded' });
    });
  });

  describe('422', () => {
    it('another body under the same Idempotency-Key', async () => {
      const paymentId = await refunds.pay();
      const headers = { 'idempotency-key': `other ${paymentId}` };
      await refunds.refund({ payment_id: paymentId, amount: 100 }, headers);
      const { status, error } = await refunds.refund({ payment_id: paymentId, amount: 200 }, headers);
      expect([status, error.code]).toEqual([422, 'idempotency_key_reused']);
    });
  });
});

describe('50 refunds at once', () => {
  let refunds: Refunds;

  beforeAll(async () => {
    refunds = new Refunds(await ApiClient.connect(hundi.baseUrl), hundi.testKey);
  });

  it.each([
    ['without Idempotency-Keys', () => ({})],
    ['with a key each', (paymentId: string, index: number) => ({ 'idempotency-key': `parallel ${paymentId} ${index}` })],
  ])('never give back more than was captured, %s', async (_how, headersOf) => {
    const paymentId = await refunds.pay(10_000);
    const body = { payment_id: paymentId, amount: 1_000 };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => refunds.refund(body, headersOf(paymentId, index))));
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(10);
    expect(new Set(accepted.map(({ json }) => json.id)).size).toBe(10);
    const refused = answers.filter(({ status }) => status !== 201).map(({ status, error }) => [status, error.code].join(' '));
    expect([...new Set(refused)]).toEqual(['409 payment_not_refundable']);
    expect((await refunds.payment(paymentId)).json).toMatchObject({ status: 'refunded', amount_refunded: 10_000 });
  });

  it('under one Idempotency-Key are one refund', async () => {
    const paymentId = await refunds.pay(10_000);
    const headers = { 'idempotency-key': `one ${paymentId}` };
    const answers = await Promise.all(Array.from({ length: 50 }, () => refunds.refund({ payment_id: paymentId, amount: 1_000 }, headers)));
    const good = answers.filter(({ status }) => status === 201);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    expect((await refunds.payment(paymentId)).json).toMatchObject({ amount_refunded: 1_000 });
  });
});
