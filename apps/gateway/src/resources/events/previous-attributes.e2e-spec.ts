import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, DAY, WAIT, type ClockEvent } from '../../../test/clocks-of';
import { Merchant, newKey } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';
import { neighbors, wrongIn, type EventWithChanges } from '../../../test/previous-attributes';

const hundi = hundiUnderTest();

/** Kinds of objects whose lives the test plays, each with several events. */
const KINDS = ['api_key', 'customer', 'debit', 'invoice', 'mandate', 'payment', 'plan', 'refund', 'subscription', 'webhook_endpoint'];

describe('previous_attributes', () => {
  let merchant: Merchant;
  let clocks: ClocksOf;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
    clocks = new ClocksOf(merchant);
  });
  const list = async (query: string): Promise<EventWithChanges[]> => (await clocks.list(query)) as (ClockEvent & EventWithChanges)[];
  const post = async (path: string, body: object = {}): Promise<Record<string, unknown>> => {
    const answer = await merchant.post(path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.text}`);
    return answer.json;
  };

  const pass = async (clock: string, days: number): Promise<void> => {
    const answer = await clocks.advance(clock, { to_at: BEGAN + days * DAY }, WAIT);
    if (answer.status !== 200) throw new Error(`the advance answered ${answer.text}`);
  };

  /** Half a year with a payment that fails, a change of quantity and of price, a pause, and an end. */
  async function billedLife(): Promise<void> {
    const { clock, subscription } = await clocks.subscribed({ payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } });
    const advance = (days: number): Promise<void> => pass(clock, days);
    await advance(35);
    await merchant.patch(`/v1/subscriptions/${subscription}`, { quantity: 2 });
    await advance(70);
    await merchant.patch(`/v1/subscriptions/${subscription}`, { description: 'changed' });
    await post(`/v1/subscriptions/${subscription}/pause`);
    await advance(100);
    await post(`/v1/subscriptions/${subscription}/resume`);
    await advance(140);
    await post(`/v1/subscriptions/${subscription}/cancel`);
  }

  /** Payments with declines, late money, captures and refunds, and a customer with all that is theirs. */
  async function oneOffLives(): Promise<void> {
    const customer = await merchant.customer({ name: 'Asha', email: 'asha@example.com' });
    const customer_id = customer.split('/').at(-1);
    const open = await merchant.open({ customer_id });
    await merchant.post(`${open}/confirm`, { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } });
    await merchant.post(`${open}/confirm`, { payment_method: 'upi', upi: { vpa: 'success@sandbox' } });
    const payment_id = open.split('/').at(-1);
    for (const sandbox_outcome of ['processed', 'failed', 'pending'])
      await post('/v1/refunds', { payment_id, amount: 100, metadata: { sandbox_outcome } });
    await merchant.patch(open, { metadata: { order: 'A-1' } });
    const authorized = await merchant.authorized({ customer_id });
    await post(`${authorized}/capture`, { amount: 20_000 });
    const failed = await merchant.payment('failed', { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } });
    await post(`${failed.replace('/v1', '/v1/test_helpers')}/simulate`, { outcome: 'captured' });
    const saved = await post(`${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } });
    await merchant.delete(`${customer}/payment_methods/${String(saved.id)}`);
    await merchant.patch(customer, { name: 'Asha Verma', metadata: { a: 1 } });
    await merchant.delete(await merchant.customer({ reference_id: newKey(), metadata: { a: 1 } }));
  }

  async function settings(): Promise<void> {
    const endpoint = await post('/v1/webhook_endpoints', { url: `${hundi.baseUrl}/health/live`, enabled_events: ['plan.created'] });
    const path = `/v1/webhook_endpoints/${String(endpoint.id)}`;
    await merchant.patch(path, { description: 'changed' });
    await post(`${path}/disable`);
    await post(`${path}/enable`);
    const plan = await post('/v1/plans', { name: 'Gold', amount: 49_900, currency: 'INR', interval: 'month' });
    await merchant.patch(`/v1/plans/${String(plan.id)}`, { name: 'Gold plus' });
    const key = await post('/v1/api_keys', { kind: 'restricted', name: 'Export', scopes: ['payments:read'] });
    await merchant.patch(`/v1/api_keys/${String(key.id)}`, { name: 'Reports' });
    await merchant.delete(`/v1/api_keys/${String(key.id)}`);
  }

  async function debits(): Promise<void> {
    const { clock, mandate } = await clocks.debiting();
    await clocks.debitOf(mandate);
    await pass(clock, 3);
    await clocks.debitOf(mandate, { amount: 99_900 });
    await post(`/v1/mandates/${mandate}/pause`).catch(() => undefined);
    await pass(clock, 6);
    await post(`/v1/mandates/${mandate}/revoke`);
  }

  it('names every field that differs from the public event before of the same object, with what it was', async () => {
    await Promise.all([billedLife(), oneOffLives(), settings(), debits()]);
    const pairs = await eventually(async () => {
      const known = neighbors(await list(''));
      expect([...new Set(known.map(({ is }) => is.resource.type))].toSorted()).toEqual(expect.arrayContaining(KINDS));
      expect(known.length).toBeGreaterThan(60);
      return known;
    });
    expect(wrongIn(pairs)).toEqual([]);
  });

  it('does so in the events of an account, which are read in live mode', async () => {
    const other = merchant.with(hundi.otherTestKey);
    const { json: account } = await other.get('/v1/account');
    for (const name of ['Acme', 'Acme Books', account.name]) expect((await other.patch('/v1/account', { name })).status).toBe(200);
    const pairs = await eventually(async () => {
      const { json } = await merchant.with(hundi.otherLiveKey).get(`/v1/events?object_id=${String(account.id)}&limit=100`);
      const accountPairs = neighbors((json.data as EventWithChanges[]).toReversed());
      expect(accountPairs.length).toBeGreaterThanOrEqual(3);
      return accountPairs;
    });
    expect(wrongIn(pairs)).toEqual([]);
  });

  it('names what an internal event changed before the activation and the renewal of a subscription', async () => {
    const { clock, subscription } = await clocks.subscribed({ payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } });
    await pass(clock, 35);
    const find = async (type: string): Promise<EventWithChanges['data']> =>
      eventually(async () => {
        const [event] = await list(`object_id=${subscription}&type=${type}`);
        if (event === undefined) throw new Error(`no ${type} yet`);
        return event.data;
      });
    expect((await find('subscription.activated')).previous_attributes).toMatchObject({ paid_count: 0, latest_invoice_id: null });
    const renewed = await find('subscription.updated');
    expect(renewed.previous_attributes).toHaveProperty('latest_invoice_id');
    expect(renewed.previous_attributes?.latest_invoice_id).not.toBe(renewed.object.latest_invoice_id);
    const { json } = await merchant.get(`/v1/subscriptions/${subscription}/events?order=asc`);
    const fromFeed = await list(`object_id=${subscription}`);
    expect((json.data as EventWithChanges[]).map(({ data }) => data.previous_attributes)).toEqual(
      fromFeed.map(({ data }) => data.previous_attributes).slice(0, (json.data as EventWithChanges[]).length),
    );
  });
});
