import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();
const objectsOf = ({ json }: Answer): Record<string, unknown>[] => json.data as Record<string, unknown>[];

describe('GET /v1/payments/{id}/events', () => {
  let merchant: Merchant;
  let payment: string;
  const key = newKey();
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    payment = await merchant.captured({ customer: { name: 'Asha Verma', email: 'asha@example.com' } });
    await merchant.patch(payment, { description: 'paid' }, { 'idempotency-key': key });
  });

  describe('200', () => {
    it('tells the whole story, newest first, with who caused each step and by which request', async () => {
      const answer = await merchant.get(`${payment}/events?include[]=total_count`);
      expect(answer.json).toMatchObject({ object: 'list', url: `${payment}/events`, has_more: false, total_count: 4 });
      expect(objectsOf(answer).map(({ type, sequence }) => [sequence, type])).toEqual([
        [4, 'payment.updated'],
        [3, 'payment.captured'],
        [2, 'payment.authorized'],
        [1, 'payment.created'],
      ]);
      expect(objectsOf(answer)[0]).toMatchObject({
        actor: { type: 'api_key', id: expect.stringMatching(/^key_/) as string },
        request: { idempotency_key: key },
        data: { object: { description: 'paid' }, previous_attributes: { description: null } },
      });
    });

    it('shows the customer to keys that may read the payment', async () => {
      const [created] = objectsOf(await merchant.get(`${payment}/events?order=asc&limit=1`));
      expect(created).toMatchObject({
        type: 'payment.created',
        data: { object: { customer: { name: 'Asha Verma', email: 'asha@example.com' } } },
      });
    });

    it('is paged like every list', async () => {
      const first = await merchant.get(`${payment}/events?limit=3`);
      const second = await merchant.get(`${payment}/events?limit=3&cursor=${String(first.json.next_cursor)}`);
      expect([...objectsOf(first), ...objectsOf(second)].map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    });
  });

  describe('400', () => {
    it('refuses filters of other lists', async () => {
      const answer = await merchant.get(`${payment}/events?status=captured`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'status parameter_unknown']);
    });
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist', async () => {
      const answer = await merchant.with(hundi.otherTestKey).get(`${payment}/events`);
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'id']);
    });
  });
});

describe('GET /v1/payments/{id}/attempts', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it('200: shows every try with what became of it, newest first', async () => {
    const payment = await merchant.payment('failed', { payment_method: 'upi', upi: { flow: 'collect', vpa: 'insufficient@sandbox' } });
    await merchant.post(`${payment}/confirm`, { payment_method: 'upi', upi: { flow: 'collect', vpa: 'success@sandbox' } });
    const answer = await merchant.get(`${payment}/attempts`);
    expect(objectsOf(answer)).toMatchObject([
      { number: 2, status: 'captured', error: null },
      { number: 1, status: 'failed', error: { reason: 'insufficient_funds' } },
    ]);
  });

  it('404: answers a foreign payment like one that does not exist', async () => {
    const answer = await merchant.with(hundi.otherTestKey).get(`${await merchant.captured()}/attempts`);
    expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
  });
});
