import { Pool } from 'pg';
import { EVENT_TOPIC, unavailabilityOf } from '#contracts';
import { SystemRandom } from '#service';
import { testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { EventBodies, type BodyPlace } from './event-bodies';
import { FanOut } from './fan-out';
import type { Effect } from './feed-commits';
import { ACCOUNT, SHARD, accountOf, correlationOf, eventMessage, idOf } from '../../test/event-messages';
import { makeEndpoint, untilTaken } from '../../test/fan-out-fixture';

const NOTHING_ELSE: Effect = async () => 0;
const SOURCE = EVENT_TOPIC.payments;

describe('the fan-out', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: Pool;

  const bodies = new EventBodies();
  const fanOut = (effect = NOTHING_ELSE): FanOut => new FanOut({ pool, consumer: 'webhooks', effect, bodies, random: new SystemRandom() });
  const feed = async (): Promise<{ position: number; event_id: string }[]> =>
    (await pool.query('SELECT position::int, event_id FROM webhooks.feed_events WHERE shard = $1 ORDER BY position', [SHARD])).rows as {
      position: number;
      event_id: string;
    }[];
  const markOf = async (source: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ position: string }>(
      'SELECT position FROM webhooks.consumer_positions WHERE source = $1 AND partition = $2',
      [source, SHARD],
    );
    return rows[0]?.position;
  };

  beforeEach(async () => {
    database = await testDatabase('fan_out');
    await migrateWebhooks(database.url);
    pool = new Pool({ connectionString: database.url, max: 8 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('keeps each event to the byte, at a dense position, with what it is found by', async () => {
    const messages = [eventMessage(2, 0, { livemode: true, occurredAtMs: 1_795_219_200_123 }), eventMessage(7, 2, { sequence: 9 })];
    const taken = await fanOut().take(SOURCE, messages);
    expect(taken.events.map(({ position }) => position)).toEqual([1n, 2n]);
    const { rows } = await pool.query('SELECT * FROM webhooks.feed_events ORDER BY position');
    expect(await new EventBodies().read(pool, rows as BodyPlace[])).toEqual(messages.map(({ value }) => value));
    expect(rows[0]).toMatchObject({
      shard: SHARD,
      account_id: ACCOUNT,
      livemode: true,
      type: 'payment.captured',
      resource_type: 'payment',
      resource_id: idOf('pay', 1),
      sequence: 2,
      occurred_at: '1795219200123',
      correlation_id: correlationOf(2),
      test_clock_id: null,
    });
  });

  it('leaves nothing of a batch that crashed before its commit, and takes it whole when it comes again', async () => {
    await makeEndpoint(pool, ACCOUNT);
    const crashing = fanOut(async (client, events) => {
      expect(events).toHaveLength(2);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return 0;
    });
    const batch = [eventMessage(1, 0), eventMessage(2, 1)];
    await expect(crashing.take(SOURCE, batch).catch(unavailabilityOf)).resolves.toBe('away');
    expect([await feed(), await markOf(SOURCE)]).toEqual([[], '0']);
    await fanOut().take(SOURCE, batch);
    expect(await feed()).toHaveLength(2);
  });

  it('drops a batch that was committed and comes again because its offset was not', async () => {
    const batch = [eventMessage(1, 0), eventMessage(2, 1)];
    await fanOut().take(SOURCE, batch);
    const again = await fanOut().take(SOURCE, [...batch, eventMessage(3, 2)]);
    expect(again.fresh).toHaveLength(1);
    expect((await feed()).map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('takes each event once when two instances hold the same messages', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => eventMessage(index + 1, index));
    await makeEndpoint(pool, ACCOUNT);
    const record: Effect = async (_client, events) => events.length;
    const instances = [fanOut(record), fanOut(record)];
    const runs = instances.map(async (instance) => {
      for (let from = 0; from < messages.length; from += 3) await untilTaken(instance, SOURCE, messages.slice(from, from + 3));
    });
    await Promise.all(runs);
    const expected = messages.map(({ cloudEvent }, index) => ({ position: index + 1, event_id: cloudEvent.id }));
    expect(await feed()).toEqual(expected);
  });

  it('gives dense positions in the order of the commits over all sources', async () => {
    const sources = Object.values(EVENT_TOPIC);
    const instance = fanOut();
    let seen = 0;
    let isDone = false;
    // A reader of position n has seen every one below it: there is never a gap.
    const watching = (async () => {
      while (!isDone) {
        const rows = await feed();
        expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
        expect(rows.length).toBeGreaterThanOrEqual(seen);
        seen = rows.length;
      }
    })();
    const publishing = sources.map(async (source, number) => {
      for (let position = 1; position <= 40; position++) {
        await instance.take(source, [eventMessage(position, position - 1, { id: idOf('evt', number * 1_000 + position) })]);
      }
    });
    await Promise.all(publishing);
    isDone = true;
    await watching;
    expect(await feed()).toHaveLength(40 * sources.length);
  });

  it('keeps the mark where it was when the effect fails for a reason of ours', async () => {
    await makeEndpoint(pool, ACCOUNT);
    const failing = fanOut(async (client) => (await client.query('SELECT 1 / 0')).rowCount ?? 0);
    await expect(failing.take(SOURCE, [eventMessage(1, 0)])).rejects.toThrow('division by zero');
    expect([await feed(), await markOf(SOURCE)]).toEqual([[], '0']);
  });

  it('keeps accounts of one batch apart in one transaction', async () => {
    const other = [2, 3, 4, 5, 6, 7, 8, 9, 10].map(accountOf).find((accountId) => eventMessage(1, 0, { accountId }).shard !== SHARD)!;
    await fanOut().take(SOURCE, [eventMessage(1, 0)]);
    await fanOut().take(SOURCE, [eventMessage(1, 0, { accountId: other })]);
    const { rows } = await pool.query('SELECT account_id, position::int FROM webhooks.feed_events ORDER BY account_id');
    expect(rows).toEqual([
      { account_id: ACCOUNT, position: 1 },
      { account_id: other, position: 1 },
    ]);
  });

  it('drops events that are older than the feed goes back, month by month, and has room for those to come', async () => {
    await fanOut().take(SOURCE, [eventMessage(1, 0)]);
    const monthsOf = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'webhooks.feed_entries'::regclass ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    expect(await monthsOf()).toHaveLength(4);
    const keep = (days: number) =>
      pool.query(
        `SELECT webhooks.keep_partitions('feed_entries', 'taken_at', 'month', interval '90 days', now() + make_interval(days => $1))`,
        [days],
      );
    await keep(85);
    expect(await feed()).toHaveLength(1);
    await keep(125);
    expect(await feed()).toHaveLength(0);
  });

  it('keeps the bodies of a commit together and compressed, and Postgres does not try again, in whatever month they come', async () => {
    const messages = Array.from({ length: 9 }, (_, index) =>
      eventMessage(index + 1, index, { object: { description: `order ${index} `.repeat(200) } }),
    );
    await fanOut().take(SOURCE, messages);
    await pool.query(
      `SELECT webhooks.keep_partitions('event_bodies', 'taken_at', 'month', interval '900 days', now() + interval '200 days')`,
    );
    await pool.query(`UPDATE webhooks.event_bodies SET taken_at = now() + interval '200 days'`);
    const { rows } = await pool.query<{ size: number; method: string | null }>(
      'SELECT pg_column_size(bodies) AS size, pg_column_compression(bodies) AS method FROM webhooks.event_bodies',
    );
    expect(rows).toEqual([{ size: expect.any(Number) as number, method: null }]);
    expect(rows[0]?.size).toBeLessThan(Buffer.byteLength(messages.map(({ value }) => value).join()) / 8);
  });
});
