import { Pool } from 'pg';
import { eventStoreMigrations, runMigrations } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { WEBHOOKS_MIGRATIONS } from '../migrations';
import { DeliveriesByEnabling1795284000000 } from '../migrations/deliveries-by-enabling';
import { LeaseInPlace1795281000000 } from '../migrations/lease-in-place';
import { DeliveryQueue } from './delivery-queue';
import { EndpointQueues } from './endpoint-queues';

/** Brings a new database to where it stood before a migration. */
async function migrateUpTo(migration: (typeof WEBHOOKS_MIGRATIONS)[number], databaseUrl: string): Promise<void> {
  const before = WEBHOOKS_MIGRATIONS.slice(0, WEBHOOKS_MIGRATIONS.indexOf(migration));
  await runMigrations({ databaseUrl, schema: 'webhooks', migrations: [...eventStoreMigrations('webhooks'), ...before] });
}

const LATER_MS = 3_600_000;
const TOKENS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'] as const;

/** Decision 25: databases of the version before have their leases in the rows, as a state that indexes know of. */
describe('a database whose deliveries are under way', () => {
  let database: TestDatabase;
  let pool: Pool;
  const nowMs = Date.now();
  let events: number;

  beforeEach(async () => {
    database = await testDatabase();
    events = 0;
    pool = new Pool({ connectionString: database.url, max: 2 });
    await migrateUpTo(LeaseInPlace1795281000000, database.url);
    await pool.query(
      `INSERT INTO webhooks.endpoint_queues (endpoint_id, shard, account_id, livemode, endpoint_version, cap, in_flight)
       VALUES ('we_a', 7, 'acct_1', true, 1, 16, 3)`,
    );
    await put('held');
    await put('ready');
    await put('leased', { token: TOKENS[0], untilMs: nowMs - 1 });
    await put('leased', { token: TOKENS[1], untilMs: nowMs + LATER_MS });
    await put('leased', { token: TOKENS[1], untilMs: nowMs + LATER_MS });
    await pool.query(
      `CREATE FUNCTION webhooks.flush_results(at timestamptz, worker text, queue_ids text[], results json)
       RETURNS TABLE (accepted integer, opened integer, pending integer, released integer) LANGUAGE sql AS 'SELECT 0, 0, 0, 0'`,
    );
    await migrateWebhooks(database.url);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  async function put(state: string, lease: { token: string; untilMs: number } | null = null): Promise<void> {
    events += 1;
    await pool.query(
      `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
         resource_id, sequence, ordered, class, trigger, created_at, next_attempt_at, state, lease_token, lease_until)
       VALUES ('whd_' || $1::int, 'we_a', 'acct_1', true, 7, $1, 'evt_' || $1::int, 'payment.captured', 'pay_1', 1, true, 0, 'auto', now(), now(),
         $2, $3, to_timestamp($4::float8 / 1000))`,
      [events, state, lease?.token ?? null, lease?.untilMs ?? null],
    );
  }

  const states = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ state: string }>('SELECT state FROM webhooks.all_deliveries ORDER BY feed_position');
    return rows.map(({ state }) => state);
  };

  it('keeps what is open and what is leased, each until its own time', async () => {
    expect(await states()).toEqual(['held', 'ready', 'leased', 'leased', 'leased']);
    const queue = new DeliveryQueue(pool);
    expect(await queue.expireLeases(nowMs)).toBe(1);
    expect(await states()).toEqual(['held', 'ready', 'ready', 'leased', 'leased']);
    expect((await pool.query('SELECT in_flight FROM webhooks.endpoint_queues')).rows).toEqual([{ in_flight: 2 }]);
    expect(await queue.expireLeases(nowMs + LATER_MS)).toBe(2);
    expect(await states()).toEqual(['held', 'ready', 'ready', 'ready', 'ready']);
    expect((await pool.query('SELECT FROM webhooks.leases')).rowCount).toBe(0);
  });

  it('takes results from a process of the version before', async () => {
    const result = {
      delivery_id: 'whd_4',
      lease_token: TOKENS[1],
      endpoint_id: 'we_a',
      event_id: 'evt_4',
      kind: 'returned',
      attempt_no: 0,
    };
    const { rows } = await pool.query('SELECT * FROM webhooks.flush_results(now(), $1, $2, $3)', [
      'w0',
      ['we_a'],
      JSON.stringify([{ ord: 0, ...result, next_attempt_at_ms: nowMs }]),
    ]);
    expect(rows).toEqual([{ accepted: 1, opened: 0, pending: 0, released: 0 }]);
    expect(await states()).toEqual(['held', 'ready', 'leased', 'ready', 'leased']);
  });
});

/** Before, the time of its making told whether a delivery was open when its endpoint was disabled. */
describe('a database that still cancels what was open at an endpoint which is enabled again', () => {
  it('goes on to cancel that, and spares what came after', async () => {
    const database = await testDatabase();
    const pool = new Pool({ connectionString: database.url, max: 2 });
    await migrateUpTo(DeliveriesByEnabling1795284000000, database.url);
    await pool.query(
      `INSERT INTO webhooks.endpoint_queues (endpoint_id, shard, account_id, livemode, endpoint_version, cap, enabled_since, cancel_before)
       VALUES ('we_a', 7, 'acct_1', true, 3, 16, to_timestamp(100), to_timestamp(100))`,
    );
    await pool.query(
      `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
         resource_id, sequence, ordered, class, trigger, created_at, next_attempt_at, state)
       SELECT 'whd_' || s, 'we_a', 'acct_1', true, 7, s, 'evt_' || s, 'payment.captured', 'pay_1', 1, false, 0, 'auto', to_timestamp(s), now(), 'ready'
       FROM unnest(ARRAY[99, 100, 101]) s`,
    );
    await migrateWebhooks(database.url);
    expect(await new EndpointQueues(pool).cancelOpen(Date.now())).toBe(2);
    expect((await pool.query('SELECT delivery_id FROM webhooks.deliveries')).rows).toEqual([{ delivery_id: 'whd_101' }]);
    await pool.end();
    await database.drop();
  });
});
