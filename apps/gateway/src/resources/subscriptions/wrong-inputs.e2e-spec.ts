import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();
const PLAN = { name: 'Gold', amount: 49900, interval: 'month' };
const UNKNOWN = '0QvAb12c07ABCDEFGHIJKLMN';
const now = (): number => Math.floor(Date.now() / 1000);

/** What a body is made of: the ids of objects that are there. */
interface Known {
  customer: string;
  plan: string;
  mandate: string;
}

describe('(3) a wrong body of a subscription', () => {
  let merchant: Merchant;
  let known: Known;
  const madeId = async (path: string, body: object): Promise<string> => String((await merchant.post(path, body)).json.id);
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const customer = await madeId('/v1/customers', { name: 'Asha Verma' });
    const terms = { customer_id: customer, method: 'upi', max_amount: 49900, ends_at: now() + 31_536_000 };
    known = { customer, plan: await madeId('/v1/plans', PLAN), mandate: await madeId('/v1/mandates', terms) };
  });
  const create = (body: object, headers?: Record<string, string>): Promise<Answer> => merchant.post('/v1/subscriptions', body, headers);
  const subscriptions = async (): Promise<unknown> => (await merchant.get(`/v1/subscriptions?customer_id=${known.customer}`)).json.data;
  const monthly = (more: object = {}): object => ({ customer_id: known.customer, amount: 49900, interval: 'month', ...more });

  describe('400, and nothing is stored', () => {
    afterEach(async () => expect(await subscriptions()).toEqual([]));

    it.each<[string, (known: Known) => object, string[]]>([
      ['nothing at all', () => ({}), ['customer_id parameter_missing', 'plan_id parameter_missing']],
      ['an amount without an interval', ({ customer }) => ({ customer_id: customer, amount: 49900 }), ['interval parameter_missing']],
      ['both a plan and an amount', ({ plan }) => monthly({ plan_id: plan }), ['amount parameters_exclusive']],
      ['two items', ({ customer, plan }) => ({ customer, items: [{ price: plan }, { price: plan }] }), ['items limit_exceeded']],
      [
        'Razorpay’s, without a customer',
        ({ plan }) => ({ plan_id: plan, total_count: 12, quantity: 1 }),
        ['customer_id parameter_missing'],
      ],
      ['a start in the past', () => monthly({ start_at: now() - 120 }), ['start_at parameter_invalid']],
      ['a start of null', () => monthly({ start_at: null }), ['start_at parameter_invalid']],
      ['a trial that ends at null', () => monthly({ trial_end_at: null }), ['trial_end_at parameter_invalid']],
      ['Stripe’s end of a trial, null', () => monthly({ trial_end: null }), ['trial_end parameter_invalid']],
      ['two trials', () => monthly({ trial_days: 1, trial_end_at: now() + 86_400 }), ['trial_end_at parameters_exclusive']],
      ['dollars under a mandate', () => monthly({ currency: 'USD' }), ['currency currency_not_supported']],
      [
        'a mandate where invoices are sent',
        ({ mandate }) => monthly({ collection: 'send_invoice', mandate_id: mandate }),
        ['mandate_id parameters_exclusive'],
      ],
      ['metadata and notes', () => monthly({ metadata: { a: 1 }, notes: { b: 2 } }), ['notes parameters_exclusive']],
      [
        'a customer with nothing to recognize them by',
        () => monthly({ customer_id: null, customer: {} }),
        ['customer.name parameter_missing'],
      ],
      ['a rate of tax that is not in force', () => monthly({ tax: { sac: '998431', rate_bps: 1750 } }), ['tax.rate_bps parameter_invalid']],
      ['more than the rail takes', () => monthly({ amount: 9_999_901 }), ['amount amount_too_large']],
      [
        'a limit that is more than the rail takes',
        () => monthly({ mandate_max_amount: 9_999_901 }),
        ['mandate_max_amount parameter_invalid'],
      ],
      ['a limit below the price', () => monthly({ mandate_max_amount: 49_899 }), ['mandate_max_amount parameter_invalid']],
      ['four retries', () => monthly({ retry_schedule: [1, 2, 3, 4] }), ['retry_schedule parameter_invalid']],
      [
        'three retries on eNACH',
        () => monthly({ payment_method: 'enach', retry_schedule: [1, 2, 3] }),
        ['retry_schedule parameter_invalid'],
      ],
    ])('%s', async (_what, bodyOf, problems) => {
      const answer = await create(bodyOf(known));
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
    });

    it('says what to do without a customer', async () => {
      const { error } = await create({ plan_id: known.plan, total_count: 12 });
      expect([error.param, error.hint]).toEqual(['customer_id', expect.stringContaining('POST /v1/customers')]);
    });

    it('says why a start is refused, with an Idempotency-Key too', async () => {
      const body = monthly({ start_at: now() - 120 });
      for (const headers of [undefined, { 'idempotency-key': newKey() }]) {
        const answer = await create(body, headers);
        expect([answer.status, answer.error]).toMatchObject([400, { param: 'start_at', reason: 'start_in_past' }]);
      }
    });

    it('a plan that takes no new subscriptions, and one of weeks with a day of the month', async () => {
      const [retired, weekly] = [
        await madeId('/v1/plans', { ...PLAN, active: false }),
        await madeId('/v1/plans', { ...PLAN, interval: 'week' }),
      ];
      const answers = [
        await create({ customer_id: known.customer, plan_id: retired }),
        await create({ customer_id: known.customer, plan_id: weekly, billing_anchor_day: 8 }),
      ];
      expect(answers.map(({ status, error }) => [status, error.param])).toEqual([
        [400, 'plan_id'],
        [400, 'billing_anchor_day'],
      ]);
    });
  });

  it.each<[string, (known: Known) => object]>([
    ['customer_id', () => monthly({ customer_id: `cust_${UNKNOWN}` })],
    ['plan_id', ({ customer }) => ({ customer_id: customer, plan_id: `plan_${UNKNOWN}` })],
    ['mandate_id', () => monthly({ mandate_id: `mandate_${UNKNOWN}` })],
    ['payment_method_id', () => monthly({ payment_method_id: `pm_${UNKNOWN}` })],
  ])('404: %s that is not there', async (param, bodyOf) => {
    const answer = await create(bodyOf(known));
    expect([answer.status, answer.error]).toMatchObject([404, { code: 'resource_missing', param }]);
  });

  it('409: a mandate that is too small, and one that has ended', async () => {
    const small = await create(monthly({ amount: 49_901, mandate_id: known.mandate }));
    expect([small.status, small.error]).toMatchObject([409, { code: 'mandate_amount_exceeded', param: 'mandate_id' }]);
    await merchant.post(`/v1/mandates/${known.mandate}/revoke`, {});
    const ended = await create(monthly({ mandate_id: known.mandate }));
    expect([ended.status, ended.error]).toMatchObject([409, { code: 'mandate_not_active', param: 'mandate_id' }]);
  });

  it('409: a customer whose reference another has is not made, and neither is the subscription', async () => {
    const reference = newKey();
    const existing = await madeId('/v1/customers', { reference_id: reference });
    const answer = await create(monthly({ customer_id: null, customer: { reference_id: reference } }));
    expect([answer.status, answer.json.error]).toMatchObject([409, { code: 'resource_already_exists', existing_id: existing }]);
  });

  it('400: an account number in the Idempotency-Key', async () => {
    const enach = { bank: 'SBXS', account_number: '50100012345678' };
    const answer = await create(monthly({ enach }), { 'idempotency-key': '50100012345678' });
    expect([answer.status, answer.error.param]).toEqual([400, 'Idempotency-Key']);
  });
});
