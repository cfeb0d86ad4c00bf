import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { EVENT_TOPIC } from '#contracts';
import { eventually } from '#testing';
import { startCluster, type Cluster, type ClusterProcess } from './cluster';

const TOPIC = EVENT_TOPIC.payments;
/** Their shards lie in many partitions, and some share one. */
const MERCHANTS = 12;

/** The topic is cut by its retention while nobody reads it: a real broker, and records that are really gone. */
describe('events whose records are gone from the topic before webhooks has read them', () => {
  let cluster: Cluster;
  let webhooks: ClusterProcess;
  let pool: pg.Pool;
  let kafka: Kafka;
  let receiver: Server;
  let merchants: string[];
  /** Ids of the events that were delivered, as they came. */
  const delivered: string[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    kafka = new Kafka({ clientId: 'retention', brokers: [cluster.kafka.brokers], logLevel: logLevel.NOTHING });
    receiver = createServer((request, response) => {
      delivered.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    webhooks = await cluster.startWebhooks();
    merchants = cluster.apiKeys.slice(0, MERCHANTS);
    const endpoint = { url: `http://127.0.0.1:${port}/hook`, enabled_events: ['payment.*'] };
    await Promise.all(merchants.map((apiKey) => post(apiKey, '/v1/webhook_endpoints', endpoint)));
  }, 120_000);

  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await pool.end();
    await cluster.stop();
  });

  const post = async (apiKey: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${cluster.gateway.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(status).toBe(201);
  };
  /** Every merchant is paid once. */
  const pay = async (): Promise<void> => {
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    await Promise.all(merchants.map((apiKey) => post(apiKey, '/v1/payments', payment)));
  };

  /** Ids of the public events of payments, in the order of their log. */
  const happened = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ event_id: string }>(
      "SELECT event_id FROM payments.events WHERE meta ->> 'sequence' IS NOT NULL ORDER BY shard, position",
    );
    return rows.map(({ event_id: id }) => id);
  };
  /** The same in the feed. */
  const taken = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ event_id: string }>(
      "SELECT event_id FROM webhooks.feed_events WHERE type NOT LIKE 'webhook_endpoint.%' ORDER BY shard, position",
    );
    return rows.map(({ event_id: id }) => id);
  };
  const allPublished = (): Promise<void> =>
    eventually(async () => {
      const { rows } = await pool.query(
        `SELECT FROM payments.events e JOIN payments.relay_cursors c ON c.shard = e.shard WHERE e.position > c.position LIMIT 1`,
      );
      expect(rows).toEqual([]);
    });

  /** Whatever is in the topic is gone, as if its time were over. */
  const cutTopic = async (): Promise<void> => {
    const admin = kafka.admin();
    await admin.connect();
    const ends = await admin.fetchTopicOffsets(TOPIC);
    const filled = ends.filter(({ low, high }) => low !== high);
    await admin.deleteTopicRecords({ topic: TOPIC, partitions: filled.map(({ partition, high }) => ({ partition, offset: high })) });
    const left = await admin.fetchTopicOffsets(TOPIC);
    await admin.disconnect();
    expect(filled.length).toBeGreaterThan(1);
    expect(left.filter(({ low, high }) => low !== high)).toEqual([]);
  };

  it('are in the feed without a hole, and each is delivered once, read again from their service', async () => {
    await pay();
    const before = await happened();
    await eventually(() => expect(delivered).toHaveLength(before.length));
    await webhooks.end('SIGTERM');

    await pay();
    await pay();
    await allPublished();
    const lost = (await happened()).length - before.length;
    await cutTopic();
    await pay();
    await allPublished();

    webhooks = await cluster.startWebhooks();
    const all = await happened();
    await eventually(async () => expect(await taken()).toEqual(all));
    await eventually(() => expect(delivered.toSorted()).toEqual(all.toSorted()));
    expect(await webhooks.metric('hundi_webhooks_fanout_reread_total')).toBe(lost);
    expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toBe(0);
    const { rows: holes } = await pool.query(
      'SELECT shard FROM webhooks.feed_events GROUP BY shard HAVING count(*) <> max(position) OR min(position) <> 1',
    );
    expect(holes).toEqual([]);
  }, 120_000);

  it('are in the feed and delivered once, too, when nothing follows that would show that they are missing', async () => {
    await webhooks.end('SIGTERM');
    await pay();
    await allPublished();
    await cutTopic();
    webhooks = await cluster.startWebhooks();
    const all = await happened();
    await eventually(async () => expect(await taken()).toEqual(all), { withinMs: 90_000, everyMs: 500 });
    await eventually(() => expect(delivered.toSorted()).toEqual(all.toSorted()));
  }, 120_000);
});
