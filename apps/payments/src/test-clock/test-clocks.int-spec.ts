import { newId, shardOfAccount, type CustomerResource, type Reply, type SubscriptionResource, type TestClockResource } from '#contracts';
import { eventually } from '#testing';
import { PaymentsUnderTest } from '../../test/payments-under-test';

const DAY_MS = 86_400_000;
const BEGAN = Date.UTC(2031, 0, 1);
/** Of a subscription that begins later, and is paid by hand. */
const LATER = {
  price: { name: 'Gold', amount: 49_900, currency: 'INR', interval: { unit: 'month', count: 1 } },
  ...{ quantity: 1, collection: 'send_invoice', daysUntilDue: 7, firstPeriod: 'prorate', method: 'upi', category: 'general' },
  ...{ upfrontItems: [], notifyCustomer: true, startsAtMs: BEGAN + 30 * DAY_MS },
};

describe('a test clock of the service', () => {
  let payments: PaymentsUnderTest;
  beforeEach(async () => {
    payments = await PaymentsUnderTest.start();
  });
  afterEach(() => payments.end());

  const idOf = (kind: 'customer' | 'subscription' | 'testClock'): string =>
    newId(kind, shardOfAccount(payments.accountId), payments.clock.nowMs(), payments.random);
  const ask = (type: string, streamId: string, payload: object = {}): Promise<Reply> =>
    payments.send({ ...payments.command('payments.sync', {}, { streamId }), type, payload });
  const newClock = async (): Promise<string> => {
    const clockId = idOf('testClock');
    expect(await ask('test_clocks.create', clockId, { nowAtMs: BEGAN })).toMatchObject({ status: 201 });
    return clockId;
  };
  /** A customer with a key, as the gateway makes them. */
  const customerOn = async (testClockId: string): Promise<string> => {
    const id = idOf('customer');
    await payments.rows(
      `insert into vault.data_keys (account_id, subject, key_id, wrapped_key, created_at) values ($1, $2, 'test-1', '\\x00', now())`,
      [payments.accountId, id],
    );
    expect(await ask('customers.create', id, { name: '~s1.name', testClockId })).toMatchObject({ status: 201 });
    return id;
  };
  const isKeyGone = async (id: string): Promise<boolean> => {
    const [row] = await payments.rows<{ wrapped_key: Buffer | null }>('select wrapped_key from vault.data_keys where subject = $1', [id]);
    return row?.wrapped_key === null;
  };
  const shown = async <TResource>(path: string): Promise<TResource> => JSON.parse((await payments.ask(path)).text) as TResource;

  it('lets the key of an erased customer be destroyed at once, although it stands still', async () => {
    const customerId = await customerOn(await newClock());
    expect(await ask('customers.erase', customerId)).toMatchObject({ status: 200 });
    await eventually(async () => expect(await isKeyGone(customerId)).toBe(true));
  });

  it('deletes itself after 30 days of real time, and its customers with it', async () => {
    const clockId = await newClock();
    const customers = [await customerOn(clockId), await customerOn(clockId), await customerOn(clockId)];
    payments.clock.advanceMs(30 * DAY_MS - 1_000);
    expect(await shown<TestClockResource>(`/internal/test_clocks/${clockId}`)).toMatchObject({ deleted: false, customer_count: 3 });
    payments.clock.advanceMs(2_000);
    await eventually(async () => {
      expect(await shown<TestClockResource>(`/internal/test_clocks/${clockId}`)).toMatchObject({ deleted: true, customer_count: 3 });
      for (const id of customers) {
        expect(await shown<CustomerResource>(`/internal/customers/${id}`)).toMatchObject({ deleted: true });
        expect(await isKeyGone(id)).toBe(true);
      }
    });
    const late = { name: '~s1.name', testClockId: clockId };
    expect(await ask('customers.create', idOf('customer'), late)).toMatchObject({
      status: 404,
      refusal: { details: { param: 'test_clock_id' } },
    });
  });

  it('that is deleted ends the subscriptions of its customers, however many: no time passes on it in which they would end', async () => {
    const clockId = await newClock();
    const customers = [await customerOn(clockId), await customerOn(clockId)];
    // More than one erasure ends by itself.
    const owners = [...customers, ...Array.from({ length: 44 }, () => customers[1]!)];
    const ids = await Promise.all(
      owners.map(async (customerId) => {
        const { status, streamId } = await ask('subscriptions.create', idOf('subscription'), { customerId, ...LATER });
        expect(status).toBe(201);
        return streamId;
      }),
    );
    expect(await ask('test_clocks.delete', clockId)).toMatchObject({ status: 200 });
    await eventually(async () => {
      for (const id of customers) expect(await isKeyGone(id)).toBe(true);
    });
    const shownNow = await Promise.all(ids.map((id) => shown<SubscriptionResource>(`/internal/subscriptions/${id}`)));
    const ended = { status: 'cancelled', cancel_reason: 'customer_erased', cancelled_at: BEGAN / 1_000 };
    expect(shownNow).toEqual(ids.map((id) => expect.objectContaining({ id, ...ended }) as object));
  });

  it('has at most a thousand subscriptions that have not ended, on all its customers', async () => {
    const clockId = await newClock();
    const customers = [await customerOn(clockId), await customerOn(clockId), await customerOn(clockId)];
    const subscribe = (index: number): Promise<Reply> =>
      ask('subscriptions.create', idOf('subscription'), { customerId: customers[index % customers.length], ...LATER });
    const refused = { status: 400, refusal: { code: 'limit_exceeded', details: { message: expect.stringContaining('test clock') } } };
    let last: Reply | undefined;
    for (let index = 0; index < 1_000; index += 100) {
      const replies = await Promise.all(Array.from({ length: 100 }, (_, more) => subscribe(index + more)));
      expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
      [last] = replies;
    }
    expect(await subscribe(0)).toMatchObject(refused);
    expect(await ask('subscriptions.cancel', last!.streamId, { at: 'now', refund: 'none', openInvoices: 'keep' })).toMatchObject({
      status: 200,
    });
    expect(await subscribe(0)).toMatchObject({ status: 201 });
    expect(await subscribe(1)).toMatchObject(refused);
    // Another clock counts its own.
    customers.push(await customerOn(await newClock()));
    expect(await subscribe(3)).toMatchObject({ status: 201 });
  }, 120_000);

  it('is one of a hundred', async () => {
    for (let index = 0; index < 100; index++) await newClock();
    const refused = { status: 400, refusal: { code: 'limit_exceeded' } };
    expect(await ask('test_clocks.create', idOf('testClock'))).toMatchObject(refused);
    const [clock] = await payments.rows<{ stream_id: string }>(
      `select stream_id from payments.streams where stream_type = 'test_clock' limit 1`,
    );
    expect(await ask('test_clocks.delete', clock!.stream_id)).toMatchObject({ status: 200 });
    await newClock();
  });
});
