import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';
import { Refunds } from '../../test/refunds';

const hundi = hundiUnderTest();
/** A list that is behind may happen to have caught up: so many in a row never do. */
const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const idsOf = ({ json }: Answer): string[] => (json.data as { id: string }[]).map(({ id }) => id);
const positionOf = ({ headers }: Answer): number => Number(headers['event-position']);
const reference = (): string => `order-${crypto.randomUUID()}`;

describe('a list that is asked for what was just written', () => {
  let merchant: Merchant;
  let refunds: Refunds;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    refunds = new Refunds(merchant.api, merchant.key);
  });
  const pay = (body: object): Promise<Answer> =>
    merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi', ...body });

  it('has the payment of a reference at once, and its change', async () => {
    for (const _round of ROUNDS) {
      const [first, second] = [reference(), reference()];
      const { json } = await pay({ reference_id: first });
      expect(idsOf(await merchant.get(`/v1/payments?reference_id=${first}`))).toEqual([json.id]);
      await merchant.patch(`/v1/payments/${String(json.id)}`, { reference_id: second });
      expect(idsOf(await merchant.get(`/v1/payments?reference_id=${second}`))).toEqual([json.id]);
      expect(idsOf(await merchant.get(`/v1/payments?reference_id=${first}`))).toEqual([]);
    }
  });

  it('has the payment of an id at once, and of no other account', async () => {
    for (const _round of ROUNDS) {
      const { json } = await pay({});
      expect(idsOf(await merchant.get(`/v1/payments?id=${String(json.id)}`))).toEqual([json.id]);
      expect(idsOf(await merchant.with(hundi.otherTestKey).get(`/v1/payments?id=${String(json.id)}`))).toEqual([]);
    }
  });

  it('has the refunds of a payment at once, below it and by payment_id', async () => {
    const payment = await refunds.pay(50_000);
    const made: string[] = [];
    for (const _round of ROUNDS) {
      made.unshift(String((await refunds.refund({ payment_id: payment, amount: 100 })).json.id));
      expect(idsOf(await merchant.get(`/v1/payments/${payment}/refunds?limit=100`))).toEqual(made);
      made.unshift(String((await refunds.refund({ payment_id: payment, amount: 100 })).json.id));
      expect(idsOf(await merchant.get(`/v1/refunds?payment_id=${payment}&limit=100`))).toEqual(made);
    }
  });

  it('has what belongs to a customer at once, and the customer by e-mail', async () => {
    for (const _round of ROUNDS) {
      const email = `${crypto.randomUUID()}@example.com`;
      const customer = String((await merchant.post('/v1/customers', { email })).json.id);
      expect(idsOf(await merchant.get(`/v1/customers?email=${email}`))).toEqual([customer]);
      const payment = await pay({ customer_id: customer });
      expect(idsOf(await merchant.get(`/v1/payments?customer_id=${customer}`))).toEqual([payment.json.id]);
      const body = { customer_id: customer, document_type: 'aadhaar', document_number: '1234-5678-9012' };
      const verification = await merchant.post('/v1/kyc/verifications', body);
      expect(idsOf(await merchant.get(`/v1/kyc/verifications?customer_id=${customer}`))).toEqual([verification.json.id]);
    }
  });

  it('says in Event-Position how far it has seen the writes of the account', async () => {
    const paid = await pay({ reference_id: reference() });
    const payment = String(paid.json.id);
    const refunded = await refunds.refund({ payment_id: payment, amount: 100 });
    expect(positionOf(refunded)).toBeGreaterThan(positionOf(paid));
    for (const path of [
      `/v1/payments?id=${payment}`,
      `/v1/payments?min_position=${positionOf(refunded)}`,
      `/v1/payments/${payment}/refunds`,
      `/v1/payments/${payment}/events`,
      `/v1/payments/${payment}/attempts`,
    ]) {
      expect(positionOf(await merchant.get(path))).toBeGreaterThanOrEqual(positionOf(refunded));
    }
    // What names nothing waits for nothing, and says how far it has come.
    expect(positionOf(await merchant.get('/v1/payments'))).toBeGreaterThan(0);
  });
});
