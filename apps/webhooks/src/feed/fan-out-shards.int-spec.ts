import { Pool } from 'pg';
import { EVENT_TOPIC, shardOfAccount } from '#contracts';
import { SystemRandom } from '#service';
import { testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { EventBodies } from './event-bodies';
import { FanOut } from './fan-out';
import type { Effect } from './feed-commits';
import { ACCOUNT, accountOf, eventMessage } from '../../test/event-messages';
import { makeEndpoint, untilTaken } from '../../test/fan-out-fixture';

const NOTHING_ELSE: Effect = async () => 0;
const SOURCE = EVENT_TOPIC.payments;

describe('the fan-out of many shards', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: Pool;
  const fanOut = (effect = NOTHING_ELSE): FanOut =>
    new FanOut({ pool, consumer: 'webhooks', effect, bodies: new EventBodies(), random: new SystemRandom() });
  const accounts = Array.from({ length: 12 }, (_, index) => accountOf(index + 1));
  const firstOfEach = [...new Map(accounts.map((accountId) => [shardOfAccount(accountId), accountId])).values()];
  const takeAll = async (instance: FanOut, position: number, owners = firstOfEach): Promise<number[]> => {
    const taken = owners.map((accountId) => instance.take(SOURCE, [eventMessage(position, position - 1, { accountId })]));
    return (await Promise.all(taken)).map(({ queued }) => queued);
  };

  beforeEach(async () => {
    database = await testDatabase('fan_out_shards');
    await migrateWebhooks(database.url);
    pool = new Pool({ connectionString: database.url, max: 8 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('commits together what comes together', async () => {
    const instance = fanOut();
    await takeAll(instance, 1);
    await takeAll(instance, 2);
    const { rows } = await pool.query<{ events: number; commits: number }>(
      'SELECT count(*)::int AS events, count(DISTINCT xmin::text)::int AS commits FROM webhooks.feed_entries WHERE position = 2',
    );
    expect(rows).toEqual([{ events: firstOfEach.length, commits: 1 }]);
  });

  it('queues deliveries for those with an endpoint, and from the first event on', async () => {
    const owners: string[] = [];
    const instance = fanOut(async (_client, events) => owners.push(...events.map(({ accountId }) => accountId)));
    await takeAll(instance, 1);
    expect(owners).toEqual([]);
    await makeEndpoint(pool, firstOfEach[3]!);
    await takeAll(instance, 2);
    await takeAll(instance, 3);
    expect(owners).toEqual([firstOfEach[3], firstOfEach[3]]);
    await pool.query(`UPDATE webhooks.streams SET status = 'disabled'`);
    await takeAll(instance, 4);
    await takeAll(instance, 5);
    expect(owners.filter((owner) => owner !== firstOfEach[3])).toEqual([]);
    const { rows } = await pool.query('SELECT FROM webhooks.feed_events');
    expect(rows).toHaveLength(5 * firstOfEach.length);
  });

  it('fails alone with what the database refuses', async () => {
    const instance = fanOut();
    await takeAll(instance, 1);
    const [spoiled = ACCOUNT, ...others] = firstOfEach;
    const bad = instance.take(SOURCE, [eventMessage(2, 1, { accountId: spoiled, type: 'payment.\u0000' })]);
    const rejected = expect(bad).rejects.toThrow('invalid byte sequence');
    await takeAll(instance, 2, others);
    await rejected;
    const { rows } = await pool.query('SELECT FROM webhooks.feed_events WHERE position = 2');
    expect(rows).toHaveLength(others.length);
  });

  it('takes each event once when two instances bring them in opposite orders, with and without endpoints', async () => {
    for (const accountId of firstOfEach.slice(0, 4)) await makeEndpoint(pool, accountId);
    const rounds = 15;
    const bring = async (instance: FanOut, owners: readonly string[]): Promise<void> => {
      for (let position = 1; position <= rounds; position++) {
        await Promise.all(owners.map((accountId) => untilTaken(instance, SOURCE, [eventMessage(position, position - 1, { accountId })])));
      }
    };
    await Promise.all([bring(fanOut(), firstOfEach), bring(fanOut(), firstOfEach.toReversed())]);
    const { rows } = await pool.query<{ dense: boolean }>(
      'SELECT count(*) = max(position) AND count(DISTINCT event_id) = count(*) AS dense FROM webhooks.feed_events GROUP BY shard',
    );
    expect(rows).toEqual(firstOfEach.map(() => ({ dense: true })));
    const { rows: all } = await pool.query('SELECT FROM webhooks.feed_events');
    expect(all).toHaveLength(rounds * firstOfEach.length);
  });
});
