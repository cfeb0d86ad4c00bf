import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { EVENT_TOPIC } from '#contracts';
import { eventually } from '#testing';
import { askGateway } from './ask-gateway';
import { startCluster, type Cluster, type ClusterProcess } from './cluster';

const TOPIC = EVENT_TOPIC.payments;
/** Their shards lie in many partitions, and some share one. */
const MERCHANTS = 12;

/** Retention cuts the topic while it has no reader: a real broker, and records that are really gone. */
describe('events whose records are gone from the topic before webhooks and kyc have read them', () => {
  let cluster: Cluster;
  let webhooks: ClusterProcess;
  let kyc: ClusterProcess;
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
    [webhooks, kyc] = await Promise.all([cluster.startWebhooks(), cluster.startKyc()]);
    merchants = cluster.apiKeys.slice(0, MERCHANTS);
    const endpoint = { url: `http://127.0.0.1:${port}/hook`, enabled_events: ['payment.*', 'customer.*'] };
    await Promise.all(merchants.map((apiKey) => post(apiKey, '/v1/webhook_endpoints', endpoint)));
  }, 120_000);

  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await pool.end();
    await cluster.stop();
  });

  const ask = (apiKey: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
    askGateway(cluster.gateway, { apiKey, method, path, body });
  const post = (apiKey: string, path: string, body: object): Promise<Record<string, unknown>> => ask(apiKey, 'POST', path, body);
  /** Every merchant is paid once. */
  const pay = async (): Promise<void> => {
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    await Promise.all(merchants.map((apiKey) => post(apiKey, '/v1/payments', payment)));
  };

  /** Every merchant has a customer who is verified, and knows it. */
  const verify = async (): Promise<{ apiKey: string; path: string }[]> => {
    const made = merchants.map(async (apiKey) => {
      const { id } = await post(apiKey, '/v1/customers', { name: 'Asha Verma' });
      const document = { document_type: 'aadhaar', document_number: '1234-5678-9012', verify_address: false };
      await post(apiKey, '/v1/kyc/verifications', { customer_id: id, ...document });
      const path = `/v1/customers/${String(id)}`;
      await eventually(async () => expect(await ask(apiKey, 'GET', path)).toMatchObject({ kyc_status: 'verified' }));
      return { apiKey, path };
    });
    return Promise.all(made);
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
      "SELECT event_id FROM webhooks.feed_events WHERE type NOT SIMILAR TO '(webhook_endpoint|kyc|account|api_key).%' ORDER BY shard, position",
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
    const customers = await verify();
    await pay();
    const before = await happened();
    await eventually(() => expect(delivered).toHaveLength(before.length));
    await Promise.all([webhooks, kyc].map((process) => process.end('SIGTERM')));

    await pay();
    await Promise.all(customers.map(({ apiKey, path }) => ask(apiKey, 'DELETE', path)));
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
    // Events are counted after what they caused is stored.
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_reread_total')).toBe(lost));
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toBe(0));
    const { rows: holes } = await pool.query(
      'SELECT shard FROM webhooks.feed_events GROUP BY shard HAVING count(*) <> max(position) OR min(position) <> 1',
    );
    expect(holes).toEqual([]);

    kyc = await cluster.startKyc();
    await eventually(async () => {
      const { rows: redacted } = await pool.query(`SELECT FROM kyc.events WHERE type = 'kyc.verification.redacted'`);
      expect(redacted).toHaveLength(MERCHANTS);
    });
    // Comparing with payments may have found the erased customers before the group had its partitions.
    await eventually(async () => expect(await kyc.metric('hundi_follower_reread_total')).toBeGreaterThanOrEqual(MERCHANTS));
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
