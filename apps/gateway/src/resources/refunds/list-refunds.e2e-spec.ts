import { hundiUnderTest } from '#testing';
import { ApiClient, problemsOf, type Answer } from '../../../test/api-client';
import { Refunds } from '../../../test/refunds';

const hundi = hundiUnderTest();

const idsOf = ({ json }: Answer): string[] => (json.data as { id: string }[]).map(({ id }) => id);

describe('lists of refunds', () => {
  let refunds: Refunds;
  let paymentId: string;
  let made: string[];
  let position: string;
  const list = (path: string): Promise<Answer> => refunds.api.get(path, { key: hundi.testKey });

  beforeAll(async () => {
    refunds = new Refunds(await ApiClient.connect(hundi.baseUrl), hundi.testKey);
    paymentId = await refunds.pay(50_000);
    const requests = [
      { amount: 1_000, reference_id: 'R-1', metadata: { ticket: 'T-1' } },
      { amount: 2_000, metadata: { sandbox_outcome: 'failed' } },
      { amount: 3_000, speed: 'instant', reason: 'duplicate' },
    ];
    made = [];
    for (const requested of requests) {
      const answer = await refunds.refund({ payment_id: paymentId, ...requested });
      made.push(String(answer.json.id));
      position = String(answer.headers['event-position']);
    }
  });

  describe('GET /v1/payments/{id}/refunds', () => {
    it('200: all of the payment, newest first, also those that failed, each as GET by id shows it', async () => {
      const answer = await list(`/v1/payments/${paymentId}/refunds?min_position=${position}`);
      expect([answer.status, idsOf(answer)]).toEqual([200, [...made].reverse()]);
      expect(answer.json).toMatchObject({ object: 'list', url: `/v1/payments/${paymentId}/refunds`, has_more: false, next_cursor: null });
      const newest = (answer.json.data as unknown[])[0];
      expect(newest).toEqual((await refunds.get(made[2] ?? '')).json);
    });

    it('200: page by page', async () => {
      const first = await list(`/v1/payments/${paymentId}/refunds?min_position=${position}&limit=2`);
      expect([first.json.has_more, idsOf(first)]).toEqual([true, [made[2], made[1]]]);
      const rest = await list(`/v1/payments/${paymentId}/refunds?limit=2&cursor=${String(first.json.next_cursor)}`);
      expect([rest.json.has_more, idsOf(rest)]).toEqual([false, [made[0]]]);
    });

    it('404: of a payment that is unknown or of another account', async () => {
      const others = await refunds.api.get(`/v1/payments/${paymentId}/refunds`, { key: hundi.otherTestKey });
      const unknownIds = await list('/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W/refunds');
      expect([others, unknownIds].map(({ status, error }) => [status, error.code])).toEqual([
        [404, 'resource_missing'],
        [404, 'resource_missing'],
      ]);
    });
  });

  describe('GET /v1/refunds', () => {
    it.each([
      ['status=failed', [1]],
      ['amount[gte]=2000&amount[lte]=2999', [1]],
      ['reference_id=R-1', [0]],
      ['metadata[ticket]=T-1', [0]],
      ['payment_method=upi&order=asc', [0, 1, 2]],
      ['payment_method=card', []],
      ['reason=duplicate', [2]],
      ['reason=requested_by_customer', [1, 0]],
      ['currency=INR&status=processed', [2, 0]],
    ])('200: filters by %s', async (filter, wanted) => {
      const answer = await list(`/v1/refunds?payment_id=${paymentId}&min_position=${position}&${filter}`);
      expect([answer.status, idsOf(answer)]).toEqual([200, wanted.map((index) => made[index])]);
    });

    it('400: names the reasons there are', async () => {
      const answer = await list('/v1/refunds?reason=boredom');
      expect(problemsOf(answer)).toEqual(['reason parameter_invalid']);
      expect(answer.error.message).toContain('requested_by_customer');
    });

    it('200: counts when asked to', async () => {
      const answer = await list(`/v1/refunds?payment_id=${paymentId}&min_position=${position}&include[]=total_count&limit=1`);
      expect(answer.json).toMatchObject({ total_count: 3, has_more: true });
    });

    it('400: names what is wrong', async () => {
      const answer = await list('/v1/refunds?payment_id=rfnd_1&status=lost&expand[]=data.orders');
      expect(answer.status).toBe(400);
      expect(problemsOf(answer).sort()).toEqual(['expand expand_invalid', 'payment_id parameter_invalid', 'status parameter_invalid']);
    });
  });

  describe('GET /v1/payments?refund_status=…', () => {
    it('200: finds payments by how much of them went back', async () => {
      const metadata = { run: crypto.randomUUID() };
      const pay = (): Promise<string> => refunds.pay(10_000, { metadata });
      const [none, part, whole] = [await pay(), await pay(), await pay()];
      await refunds.refund({ payment_id: part, amount: 100 });
      const { headers } = await refunds.refund({ payment_id: whole });
      const mine = `/v1/payments?metadata[run]=${metadata.run}&min_position=${headers['event-position']}`;
      const listed = async (filter: string): Promise<string[]> => idsOf(await list(`${mine}&${filter}`));
      expect(await listed('refund_status=partial')).toEqual([part]);
      expect(await listed('refund_status=full')).toEqual([whole]);
      expect(await listed('order=asc')).toEqual([none, part, whole]);
      expect(problemsOf(await list('/v1/payments?refund_status=none'))).toEqual(['refund_status parameter_invalid']);
    });
  });

  describe('expand[]', () => {
    it('shows the payment in a refund, and in each refund of a list', async () => {
      const { json: payment } = await refunds.payment(paymentId);
      const one = await list(`/v1/refunds/${made[0]}?expand[]=payment`);
      expect(one.json.payment).toEqual(payment);
      const all = await list(`/v1/refunds?payment_id=${paymentId}&min_position=${position}&expand[]=data.payment`);
      expect((all.json.data as { payment: unknown }[]).map((refund) => refund.payment)).toEqual([payment, payment, payment]);
    });

    it('shows the refunds in a payment, as current as the payment itself', async () => {
      const id = await refunds.pay(10_000);
      const answer = await refunds.refund({ payment_id: id, amount: 1_000, metadata: { sandbox_outcome: 'failed' } });
      const { json } = await list(`/v1/payments/${id}?expand[]=refunds`);
      expect(json.refunds).toEqual({ object: 'list', url: `/v1/payments/${id}/refunds`, has_more: false, data: [answer.json] });
    });
  });
});
