import { hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/payments/{id}/sync', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('200', () => {
    it('changes nothing where there is nothing to ask', async () => {
      const payment = await merchant.captured();
      const before = await merchant.get(payment);
      const answer = await merchant.post(`${payment}/sync`);
      expect([answer.status, answer.text, answer.headers['event-position']]).toEqual([200, before.text, undefined]);
    });

    it('leaves a payment open while the processor does not know either', async () => {
      const payment = await merchant.payment('processing', { payment_method: 'upi', upi: { flow: 'collect', vpa: 'pending@sandbox' } });
      const answer = await merchant.post(`${payment}/sync`);
      expect([answer.status, answer.json.status]).toEqual([200, 'processing']);
    });
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist', async () => {
      const answer = await merchant.with(hundi.otherTestKey).post(`${await merchant.captured()}/sync`);
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
    });
  });
});
