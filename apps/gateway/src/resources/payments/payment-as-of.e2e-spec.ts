import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('GET /v1/payments/{id}?as_of=', () => {
  let merchant: Merchant;
  let payment: string;
  let createdAt: number;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    payment = await merchant.authorized();
    createdAt = Number((await merchant.get(payment)).json.created_at);
    await merchant.post(`${payment}/capture`, { amount: 100 });
  });

  describe('200', () => {
    it.each([
      [1, 'created', 0],
      [2, 'authorized', 0],
      [3, 'captured', 100],
    ])('shows the payment right after event %i, and names it', async (sequence, status, captured) => {
      const answer = await merchant.get(`${payment}?as_of=${sequence}`);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ status, amount_captured: captured, sequence });
      expect(answer.headers['as-of-sequence']).toBe(String(sequence));
    });

    it('shows it as it stood at a time, in seconds or as RFC 3339', async () => {
      const now = await merchant.get(payment);
      const later = createdAt + 3600;
      for (const time of [String(later), new Date(later * 1000).toISOString()]) {
        expect((await merchant.get(`${payment}?as_of=${time}`)).text).toBe(now.text);
      }
    });

    it('has the payment in the very second of its creation', async () => {
      expect((await merchant.get(`${payment}?as_of=${createdAt}`)).json.created_at).toBe(createdAt);
    });

    it('names no sequence without as_of', async () => {
      expect((await merchant.get(payment)).headers['as-of-sequence']).toBeUndefined();
    });
  });

  describe('400', () => {
    it.each(['yesterday', '-1', '', '2026-13-01T00:00:00Z', '123456789012'])('refuses %j', async (moment) => {
      const answer = await merchant.get(`${payment}?as_of=${moment}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'as_of parameter_invalid']);
    });

    it('refuses to expand other objects, which have histories of their own', async () => {
      const answer = await merchant.get(`${payment}?as_of=1&expand[]=refunds`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'expand parameters_exclusive']);
    });
  });

  describe('404', () => {
    it('says how many events there are, and that a payment did not exist then', async () => {
      const { id } = (await merchant.get(payment)).json;
      const [beyond, before] = [await merchant.get(`${payment}?as_of=4`), await merchant.get(`${payment}?as_of=${createdAt - 10}`)];
      expect(beyond.error).toMatchObject({ code: 'resource_missing', param: 'as_of', reason: 'as_of_out_of_range' });
      expect(beyond.error.message).toBe(`${String(id)} has 3 events so far: as_of takes 1 to 3, or a time.`);
      expect(before.error).toMatchObject({ code: 'resource_missing', param: 'as_of', reason: 'as_of_out_of_range' });
      expect(before.error.message).toBe(`${String(id)} did not exist then: it was created at ${createdAt}.`);
    });

    it('knows nothing of the time before, of an event to come, or of the payment of another account', async () => {
      const answers = await Promise.all([
        merchant.get(`${payment}?as_of=${createdAt - 10}`),
        merchant.get(`${payment}?as_of=99`),
        merchant.with(hundi.otherTestKey).get(`${payment}?as_of=1`),
      ]);
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([404, 'resource_missing']));
    });
  });
});
