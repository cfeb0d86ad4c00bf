import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/payments/{id}/capture', () => {
  let merchant: Merchant;
  let payment: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    payment = await merchant.authorized();
  });

  describe('200', () => {
    it.each([
      ['no body', undefined],
      ['an empty one', {}],
    ])('takes all that was authorized with %s', async (_what, body) => {
      const answer = await merchant.post(`${payment}/capture`, body);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ status: 'captured', amount_captured: 50000, amount_capturable: 0 });
    });

    it('takes a part and releases the rest', async () => {
      const answer = await merchant.post(`${payment}/capture`, { amount: 20000 });
      expect(answer.json).toMatchObject({ status: 'captured', amount: 50000, amount_captured: 20000, amount_capturable: 0 });
    });

    it('captures once, however often the request is repeated with its key', async () => {
      const headers = { 'idempotency-key': newKey() };
      const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.post(`${payment}/capture`, { amount: 100 }, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ headers: sent }) => sent['idempotent-replayed'] === 'true')).toHaveLength(4);
    });
  });

  describe('400', () => {
    it.each([
      ['text', { amount: '100' }, 'amount parameter_invalid'],
      ['a fraction', { amount: 1.5 }, 'amount parameter_invalid'],
      ['zero', { amount: 0 }, 'amount amount_too_small'],
      ['more than was authorized', { amount: 50001 }, 'amount capture_amount_exceeds_authorized'],
    ])('refuses %s as the amount', async (_what, body, problem) => {
      const answer = await merchant.post(`${payment}/capture`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
      expect((await merchant.get(payment)).json.status).toBe('authorized');
    });
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist', async () => {
      const answer = await merchant.with(hundi.otherTestKey).post(`${payment}/capture`);
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
    });
  });

  describe('409', () => {
    it('refuses a second capture by its own name', async () => {
      await merchant.post(`${payment}/capture`, { amount: 20000 });
      const answer = await merchant.post(`${payment}/capture`);
      expect([answer.status, answer.error.code]).toEqual([409, 'payment_already_captured']);
    });

    it('refuses a payment that was not paid', async () => {
      const answer = await merchant.post(`${await merchant.open()}/capture`);
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
      expect(answer.json.error).toMatchObject({ current_status: 'created', allowed_from: ['authorized'] });
    });
  });
});
