import { appendQuery, EVENT_TOPIC, shardOfAccount } from '#contracts';
import { createLogger } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { Client, Pool } from 'pg';
import { ACCOUNT, eventMessage } from '../../test/event-messages';
import { insertEvents } from '../../test/insert-events';
import { runWebhooks, type RunningWebhooks } from '../../test/webhooks-fixture';
import { keepPartitions } from '../delivery-queue/keep-partitions';
import { migrateWebhooks } from '../index';

const DAY_MS = 86_400_000;
const logger = createLogger({ service: 'test', level: 'silent' });
/** As many as a part of the stream has at most. */
const EXPIRED = Array.from({ length: 100 }, (_, index) => ({ position: index + 1, eventId: `evt_${index + 1}` }));
const KEPT = eventMessage(1, 0, { type: 'payment.captured' });

describe('events whose bodies are not kept any more', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await testDatabase('expired_bodies');
    await migrateWebhooks(database.url);
    pool = new Pool({ connectionString: database.url });
    await insertEvents(pool, { accountId: ACCOUNT, livemode: false, shard: shardOfAccount(ACCOUNT), body: '{}' }, EXPIRED);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  describe('between two statements of a reader', () => {
    let webhooks: RunningWebhooks;
    beforeEach(async () => {
      await pool.query('TRUNCATE webhooks.event_bodies');
      await pool.query('UPDATE webhooks.feed_positions SET position = 100 WHERE shard = $1', [shardOfAccount(ACCOUNT)]);
      webhooks = await runWebhooks(database.url);
      await webhooks.bus.publish(EVENT_TOPIC.payments, [KEPT]);
    });
    afterEach(() => webhooks.stop());

    it('hide none that follow from a stream', async () => {
      const response = await webhooks.get(appendQuery('/internal/events/tail', { after: '0' }), { accountId: ACCOUNT });
      expect(await response.text()).toBe(`id: 101\nevent: payment.captured\ndata: ${KEPT.value}\n\n`);
      expect(response.headers.get('feed-position')).toBe('101');
    });

    it('end no walk through the pages before its end', async () => {
      const page = async (after: string | null) => {
        const response = await webhooks.get(appendQuery('/internal/events', { order: 'asc', limit: 60, after }), { accountId: ACCOUNT });
        return (await response.json()) as { data: { id: string }[]; has_more: boolean };
      };
      expect(await page(null)).toMatchObject({ data: [], has_more: true });
      expect(await page('evt_60')).toMatchObject({ data: [{ id: KEPT.cloudEvent.id }], has_more: false });
    });
  });

  it('are none while a long statement keeps their entries from being dropped', async () => {
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM webhooks.feed_entries LIMIT 1');
    await keepPartitions(pool, logger, Date.now() + 150 * DAY_MS);
    await reader.end();
    const left = () => askDatabase(database.url, 'SELECT FROM webhooks.feed_entries e JOIN webhooks.event_bodies b USING (pack)');
    expect(await left()).toHaveLength(EXPIRED.length);
    await keepPartitions(pool, logger, Date.now() + 150 * DAY_MS);
    expect(await left()).toEqual([]);
  });
});
