import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const now = (): number => Math.floor(Date.now() / 1000);

describe('first_amount of a mandate', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
  });
  const create = (body: object): Promise<Answer> => {
    const terms = { customer_id: customer, method: 'upi', max_amount: 49900, ends_at: now() + 31_536_000 };
    return merchant.post('/v1/mandates', { ...terms, first_amount: 9900, ...body });
  };
  const payment = async (id: unknown): Promise<unknown> => (await merchant.get(`/v1/payments/${String(id)}`)).json;

  it.each(['upi', 'card'])('on %s is taken by a payment with the registration', async (method) => {
    const { json } = await create({ method, description: 'Gold' });
    expect(json).toMatchObject({ status: 'active', first_amount: 9900, first_debit_id: null });
    const about = { payment_method: method, mandate_id: json.id, customer_id: customer };
    expect(await payment(json.first_payment_id)).toMatchObject({ status: 'captured', amount: 9900, ...about });
  });

  it('is taken once the payer has agreed', async () => {
    const { json: waiting } = await create({ return_url: 'https://shop.example' });
    expect(waiting).toMatchObject({ status: 'requires_action', first_payment_id: null });
    const { json } = await merchant.post(`/v1/test_helpers/mandates/${String(waiting.id)}/simulate`, { outcome: 'approved' });
    expect(await payment(json.first_payment_id)).toMatchObject({ status: 'captured', amount: 9900 });
  });

  it('is taken from a bank account by a debit', async () => {
    const { json } = await create({ method: 'enach', enach: { bank: 'SBXS' } });
    expect(json).toMatchObject({ status: 'active', first_payment_id: null });
    const debit = await merchant.get(`/v1/debits/${String(json.first_debit_id)}`);
    expect(debit.json).toMatchObject({ amount: 9900, mandate_id: json.id, notice: { status: 'not_required' } });
  });

  it('leaves the mandate active where its payment is declined', async () => {
    const { json } = await create({ first_amount: 201 });
    expect(json.status).toBe('active');
    expect(await payment(json.first_payment_id)).toMatchObject({ status: 'failed', last_error: { reason: 'insufficient_funds' } });
  });

  it.each<[string, object, string, string | null]>([
    ['above max_amount', { first_amount: 49_901 }, 'first_amount parameter_invalid', 'mandate_limit'],
    ['other than the fixed amount', { amount_rule: 'fixed' }, 'first_amount parameter_invalid', 'amount_fixed'],
    ['too near the end of the mandate', { ends_at: now() + 86_400 }, 'ends_at parameter_invalid', 'end_too_early'],
    ['too small', { first_amount: 99 }, 'first_amount amount_too_small', null],
  ])('is refused when it is %s', async (_what, body, problem, reason) => {
    const answer = await create(body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    if (reason !== null) expect(answer.json).toMatchObject({ error: { reason } });
  });
});
