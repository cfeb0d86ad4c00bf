import { Pool } from 'pg';
import { shardOfAccount } from '#contracts';
import { eventStoreMigration, runMigrations } from '#event-store';
import { eventually, testDatabase } from '#testing';
import { ACCOUNT, accountOf, eventMessage } from '../../test/event-messages';
import { EventBodies, type BodyPlace } from '../feed/event-bodies';
import { feedEventOf, type FeedEvent } from '../feed/feed-event';
import { migrateWebhooks } from '../index';
import { WEBHOOKS_MIGRATIONS } from './index';
import { PackFeed1796040000000 } from './pack-feed';

describe('the migration that packs the feed', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: Pool;
  beforeEach(async () => {
    database = await testDatabase('pack_feed');
    pool = new Pool({ connectionString: database.url });
    const before = WEBHOOKS_MIGRATIONS.slice(0, WEBHOOKS_MIGRATIONS.indexOf(PackFeed1796040000000));
    await runMigrations({ databaseUrl: database.url, schema: 'webhooks', migrations: [eventStoreMigration('webhooks'), ...before] });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  /** As the release before took it, some days ago. */
  const takeBefore = async (event: FeedEvent, position: number, daysAgo: number, on: Pick<Pool, 'query'> = pool): Promise<void> => {
    const { accountId, livemode, eventId, type, resourceType, resourceId, sequence, correlationId, occurredAtMs, body } = event;
    await on.query(
      `INSERT INTO webhooks.feed_events (shard, position, event_id, account_id, livemode, type, resource_type, resource_id, sequence, correlation_id,
         occurred_at, taken_at, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() - make_interval(days => $12), $13)`,
      [
        ...[shardOfAccount(accountId), position, eventId, accountId, livemode, type, resourceType, resourceId, sequence, correlationId],
        ...[occurredAtMs, daysAgo, body],
      ],
    );
  };

  it('keeps every event to the byte, at its place, with what it is found by, in the month in which it came', async () => {
    const contents = Array.from({ length: 50 }, (_, index) => ({
      accountId: index % 2 === 0 ? ACCOUNT : accountOf(2),
      livemode: index % 3 === 0,
      type: index % 5 === 0 ? 'test_clock.ready' : 'payment.captured',
      ...(index % 5 === 0 && { test_clock_id: 'clock_1', livemode: false }),
      object: { description: `order ${index}, ₹ ${index}` },
    }));
    const events = contents.map((content, index) => feedEventOf(eventMessage(index + 1, index, content)));
    for (const [index, event] of events.entries()) await takeBefore(event, index + 1, 80 - index);
    const { rows: months } = await pool.query(`SELECT DISTINCT date_trunc('month', taken_at AT TIME ZONE 'UTC') FROM webhooks.feed_events`);

    await migrateWebhooks(database.url);

    const { rows } = await pool.query<BodyPlace & { position: number }>(
      `SELECT position::int, event_id AS "eventId", account_id AS "accountId", livemode, type, resource_type AS "resourceType",
         resource_id AS "resourceId", sequence, correlation_id AS "correlationId", occurred_at::float8 AS "occurredAtMs",
         test_clock_id AS "testClockId", shard, pack, body_at FROM webhooks.feed_events ORDER BY position`,
    );
    const bodies = await new EventBodies().read(pool, rows);
    const kept = rows.map(({ pack: _pack, body_at: _at, ...row }, index) => ({ ...row, body: bodies[index] }));
    expect(kept).toEqual(events.map((event, index) => ({ ...event, position: index + 1, shard: shardOfAccount(event.accountId) })));
    const { rows: parts } = await pool.query('SELECT DISTINCT tableoid FROM webhooks.feed_entries');
    expect(parts).toHaveLength(months.length);
    const { rows: stray } = await pool.query(
      'SELECT FROM webhooks.feed_entries_default UNION ALL SELECT FROM webhooks.event_bodies_default',
    );
    expect(stray).toEqual([]);
  });

  it('finds the clock of an event also beside half of a surrogate pair, where a name was cut in its middle', async () => {
    const content = { type: 'test_clock.ready', test_clock_id: 'clock_1', object: { description: 'Gold \ud83d', note: '\\ud83d \u0000' } };
    const event = feedEventOf(eventMessage(1, 0, content));
    await takeBefore(event, 1, 0);
    await migrateWebhooks(database.url);
    const { rows } = await pool.query<BodyPlace>('SELECT pack, body_at, test_clock_id FROM webhooks.feed_entries');
    expect(rows).toMatchObject([{ test_clock_id: 'clock_1' }]);
    expect(await new EventBodies().read(pool, rows)).toEqual([event.body]);
  });

  it('waits for what a process of the release before is taking, and loses nothing of it', async () => {
    const taking = await pool.connect();
    await taking.query('BEGIN');
    await takeBefore(feedEventOf(eventMessage(1, 1, { type: 'payment.captured' })), 1, 0, taking);
    const migrated = migrateWebhooks(database.url);
    await eventually(async () => {
      const { rows } = await pool.query(`SELECT FROM pg_locks WHERE relation = 'webhooks.feed_events'::regclass AND NOT granted`);
      expect(rows).toHaveLength(1);
    });
    await taking.query('COMMIT');
    taking.release();
    await migrated;
    const { rows } = await pool.query('SELECT position::int FROM webhooks.feed_events');
    expect(rows).toEqual([{ position: 1 }]);
  });

  it('finds nothing to keep on a new installation, and makes no month that is over', async () => {
    await migrateWebhooks(database.url);
    const { rows } = await pool.query(`SELECT FROM pg_inherits WHERE inhparent = 'webhooks.feed_entries'::regclass`);
    expect(rows).toHaveLength(4);
  });
});
