import { Pool } from 'pg';
import { testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { EndpointCounts } from './endpoint-counts.table';
import { enqueue, type QueuedDelivery } from '../delivery-queue/enqueue';
import { queuedDelivery, endpointQueue } from '../delivery-queue/test/queued';

const NOW_MS = 1_795_219_200_000;
const NOW_S = NOW_MS / 1_000;
const delivery = (number: number): QueuedDelivery => queuedDelivery(number, 'we_1', { deliveryId: `whd_${number}` });

describe('what is counted about an endpoint', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let pool: Pool;
  let counts: EndpointCounts;
  beforeAll(async () => {
    database = await testDatabase('webhooks_migrated', migrateWebhooks);
    pool = new Pool({ connectionString: database.url, max: 1 });
    counts = new EndpointCounts(pool);
    const client = await pool.connect();
    await enqueue(client, { deliveries: [delivery(1), delivery(2), delivery(3)], endpointQueues: [endpointQueue('we_1')], nowMs: NOW_MS });
    client.release();
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  /** A delivery has ended: the columns of the queue, and what came of it. */
  const moveToDone = async (id: string, code: number, ended: { state: string; atS: number }): Promise<void> => {
    const names = `delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence,
      ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error`;
    await pool.query(`INSERT INTO webhooks.deliveries_done (${names}, final_state, ended_at)
      SELECT delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence,
        ordered, class, trigger, replay_id, 1, created_at, created_at, ${code}, last_error, '${ended.state}', to_timestamp(${ended.atS})
      FROM webhooks.deliveries WHERE delivery_id = '${id}'`);
    await pool.query('DELETE FROM webhooks.deliveries WHERE delivery_id = $1', [id]);
  };
  const end = async (code: number): Promise<void> => {
    await moveToDone('whd_1', code, { state: 'succeeded', atS: NOW_S });
    await pool.query(`UPDATE webhooks.endpoint_queues SET last_success_at = to_timestamp(${NOW_S})`);
  };

  it('is nothing for one that was never sent anything', async () => {
    expect(await counts.of([])).toEqual(new Map());
    expect(await counts.of(['we_none'])).toEqual(new Map([['we_none', { pending_deliveries: 0, last_delivery: null }]]));
    expect((await counts.of(['we_1'])).get('we_1')).toEqual({ pending_deliveries: 3, last_delivery: null, failing_since_at: null });
  });

  it('is the answer to the delivery that ended last, and while it fails that of one which is tried again', async () => {
    await end(204);
    expect((await counts.of(['we_1'])).get('we_1')).toMatchObject({
      pending_deliveries: 2,
      last_delivery: { at: NOW_S, status_code: 204 },
    });
    await pool.query(`UPDATE webhooks.deliveries SET class = 1, attempt_no = 1, last_code = 503 WHERE delivery_id = 'whd_2'`);
    await pool.query(`UPDATE webhooks.endpoint_queues SET last_failure_at = to_timestamp(${NOW_S + 9})`);
    expect((await counts.of(['we_1'])).get('we_1')).toMatchObject({
      pending_deliveries: 2,
      last_delivery: { at: NOW_S + 9, status_code: 503 },
    });
    // Its next attempt is under way: the last answer is still that one.
    await pool.query(`UPDATE webhooks.deliveries SET lease_token = gen_random_uuid() WHERE delivery_id = 'whd_2'`);
    expect((await counts.of(['we_1'])).get('we_1')?.last_delivery).toEqual({ at: NOW_S + 9, status_code: 503 });
    await pool.query(`UPDATE webhooks.deliveries SET last_code = NULL WHERE delivery_id = 'whd_2'`);
    expect((await counts.of(['we_1'])).get('we_1')?.last_delivery).toEqual({ at: NOW_S + 9, status_code: null });
  });

  it('is as old as the attempt where the delivery was given up later', async () => {
    await moveToDone('whd_2', 503, { state: 'cancelled', atS: NOW_S + 86_400 });
    expect((await counts.of(['we_1'])).get('we_1')?.last_delivery).toEqual({ at: NOW_S + 9, status_code: 503 });
  });

  it('says since when it fails as its queue does, before the log has a notice of it', async () => {
    await pool.query(`UPDATE webhooks.endpoint_queues SET first_failure_at = to_timestamp(${NOW_S + 5}.7)`);
    expect((await counts.of(['we_1'])).get('we_1')?.failing_since_at).toBe(NOW_S + 5);
  });
});
