import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
const WORD = `w${crypto.randomUUID().replaceAll('-', '')}`;
const idsOf = ({ json }: Answer): string[] => (json.data as { id: string }[]).map(({ id }) => id);

describe('GET /v1/payments/search', () => {
  let merchant: Merchant;
  let id: string;
  let position: string;
  const search = (query: string): Promise<Answer> =>
    merchant.get(`/v1/payments/search?query=${encodeURIComponent(query)}&min_position=${position}`);

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const body = { amount: 50000, currency: 'INR', payment_method: 'upi', description: `Late ${WORD} order`, metadata: { order_id: WORD } };
    const created = await merchant.post('/v1/payments', body);
    id = String(created.json.id);
    position = String(created.headers['event-position']);
  });

  describe('200', () => {
    it.each<[string, () => string]>([
      ['a word of the description', () => WORD.toUpperCase()],
      ['several words', () => `order ${WORD}`],
      ['a key of metadata', () => `metadata.order_id:${WORD}`],
      ['its id', () => id],
      ['a field beside a word', () => `status:captured ${WORD}`],
    ])('finds a payment by %s', async (_what, query) => {
      const answer = await search(query());
      expect([answer.status, idsOf(answer), answer.json.url]).toEqual([200, [id], '/v1/payments/search']);
    });

    it('takes the filters of the list too', async () => {
      expect(idsOf(await merchant.get(`/v1/payments/search?query=${WORD}&status=failed`))).toEqual([]);
    });

    it('finds nothing of somebody else', async () => {
      expect(idsOf(await merchant.with(hundi.otherTestKey).get(`/v1/payments/search?query=${WORD}`))).toEqual([]);
    });
  });

  describe('400', () => {
    it.each([
      ['no text', '', 'query parameter_missing'],
      ['an empty one', 'query=', 'query parameter_invalid'],
      ['201 characters', `query=${'x'.repeat(201)}`, 'query parameter_invalid'],
      ['a card number', 'query=4111+1111+1111+1111', 'query parameter_invalid'],
    ])('refuses %s', async (_what, query, problem) => {
      const answer = await merchant.get(`/v1/payments/search?${query}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });
});
