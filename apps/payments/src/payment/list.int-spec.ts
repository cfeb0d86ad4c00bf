import {
  appendQuery,
  newId,
  parseListCursor,
  shardOfAccount,
  type CreatePaymentPayload,
  type ExpandedPayment,
  type ExpandedRefund,
  type ListPage,
  type ListQuery,
  type PaymentResource,
} from '#contracts';
import { StoreReads } from '#event-store';
import { eventually } from '#testing';
import { byVpa, paymentOf, PaymentsUnderTest, PLAIN } from '../../test/payments-under-test';

const LIST = '/internal/payments';
const SEARCH = '/internal/payments/search';

describe('the list of payments', () => {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await PaymentsUnderTest.start();
  });
  afterAll(() => payments.end());

  let position: string | null = null;
  async function create(payload: CreatePaymentPayload): Promise<PaymentResource> {
    payments.clock.advanceMs(1_000);
    const reply = await payments.create(payload);
    ({ position } = reply);
    return paymentOf(reply);
  }
  async function newCustomer(): Promise<string> {
    const id = newId('customer', shardOfAccount(payments.accountId), payments.clock.nowMs(), payments.random);
    const sync = payments.command('payments.sync', {}, { streamId: id });
    expect(await payments.send({ ...sync, type: 'customers.create', payload: { name: '~s1.name' } })).toMatchObject({ status: 201 });
    return id;
  }
  async function refunded(payload: CreatePaymentPayload): Promise<void> {
    const { id } = await create(payload);
    await refund(id);
  }
  async function refund(streamId: string): Promise<void> {
    const requested = { refundId: payments.newId('refund'), amount: 100, reason: 'duplicate' } as const;
    const reply = await payments.send(payments.command('payments.request_refund', requested, { streamId }));
    expect(reply.status).toBe(201);
  }
  async function ids(query: Partial<ListQuery>, path = LIST): Promise<string[]> {
    return (await payments.list(path, { minPosition: position, ...query })).data.map(({ id }) => id);
  }

  it('has a payment as GET by id shows it, newest first', async () => {
    const first = await create(PLAIN);
    const second = await create({ ...PLAIN, amount: 70_000 });
    const { data, has_more, next_cursor } = await payments.list(LIST, { minPosition: position });
    expect(data).toEqual([second, first]);
    expect({ has_more, next_cursor }).toEqual({ has_more: false, next_cursor: null });
    expect(JSON.stringify(data[0])).toBe((await payments.get(second.id)).text);
  });

  it('says where it goes on', async () => {
    const [newest] = await ids({ limit: 1 });
    const { has_more, next_cursor, total_count } = await payments.list(LIST, { limit: 1, wantsTotalCount: true });
    expect({ has_more, total_count }).toEqual({ has_more: true, total_count: 2 });
    expect(parseListCursor(next_cursor ?? '')).toEqual({ direction: 'after', id: newest });
  });

  it('finds payments by every filter and by words', async () => {
    const customerId = await newCustomer();
    const wanted = await create({
      ...byVpa('success@sandbox'),
      amount: 123_400,
      description: 'Late order for Asha, कोलकाता',
      customerId,
      referenceId: 'ORD-1001',
      metadata: { order_id: 1001, gift: true },
    });
    const failed = await create(byVpa('insufficient@sandbox'));
    expect(failed.status).toBe('failed');
    const requests: Partial<ListQuery>[] = [
      { amountMin: 123_400, amountMax: 123_400 },
      { customerId },
      { referenceId: 'ORD-1001' },
      { metadata: { order_id: '1001', gift: 'true' } },
      { createdFromMs: wanted.created_at * 1000, createdBelowMs: (wanted.created_at + 1) * 1000 },
      { status: ['captured'], paymentMethod: 'upi', currency: 'INR', limit: 1 },
    ];
    for (const requested of requests) expect({ requested, ids: await ids(requested) }).toEqual({ requested, ids: [wanted.id] });
    expect(await ids({ status: ['failed'] })).toEqual([failed.id]);
    expect(await ids({ status: ['authorized', 'expired'] })).toEqual([]);
    for (const text of ['late ORDER', 'ord-1001', 'कोलकाता'])
      expect({ text, ids: await ids({ text }, SEARCH) }).toEqual({ text, ids: [wanted.id] });
    expect(await ids({ text: 'late', status: ['failed'] }, SEARCH)).toEqual([]);
  });

  it('asks once for all that is expanded on a page, however long', async () => {
    const customerId = await newCustomer();
    for (let count = 0; count < 5; count++) await refunded({ ...byVpa('success@sandbox'), customerId });
    const expand = ['refunds.payment', 'refunds.customer', 'customer.default_payment_method'];
    const page = (limit: number): Promise<ListPage<PaymentResource>> => payments.list(LIST, { customerId, limit, expand });
    const asShown = expect.objectContaining({
      customer: expect.objectContaining({ id: customerId, default_payment_method: null }) as unknown,
    });
    await eventually(async () => {
      const { data } = (await page(5)) as ListPage<ExpandedPayment>;
      expect(data.map(({ refunds }) => refunds?.data.map((refund) => refund.payment?.id))).toEqual(data.map(({ id }) => [id]));
      expect(data).toEqual(Array(5).fill(asShown));
    });
    const reads = [jest.spyOn(StoreReads.prototype, 'findStreams'), jest.spyOn(StoreReads.prototype, 'findStream')];
    const readsOf = async (limit: number): Promise<number[]> => {
      for (const read of reads) read.mockClear();
      expect((await page(limit)).data).toHaveLength(limit);
      return reads.map(({ mock }) => mock.calls.length);
    };
    const [ofOne, ofFive] = [await readsOf(1), await readsOf(5)];
    for (const read of reads) read.mockRestore();
    expect(ofFive).toEqual(ofOne);
    expect(ofFive[0]).toBeGreaterThan(3);
  });

  it('shares what a page has of refunds among its payments, and says where there are more', async () => {
    const { id: streamId } = await create(byVpa('success@sandbox'));
    for (let count = 0; count < 100; count++) await refund(streamId);
    const shown = async (limit: number): Promise<unknown[]> => {
      const page = await payments.list('/internal/refunds', { limit, filters: { payment_id: streamId }, expand: ['payment.refunds'] });
      const lists = (page.data as unknown as ExpandedRefund[]).map((one) => one.payment?.refunds);
      return lists.map((list) => [list?.data.length, list?.has_more]);
    };
    await eventually(async () => expect(await shown(10)).toEqual(Array(10).fill([100, false])));
    expect(await shown(100)).toEqual(Array(100).fill([10, true]));
  });

  it('shows nothing of it to another account or in the other mode', async () => {
    for (const [name, value] of Object.entries({ 'x-hundi-account': 'acct_somebody', 'x-hundi-livemode': 'true' })) {
      const { text } = await payments.ask(`${LIST}?limit=10`, { [name]: value });
      expect(JSON.parse(text)).toEqual({ data: [], has_more: false, next_cursor: null });
    }
  });

  it.each([
    [{ after: 'pay_000000000000000000000000' }, 400, { code: 'cursor_invalid', details: { param: 'starting_after' } }],
    [{ before: 'pay_000000000000000000000000' }, 400, { code: 'cursor_invalid', details: { param: 'ending_before' } }],
    [{ expand: ['secrets'] }, 400, { code: 'expand_invalid', details: { param: 'expand' } }],
    [{ minPosition: '99999999' }, 503, { code: 'projection_behind', details: {} }],
  ])('answers %j with %i and its name', async (query, status, body) => {
    const answer = await payments.ask(appendQuery(LIST, query));
    expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({ status, body });
  });

  it('needs the account and mode of the caller', async () => {
    expect((await payments.ask(LIST, { 'x-hundi-account': '' })).status).toBe(400);
  });

  it('is complete again after a restart', async () => {
    const before = await ids({ limit: 100 });
    await payments.stopService();
    await payments.startService();
    const later = await create(PLAIN);
    expect(await ids({ limit: 100 })).toEqual([later.id, ...before]);
  });

  it.each([
    ['{"limit":0}', 'The field limit of an internal query does not fit.'],
    ['{"unknown":1}', 'The field unknown of an internal query does not fit.'],
    ['{', 'An internal query must be a JSON object.'],
  ])('refuses the query %s with 400 and what is wrong', async (query, message) => {
    const { status, text } = await payments.ask(`${LIST}?query=${encodeURIComponent(query)}`);
    expect([status, JSON.parse(text)]).toMatchObject([400, { message }]);
  });
});
