import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { EMPTY_LIST_QUERY } from '#contracts';
import { testDatabase, type TestDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { DeliveriesReader } from './deliveries-reader';

/** Ids in the order of their bytes; a linguistic collation sorts the third before the second. */
const DELIVERY_IDS = ['9', 'Z', 'a'].map((digit) => `whd_0VcH${digit}00000000000000000000`);
const OWNER = { accountId: 'acct_1', livemode: false };

describe('deliveries in a database with a linguistic collation', () => {
  let database: TestDatabase;
  let admin: Client;
  let client: Client;
  let databaseName: string;

  beforeAll(async () => {
    database = await testDatabase();
    admin = await connect(database.url);
    databaseName = `test_language_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    await admin.query(`CREATE DATABASE ${databaseName} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'`);
    const url = Object.assign(new URL(database.url), { pathname: `/${databaseName}` }).toString();
    await migrateWebhooks(url);
    client = await connect(url);
  });
  afterAll(async () => {
    await client?.end();
    await admin?.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
    await admin?.end();
    await database?.drop();
  });

  const insertDelivery = (table: string, deliveryId: string | undefined, columns: string, values: string) =>
    client.query(
      `INSERT INTO webhooks.${table} (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
         resource_id, sequence, ordered, class, trigger, created_at, ${columns})
       VALUES ($1, 'we_1', '${OWNER.accountId}', false, 7, 1, $1, 'payment.captured', 'pay_1', 1, false, 0, 'auto', now(), ${values})`,
      [deliveryId],
    );

  it('are listed in the order in which they were created, from page to page, open and ended', async () => {
    const [ended, ...open] = DELIVERY_IDS;
    for (const deliveryId of open) await insertDelivery('deliveries', deliveryId, 'state, next_attempt_at', `'ready', now()`);
    await insertDelivery('deliveries_done', ended, 'final_state, ended_at', `'succeeded', now()`);
    const reader = new DeliveriesReader(client as never);
    const listIds = async (query: object): Promise<string[]> => {
      const { rows } = await reader.page({ ...EMPTY_LIST_QUERY, ...query }, { endpointId: 'we_1' }, OWNER);
      return rows.map((row) => row.delivery_id);
    };
    expect(await listIds({ order: 'asc' })).toEqual(DELIVERY_IDS);
    expect(await listIds({})).toEqual(DELIVERY_IDS.toReversed());
    expect(await listIds({ after: DELIVERY_IDS[1] })).toEqual([DELIVERY_IDS[0]]);
    expect(await listIds({ before: DELIVERY_IDS[1] })).toEqual([DELIVERY_IDS[2]]);
  });
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
