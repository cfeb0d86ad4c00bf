import { hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

interface Offer {
  type: string;
  available: boolean;
  limits: { currency: string; min_amount: number; max_amount: number }[];
  upi_flows: string[] | null;
  card_networks: string[] | null;
  banks: { code: string; available: boolean }[] | null;
}

describe('GET /v1/payment_methods', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('200', () => {
    it('names every method with its limits, and the bank that is down', async () => {
      const answer = await merchant.get('/v1/payment_methods');
      expect(answer.json).toMatchObject({ object: 'list', url: '/v1/payment_methods', has_more: false, next_cursor: null });
      const offers = new Map((answer.json as unknown as { data: Offer[] }).data.map((offer) => [offer.type, offer]));
      expect([...offers.keys()]).toEqual(['upi', 'card', 'netbanking']);
      expect(offers.get('upi')).toMatchObject({
        available: true,
        limits: [{ currency: 'INR', min_amount: 100, max_amount: 10_000_000 }],
        upi_flows: ['intent', 'qr', 'collect'],
      });
      expect(offers.get('card')?.card_networks).toContain('rupay');
      expect(offers.get('card')?.limits.map(({ currency }) => currency)).toContain('USD');
      const banks = new Map(offers.get('netbanking')?.banks?.map(({ code, available }) => [code, available]));
      expect([banks.get('SBIN'), banks.get('SBXD')]).toEqual([true, false]);
    });

    it('offers only what a payment then takes', async () => {
      const { data } = (await merchant.get('/v1/payment_methods')).json as unknown as { data: Offer[] };
      for (const { type, limits } of data) {
        for (const { currency, min_amount, max_amount } of limits) {
          const pay = (amount: number) => merchant.post('/v1/payments', { amount, currency, payment_methods: [type] });
          expect((await pay(min_amount)).status).toBe(201);
          expect((await pay(max_amount)).status).toBe(201);
          expect((await pay(min_amount - 1)).status).toBe(400);
          expect((await pay(max_amount + 1)).status).toBe(400);
        }
      }
    });
  });

  describe('503', () => {
    it('names the setting while live mode has no processor', async () => {
      const answer = await merchant.with(hundi.liveKey).get('/v1/payment_methods');
      expect([answer.status, answer.error.code]).toEqual([503, 'processor_not_configured']);
      expect(answer.error.hint).toContain('RAZORPAY_KEY_ID');
    });

    it('asks to come back in a minute: only an operator can mend it', async () => {
      const live = merchant.with(hundi.liveKey);
      const answers = [
        await live.get('/v1/payment_methods'),
        await live.post('/v1/payments', { amount: 50000, currency: 'INR', payment_method: 'upi' }),
      ];
      expect(answers.map(({ status, error, headers }) => [status, error.code, headers['retry-after']])).toEqual(
        Array(2).fill([503, 'processor_not_configured', '60']),
      );
    });
  });
});
