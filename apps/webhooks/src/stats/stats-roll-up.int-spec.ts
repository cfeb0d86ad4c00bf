import { Pool } from 'pg';
import { FixedClock, SeededRandom, testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { HealthReader, type EndpointHealth } from './health-reader';
import { rollUpStats } from './stats-roll-up';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Half past an hour, so that periods begin in the middle of one. */
const START_MS = Date.parse('2026-11-21T10:30:00Z');

describe('figures of endpoints by the hour', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: Pool;
  let health: HealthReader;
  let clock: FixedClock;

  beforeEach(async () => {
    database = await testDatabase('stats_roll_up');
    await migrateWebhooks(database.url);
    // Half an hour off Unix time: hours begin at none of the full hours of UTC.
    pool = new Pool({ connectionString: database.url, options: '-c timezone=Asia/Kolkata' });
    health = new HealthReader(pool);
    clock = new FixedClock(START_MS);
    await rolledThrough(START_MS - 8 * DAY_MS);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const rolledThrough = async (timeMs: number): Promise<void> => {
    const hour = Math.floor(timeMs / HOUR_MS) * HOUR_MS;
    await pool.query('UPDATE webhooks.stats_rolled_up SET through = to_timestamp($1::float8 / 1000)', [hour]);
  };
  const attempts = async (endpointId: string, minuteMs: number, counts: { ok?: number; failed?: number; slow?: number }): Promise<void> => {
    const { ok = 0, failed = 0, slow = 0 } = counts;
    await pool.query(
      `INSERT INTO webhooks.endpoint_stats_1m (endpoint_id, minute, ok, failed_5xx, ms_50, ms_2500)
       VALUES ($1, date_trunc('minute', to_timestamp($2::float8 / 1000)), $3, $4, $5, $6)`,
      [endpointId, minuteMs, ok, failed, ok + failed - slow, slow],
    );
  };
  const figures = async (endpointId: string): Promise<Pick<EndpointHealth, 'hour' | 'day' | 'week' | 'hours' | 'latencies'>> => {
    const { hour, day, week, hours, latencies } = await health.read(endpointId, clock.nowMs());
    return { hour, day, week, hours: hours.toSorted((one, other) => one.startMs - other.startMs), latencies };
  };
  const rows = async (table: '1m' | '1h'): Promise<number> => {
    const { rows: counted } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM webhooks.endpoint_stats_${table}`);
    return counted[0]?.count ?? 0;
  };

  it('tell the same of the last hour and the last day as the minutes that they are made of', async () => {
    const random = new SeededRandom(1);
    for (let minute = 0; minute < 26 * 60; minute += 7) {
      const [ok = 0, failed = 0] = random.bytes(2);
      await attempts('we_1', START_MS - minute * MINUTE_MS, { ok, failed, slow: failed });
      await attempts('we_2', START_MS - minute * MINUTE_MS, { ok: 1 });
    }
    const before = await figures('we_1');
    expect(before.day.ok).toBeGreaterThan(0);
    await rollUpStats(pool, clock.nowMs());
    expect(await figures('we_1')).toEqual(before);
    expect(await rows('1h')).toBeGreaterThan(40);
    for (const laterMs of [MINUTE_MS, 34 * MINUTE_MS, 26 * MINUTE_MS]) {
      clock.advanceMs(laterMs);
      const minutesAlone = await figures('we_1');
      await rollUpStats(pool, clock.nowMs());
      expect(await figures('we_1')).toEqual(minutesAlone);
    }
  });

  it('tell the last week to the hour when its minutes are gone', async () => {
    await attempts('we_1', START_MS - 7 * DAY_MS - HOUR_MS, { ok: 1_000 });
    await attempts('we_1', START_MS - 7 * DAY_MS + HOUR_MS, { ok: 100 });
    await attempts('we_1', START_MS - 4 * DAY_MS, { ok: 20, failed: 3 });
    await attempts('we_1', START_MS - MINUTE_MS, { ok: 4 });
    await rollUpStats(pool, clock.nowMs());
    expect(await rows('1m')).toBe(1);
    expect(await figures('we_1')).toMatchObject({
      hour: { ok: 4, failed: 0 },
      day: { ok: 4, failed: 0 },
      week: { ok: 124, failed: 3 },
    });
  });

  it('are made of an hour when nothing can come to it any more, and its minutes are read until then', async () => {
    const hourMs = Date.parse('2026-11-21T10:00:00Z');
    await attempts('we_1', hourMs + 59 * MINUTE_MS, { ok: 1 });
    clock = new FixedClock(hourMs + HOUR_MS + 4 * MINUTE_MS);
    await rollUpStats(pool, clock.nowMs());
    expect([await rows('1h'), (await figures('we_1')).day.ok]).toEqual([0, 1]);
    // Written late, by a clock that is behind.
    await attempts('we_1', hourMs + 58 * MINUTE_MS, { ok: 2 });
    clock.advanceMs(MINUTE_MS);
    await rollUpStats(pool, clock.nowMs());
    expect([await rows('1h'), (await figures('we_1')).day.ok]).toEqual([1, 3]);
  });

  it('count every minute once, however many instances bring them together, and however often', async () => {
    for (let hour = 1; hour <= 12; hour++) await attempts('we_1', START_MS - hour * HOUR_MS, { ok: 1 });
    await Promise.all(Array.from({ length: 4 }, () => rollUpStats(pool, clock.nowMs())));
    await rollUpStats(pool, clock.nowMs());
    expect((await figures('we_1')).day.ok).toBe(12);
    expect(await rows('1h')).toBe(12);
  });
});
