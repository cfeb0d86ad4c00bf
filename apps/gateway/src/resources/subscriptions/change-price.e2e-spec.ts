import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

interface Line {
  type: string;
  amount: number;
}

describe('a new price of a subscription', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Verma' })).json.id);
  });
  const made = async (body: object = {}): Promise<Answer['json']> =>
    (await merchant.post('/v1/subscriptions', { customer_id: customer, amount: 49900, interval: 'month', ...body })).json;
  const pathOf = ({ id }: Answer['json']): string => `/v1/subscriptions/${String(id)}`;
  const linesOf = ({ json }: Answer): Line[] => json.lines as Line[];

  it('PATCH 200: takes another plan at once, and says so', async () => {
    const plan = String((await merchant.post('/v1/plans', { name: 'Platinum', amount: 99900, interval: 'month' })).json.id);
    const json = await made();
    const answer = await merchant.patch(pathOf(json), { plan_id: plan, quantity: 2 });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        status: 'active',
        plan_id: plan,
        plan: { name: 'Platinum', amount: 99900 },
        quantity: 2,
        regular_amount: 199800,
        pending_update: null,
      },
    ]);
    await eventually(async () => {
      const { data } = (await merchant.get(`/v1/events?resource_id=${String(json.id)}`)).json as unknown as { data: object[] };
      expect(data[0]).toMatchObject({ type: 'subscription.updated', data: { previous_attributes: { plan_id: null, quantity: 1 } } });
    });
  });

  it('PATCH 200: waits for the end of the period where that is asked for', async () => {
    const json = await made({ mandate_max_amount: 99900 });
    const { json: changed } = await merchant.patch(pathOf(json), { amount: 59900, schedule_change_at: 'cycle_end' });
    expect(changed).toMatchObject({
      plan: { amount: 49900 },
      pending_update: { changes: { amount: 59900, interval: 'month' }, reason: 'period_end', apply_at: json.current_period_end_at },
    });
  });

  it('PATCH 409: is refused above what the customer agreed to, where that is asked for', async () => {
    const json = await made();
    const answer = await merchant.patch(pathOf(json), { amount: 99900, over_limit: 'refuse' });
    expect([answer.status, answer.error.code]).toEqual([409, 'mandate_amount_exceeded']);
    expect((await merchant.get(pathOf(json))).json).toEqual(json);
  });

  it('(17) POST preview_update 200: is the invoice that follows, and nothing is stored', async () => {
    const json = await made({ mandate_max_amount: 500000 });
    const change = { amount: 99900, proration: 'invoice_now' };
    const preview = await merchant.post(`${pathOf(json)}/preview_update`, change);
    expect([preview.status, preview.json.object, preview.headers.location]).toEqual([200, 'invoice', undefined]);
    expect((await merchant.get(pathOf(json))).json).toEqual(json);
    expect((await merchant.get(`/v1/invoices/${String(preview.json.id)}`)).status).toBe(404);
    const { json: changed } = await merchant.patch(pathOf(json), change);
    const invoice = await merchant.get(`/v1/invoices/${String(changed.latest_invoice_id)}`);
    expect(linesOf(preview)).toMatchObject(linesOf(invoice).map(({ type, amount }) => ({ type, amount })));
    expect([preview.json.total, preview.json.tax]).toEqual([invoice.json.total, invoice.json.tax]);
  });

  it.each<[string, object, number, string]>([
    ['a plan and an amount', { plan_id: 'plan_0QvAb12c07ABCDEFGHIJKLMN', amount: 99900 }, 400, 'amount parameters_exclusive'],
    ['a quantity of nothing', { quantity: 0 }, 400, 'quantity parameter_invalid'],
    ['a count without an interval', { interval_count: 2 }, 400, 'interval parameter_missing'],
  ])('PATCH 400: %s', async (_what, body, status, problem) => {
    const json = await made();
    for (const answer of [await merchant.patch(pathOf(json), body), await merchant.post(`${pathOf(json)}/preview_update`, body)]) {
      expect([answer.status, ...problemsOf(answer)]).toEqual([status, problem]);
    }
  });

  it('PATCH 404: a plan that is not there', async () => {
    const json = await made();
    const answer = await merchant.patch(pathOf(json), { plan_id: 'plan_0QvAb12c07ABCDEFGHIJKLMN' });
    expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'plan_id']);
  });

  it('PATCH 409: of one that is over', async () => {
    const json = await made();
    await merchant.post(`${pathOf(json)}/cancel`);
    const answer = await merchant.patch(pathOf(json), { amount: 99900 });
    expect([answer.status, answer.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'cancelled' }]);
  });
});
