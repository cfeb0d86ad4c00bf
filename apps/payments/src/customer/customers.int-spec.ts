import { newId, shardOfAccount, type CustomerResource, type Reply } from '#contracts';
import { eventually } from '#testing';
import { Client } from 'pg';
import { PaymentsUnderTest } from '../../test/payments-under-test';

let payments: PaymentsUnderTest;
let client: Client;

beforeAll(async () => {
  payments = await PaymentsUnderTest.start();
  client = new Client({ connectionString: payments.database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await payments.end();
});

const newCustomerId = (): string => newId('customer', shardOfAccount(payments.accountId), payments.clock.nowMs(), payments.random);
const ask = (type: string, streamId: string, payload: object = {}): Promise<Reply> =>
  payments.send({ ...payments.command('payments.sync', {}, { streamId }), type, payload });
const keyOf = async (id: string) =>
  (await client.query<{ wrapped_key: Buffer | null }>('select wrapped_key from vault.data_keys where subject = $1', [id])).rows[0];

/** A customer with a key, as the gateway makes them. */
async function created(): Promise<string> {
  const id = newCustomerId();
  await client.query(
    `insert into vault.data_keys (account_id, subject, key_id, wrapped_key, created_at) values ($1, $2, 'test-1', '\\x00', now())`,
    [payments.accountId, id],
  );
  expect(await ask('customers.create', id, { name: '~s1.name' })).toMatchObject({ status: 201 });
  return id;
}

describe('the key of an erased customer', () => {
  it('is destroyed as soon as the erasure is stored', async () => {
    const id = await created();
    expect(await ask('customers.erase', id)).toMatchObject({ status: 200 });
    await eventually(async () => expect((await keyOf(id))?.wrapped_key).toBeNull());
  });

  it('is destroyed in the end, although the service dies between the two', async () => {
    const id = await created();
    await client.query('alter table vault.data_keys rename to data_keys_away');
    const reply = await ask('customers.erase', id);
    expect(JSON.parse(reply.body ?? '{}')).toEqual({ id, object: 'customer', deleted: true });
    const shown = (await payments.ask(`/internal/customers/${id}`)).text;
    expect(JSON.parse(shown) as CustomerResource).toMatchObject({ deleted: true, name: null });
    await payments.stopService();
    payments.clock.advanceMs(60_000);
    await client.query('alter table vault.data_keys_away rename to data_keys');
    expect((await keyOf(id))?.wrapped_key).not.toBeNull();
    await payments.startService();
    await eventually(async () => expect((await keyOf(id))?.wrapped_key).toBeNull());
    const types = ['customer.created', 'customer.deleted', 'customer.key_destroyed'];
    await eventually(async () => {
      const { rows } = await client.query<{ type: string }>('select type from payments.events where stream_id = $1 order by version', [id]);
      expect(rows.map(({ type }) => type)).toEqual(types);
    });
    // The destruction a minute later is ours alone: GET says what it said after the erasure.
    expect((await payments.ask(`/internal/customers/${id}`)).text).toBe(shown);
  });

  it('is on no topic: the topic says that the customer is deleted, once', async () => {
    const id = await created();
    await ask('customers.erase', id);
    await ask('customers.erase', id);
    await eventually(() => expect(payments.eventsOf(id).map(({ type }) => type)).toEqual(['customer.created', 'customer.deleted']));
    expect(payments.eventsOf(id)[1]?.data.object).toMatchObject({ deleted: true, name: null });
  });
});
