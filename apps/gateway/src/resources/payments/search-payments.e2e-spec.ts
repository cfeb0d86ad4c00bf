import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
/** Letters alone: digits may happen to be the number of a card, which is refused. */
const WORD = crypto
  .randomUUID()
  .replaceAll('-', '')
  .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
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
      ['an amount it is above', () => `amount>49999 amount<=50000 ${WORD}`],
      ['the way another API writes it', () => `status:'captured' AND metadata['order_id']:'${WORD}'`],
      ['what it is not', () => `${WORD} -status:failed -currency:USD -early`],
    ])('finds a payment by %s', async (_what, query) => {
      const answer = await search(query());
      expect([answer.status, idsOf(answer), answer.json.url]).toEqual([200, [id], '/v1/payments/search']);
    });

    it('finds nothing by what is not so', async () => {
      for (const query of [`${WORD} -status:captured`, `-${WORD} id:${id}`, `amount<50000 ${WORD}`, `status:failed ${WORD}`])
        expect(idsOf(await search(query))).toEqual([]);
    });

    it('has what was just written when it is named', async () => {
      for (let round = 0; round < 5; round++) {
        const reference_id = `order-${crypto.randomUUID()}`;
        const body = { amount: 50000, currency: 'INR', payment_method: 'upi', reference_id };
        const { json } = await merchant.post('/v1/payments', body);
        expect(idsOf(await merchant.get(`/v1/payments/search?query=reference_id:${reference_id}`))).toEqual([json.id]);
      }
    });

    it('takes the filters of the list too', async () => {
      expect(idsOf(await merchant.get(`/v1/payments/search?query=${WORD}&status=failed`))).toEqual([]);
    });

    it('finds nothing of another account', async () => {
      expect(idsOf(await merchant.with(hundi.otherTestKey).get(`/v1/payments/search?query=${WORD}`))).toEqual([]);
    });
  });

  describe('404', () => {
    it.each(['/v1/customers', '/v1/refunds', '/v1/kyc/verifications'])('says that there is no search at %s', async (path) => {
      const answer = await merchant.get(`${path}/search?query=${WORD}`);
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'route_unknown', null]);
      expect(answer.error.message).toBe(`Unrecognized request URL (GET ${path}/search). There is no search at ${path}.`);
      expect(answer.error.hint).toContain(`GET ${path} takes filters`);
    });
  });

  describe('400', () => {
    it.each([
      ['status:paid', 'may only contain'],
      ['foo:bar', 'foo is no field'],
      ['name:Asha', 'name is no field'],
      ['amount>12.50', 'must be an integer'],
      ['status>failed', 'cannot be compared'],
      ['"', 'quote'],
      [':', 'nothing to look for'],
      ['*', 'nothing to look for'],
      ['%', 'nothing to look for'],
      ['- hello', 'A minus must stand right before'],
    ])('does not take %s for words', async (query, why) => {
      const answer = await search(query);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'query parameter_invalid']);
      expect(answer.error.message).toContain(why);
    });

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
