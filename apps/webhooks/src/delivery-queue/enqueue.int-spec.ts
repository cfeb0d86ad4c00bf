import { Client } from 'pg';
import { testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { enqueue, type QueuedDelivery, type EndpointQueue } from './enqueue';
import { queuedDelivery as delivery, endpointQueue as endpointQueue } from './test/queued';

const NOW_MS = 1_795_219_200_000;

describe('enqueue', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: Client;

  beforeAll(async () => {
    database = await testDatabase('webhooks_migrated', migrateWebhooks);
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  beforeEach(() => client.query('BEGIN'));
  afterEach(() => client.query('ROLLBACK'));

  const put = (deliveries: QueuedDelivery[], endpointQueues: EndpointQueue[]) =>
    enqueue(client, { deliveries, endpointQueues, nowMs: NOW_MS });
  const states = async (): Promise<Record<string, string>> => {
    const { rows } = await client.query<{ event_id: string; state: string }>('SELECT event_id, state FROM webhooks.all_deliveries');
    return Object.fromEntries(rows.map((row) => [row.event_id, row.state]));
  };

  it('makes a queue for each endpoint and a ready row for each delivery', async () => {
    const given = await put(
      [delivery(1, 'we_a'), delivery(1, 'we_b'), delivery(2, 'we_a')],
      [endpointQueue('we_b', { maxInFlight: 3 }), endpointQueue('we_a')],
    );
    expect(given.map((row) => row.isNew)).toEqual([true, true, true]);
    expect(await states()).toEqual({ evt_1: 'ready', evt_2: 'ready' });
    const { rows } = await client.query('SELECT endpoint_id, cap, next_due_at FROM webhooks.endpoint_queues ORDER BY endpoint_id');
    expect(rows).toEqual([
      { endpoint_id: 'we_a', cap: 16, next_due_at: new Date(NOW_MS) },
      { endpoint_id: 'we_b', cap: 3, next_due_at: new Date(NOW_MS) },
    ]);
  });

  it('holds all but the first delivery of a resource at an endpoint that wants them in order', async () => {
    const endpointQueues = [endpointQueue('we_a', { isOrdered: true })];
    await put([delivery(3, 'we_a'), delivery(2, 'we_a'), delivery(4, 'we_a', { resourceId: 'pay_2' })], endpointQueues);
    await put([delivery(5, 'we_a'), delivery(6, 'we_a', { resourceId: 'pay_3' })], endpointQueues);
    expect(await states()).toEqual({ evt_2: 'ready', evt_3: 'held', evt_4: 'ready', evt_5: 'held', evt_6: 'ready' });
  });

  it('makes no second row for an event that is open at the endpoint, but makes the waiting one due', async () => {
    await put([delivery(1, 'we_a')], [endpointQueue('we_a')]);
    await client.query(`UPDATE webhooks.deliveries SET next_attempt_at = 'infinity', class = 1`);
    const again = await put([delivery(1, 'we_a', { deliveryId: 'whd_second', class: 2, trigger: 'manual' })], [endpointQueue('we_a')]);
    expect(again).toEqual([{ deliveryId: 'whd_we_a_1', endpointId: 'we_a', eventId: 'evt_1', isNew: false }]);
    const { rows } = await client.query('SELECT delivery_id, class, next_attempt_at FROM webhooks.deliveries');
    expect(rows).toEqual([{ delivery_id: 'whd_we_a_1', class: 1, next_attempt_at: new Date(NOW_MS) }]);
  });

  it('never changes the settings of a queue that is there: they are older, or are followed together with the status', async () => {
    await put([delivery(1, 'we_a')], [endpointQueue('we_a', { endpointVersion: 4, maxInFlight: 2, ratePerSecond: 5, burst: 9 })]);
    await put([delivery(2, 'we_a')], [endpointQueue('we_a', { endpointVersion: 3, maxInFlight: 8 })]);
    await put([delivery(3, 'we_a')], [endpointQueue('we_a', { endpointVersion: 5, maxInFlight: 9 })]);
    const { rows } = await client.query('SELECT endpoint_version, cap, rate_per_second, burst FROM webhooks.endpoint_queues');
    expect(rows).toEqual([{ endpoint_version: 4, cap: 2, rate_per_second: 5, burst: 9 }]);
  });

  it('does not wake a queue before its open breaker lets it try', async () => {
    await put([delivery(1, 'we_a')], [endpointQueue('we_a')]);
    const opensAt = new Date(NOW_MS + 60_000);
    await client.query(`UPDATE webhooks.endpoint_queues SET breaker = 'open', open_until = $1, next_due_at = $1`, [opensAt]);
    await put([delivery(2, 'we_a')], [endpointQueue('we_a')]);
    const { rows } = await client.query('SELECT next_due_at FROM webhooks.endpoint_queues');
    expect(rows).toEqual([{ next_due_at: opensAt }]);
  });

  it('refuses a delivery whose endpoint was not given', async () => {
    await expect(put([delivery(1, 'we_a')], [endpointQueue('we_b')])).rejects.toThrow('no queue was given for we_a');
  });
});
