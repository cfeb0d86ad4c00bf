import { hundiUnderTest } from '#testing';
import { ApiClient, problemsOf } from '../../../test/api-client';
import { Refunds, refundOf } from '../../../test/refunds';

const hundi = hundiUnderTest();
const UNKNOWN_REFUND = 'rfnd_0VbanWjR20xBimn7M2VGDl3W';
/** Refund amounts of the sandbox: one that is not sent yet, one that is sent and processed a minute later. */
const NOT_SENT = 2_470;
const SENT = 2_471;

describe('a refund that is there', () => {
  let refunds: Refunds;
  const made = async (amount: number): Promise<string> => {
    const answer = await refunds.refund({ payment_id: await refunds.pay(), amount, description: 'Before', metadata: { a: 1, b: 2 } });
    return String(answer.json.id);
  };

  beforeAll(async () => {
    refunds = new Refunds(await ApiClient.connect(hundi.baseUrl), hundi.testKey);
  });

  describe('GET /v1/refunds/{id}', () => {
    it('200: answers what the create answered', async () => {
      const created = await refunds.refund({ payment_id: await refunds.pay() });
      const found = await refunds.get(String(created.json.id));
      expect([found.status, found.text]).toEqual([200, created.text]);
    });

    it('404: for an id that is unknown, malformed or of another account', async () => {
      const others = new Refunds(refunds.api, hundi.otherTestKey);
      const answers = [await refunds.get(UNKNOWN_REFUND), await refunds.get('rfnd_1'), await others.get(await made(100))];
      expect(answers.map(({ status, error }) => [status, error.code, error.param])).toEqual(
        answers.map(() => [404, 'resource_missing', 'id']),
      );
    });
  });

  describe('POST /v1/test_helpers/refunds/{id}/simulate', () => {
    it.each([
      ['failed', 6_000, 6_000, 2_000],
      ['failed', 10_000, 1, 1],
      ['cancelled', 10_000, 100, 100],
      ['failed', 3_000, 8_000, 1_000],
    ])('200: pays out a refund that was %s (%i), and shows what went out twice: after %i, %i', async (end, amount, again, over) => {
      const paymentId = await refunds.pay(10_000);
      const metadata = { sandbox_outcome: end === 'failed' ? 'failed' : 'pending' };
      const first = String((await refunds.refund({ payment_id: paymentId, amount, metadata })).json.id);
      if (end === 'cancelled') expect((await refunds.act(first, 'cancel')).json.status).toBe('cancelled');
      expect((await refunds.refund({ payment_id: paymentId, amount: again })).json.status).toBe('processed');
      const { sequence } = (await refunds.payment(paymentId)).json;
      const body = { outcome: 'processed' };
      await refunds.api.post(`/v1/test_helpers/refunds/${first}/simulate`, { key: refunds.key, body });
      expect((await refunds.payment(paymentId)).json).toMatchObject({
        status: 'refunded',
        refund_status: 'full',
        amount_refunded: 10_000,
        amount_over_refunded: over,
        amount_refundable: 0,
        sequence: Number(sequence) + 1,
      });
    });
  });

  describe('PATCH /v1/refunds/{id}', () => {
    it('200: merges: what is left out stays, null removes', async () => {
      const id = await made(100);
      const answer = await refunds.patch(id, { reference_id: 'R-1', description: null, metadata: { a: null, c: 'x' } });
      expect(answer.status).toBe(200);
      expect(refundOf(answer)).toMatchObject({ reference_id: 'R-1', description: null, metadata: { b: 2, c: 'x' }, sequence: 3 });
      expect((await refunds.get(id)).text).toBe(answer.text);
    });

    it('200: a change of nothing is no event', async () => {
      const id = await made(100);
      const answer = await refunds.patch(id, { description: 'Before', metadata: { a: 1 } });
      expect([answer.status, answer.json.sequence, answer.headers['event-position']]).toEqual([200, 2, undefined]);
    });

    it('400: names the field', async () => {
      const answer = await refunds.patch(await made(100), { description: 7, metadata: { deep: {} } });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'description parameter_invalid', 'metadata metadata_invalid']);
    });

    it('400: the metadata never has more than 50 keys', async () => {
      const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`k${index}`, index]));
      const { status, error } = await refunds.patch(await made(100), { metadata: many });
      expect([status, error.code, error.param]).toEqual([400, 'metadata_invalid', 'metadata']);
    });

    it('404', async () => {
      expect((await refunds.patch(UNKNOWN_REFUND, {})).status).toBe(404);
    });
  });

  describe('POST /v1/refunds/{id}/cancel', () => {
    it('200: while it was not sent, and the amount is there again', async () => {
      const paymentId = await refunds.pay(NOT_SENT);
      const created = await refunds.refund({ payment_id: paymentId });
      expect(refundOf(created)).toMatchObject({ status: 'pending', amount: NOT_SENT, speed_processed: null });
      const blocked = await refunds.refund({ payment_id: paymentId, amount: 1 });
      expect(blocked.error).toMatchObject({ code: 'refund_amount_exceeds_available', amount_available: 0 });
      const answer = await refunds.act(String(created.json.id), 'cancel');
      expect([answer.status, refundOf(answer).status]).toEqual([200, 'cancelled']);
      expect((await refunds.refund({ payment_id: paymentId, amount: 1 })).status).toBe(201);
    });

    it('200: the same answer for the same Idempotency-Key', async () => {
      const id = await made(NOT_SENT);
      const headers = { 'idempotency-key': `cancel ${id}` };
      const [first, again] = [await refunds.act(id, 'cancel', headers), await refunds.act(id, 'cancel', headers)];
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    });

    it('409: once it was sent it cannot be recalled', async () => {
      const { status, error } = await refunds.act(await made(SENT), 'cancel');
      expect([status, error.code]).toEqual([409, 'state_conflict']);
      expect(error).toMatchObject({ reason: 'refund_sent', current_status: 'pending', allowed_from: null });
    });

    it('409: the money is back already', async () => {
      const { status, error } = await refunds.act(await made(100), 'cancel');
      expect([status, error.code]).toEqual([409, 'refund_already_processed']);
    });

    it('404', async () => {
      expect((await refunds.act(UNKNOWN_REFUND, 'cancel')).status).toBe(404);
    });
  });
});
