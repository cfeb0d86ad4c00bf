import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { EMPTY_LIST_QUERY } from '#contracts';
import { eventStoreMigration, runMigrations } from '#event-store';
import { testDatabase } from '#testing';
import { DeliveriesReader } from '../delivery-queue/deliveries-reader';
import { migrateWebhooks } from '../index';
import { WEBHOOKS_MIGRATIONS } from './index';

/** As they follow each other: a language sorts the third before the second. */
const IDS = ['9', 'Z', 'a'].map((digit) => `whd_0VcH${digit}00000000000000000000`);
const OWNER = { accountId: 'acct_1', livemode: false };

describe('deliveries in a database that sorts as a language does', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let admin: Client;
  let client: Client;
  let name: string;
  let url: string;

  beforeEach(async () => {
    database = await testDatabase();
    admin = await connected(database.url);
    name = `test_language_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'`);
    url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString();
    client = await connected(url);
  });
  afterEach(async () => {
    await client.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    await database.drop();
  });

  it('can be read by services that run when the migration ends before it has gone over all rights', async () => {
    const before = WEBHOOKS_MIGRATIONS.filter((Migration) => new Migration().name !== 'OrderDeliveryIds1796200000000');
    const migrate = (more: typeof WEBHOOKS_MIGRATIONS): Promise<string[]> =>
      runMigrations({ databaseUrl: url, schema: 'webhooks', migrations: [eventStoreMigration('webhooks'), ...more] });
    await migrate(before);
    const text = `SELECT relowner::regrole AS owner, relacl::text AS rights FROM pg_class WHERE oid = 'webhooks.all_deliveries'::regclass`;
    const { rows: expected } = await client.query(text);
    await expect(migrate([...WEBHOOKS_MIGRATIONS, Ended1796200000001])).rejects.toThrow('ended');
    const { rows } = await client.query(text);
    expect(rows).toEqual(expected);
  });

  it('are listed in the order in which they were made, from page to page, open and ended', async () => {
    await migrateWebhooks(url);
    const [first, ...others] = IDS;
    const columns =
      'delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered';
    const values = `'we_1', '${OWNER.accountId}', false, 7, 1, $1, 'payment.captured', 'pay_1', 1, false, 0, 'auto', now()`;
    const more = `${columns}, class, trigger, created_at`;
    for (const id of others) {
      await client.query(`INSERT INTO webhooks.deliveries (${more}, state, next_attempt_at) VALUES ($1, ${values}, 'ready', now())`, [id]);
    }
    const ended = `INSERT INTO webhooks.deliveries_done (${more}, final_state, ended_at) VALUES ($1, ${values}, 'succeeded', now())`;
    await client.query(ended, [first]);
    const reader = new DeliveriesReader(client as never);
    const page = (query: object) => reader.page({ ...EMPTY_LIST_QUERY, ...query }, { endpointId: 'we_1' }, OWNER);
    const idsOf = async (query: object): Promise<string[]> => (await page(query)).rows.map((row) => row.delivery_id);
    expect(await idsOf({ order: 'asc' })).toEqual(IDS);
    expect(await idsOf({})).toEqual(IDS.toReversed());
    expect(await idsOf({ after: IDS[1] })).toEqual([IDS[0]]);
    expect(await idsOf({ before: IDS[1] })).toEqual([IDS[2]]);
  });
});

class Ended1796200000001 {
  readonly name = 'Ended1796200000001';
  up(): Promise<void> {
    return Promise.reject(new Error('ended'));
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
