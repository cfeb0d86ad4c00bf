import { join } from 'node:path';
import pg from 'pg';
import { EVENT_TOPIC } from '#contracts';
import { eventually } from '#testing';
import { startCluster, type Cluster, type ClusterProcess } from './cluster';
import { ConsumerGroups } from './consumer-groups';
import { askGateway } from './ask-gateway';
import { EventReceiver } from './event-receiver';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { startSteadyLoad, type Outcome } from './steady-load';

const SHUFFLED = { nodeOptions: `--require ${join(__dirname, 'shuffle-events.cjs')}` };
const PAY_EVERY_MS = 100;
/** Each has one customer with a verified document; every second one is erased. */
const MERCHANTS = 6;
const READINGS = [
  ...Object.values(EVENT_TOPIC).map((topic) => ({ consumer: 'webhooks', topic })),
  { consumer: 'kyc.customer-erasure', topic: EVENT_TOPIC.payments },
  { consumer: 'payments.kyc-status', topic: EVENT_TOPIC.kyc },
];

/** The fan-out of webhooks, the erasure of kyc, and `kyc_status` of customers. */
describe('followers over Kafka that get events out of order and one in five twice (F16)', () => {
  let cluster: Cluster;
  let receiver: EventReceiver;
  let pool: pg.Pool;
  let groups: ConsumerGroups;
  let merchants: string[];
  /** In the order of their start. */
  let processes: [payments: ClusterProcess, kyc: ClusterProcess, webhooks: ClusterProcess];
  const customers: { apiKey: string; path: string; isErased: boolean }[] = [];
  const paid: Outcome[] = [];

  beforeAll(async () => {
    receiver = await EventReceiver.open();
    cluster = await startCluster(SHUFFLED);
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    groups = await ConsumerGroups.open(cluster.kafka.brokers);
    processes = [cluster.payments, ...(await Promise.all([cluster.startKyc(), cluster.startWebhooks()]))];
    merchants = cluster.apiKeys.slice(0, MERCHANTS);
    await Promise.all(merchants.map((apiKey, index) => receiver.register(cluster.gateway.baseUrl, apiKey, `/${index}`)));
  }, 120_000);
  afterAll(async () => {
    await groups?.close();
    await pool?.end();
    await cluster?.stop();
    await receiver?.close();
  });

  const ask = (apiKey: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
    askGateway(cluster.gateway, { apiKey, method, path, body });
  const makeCustomer = async (apiKey: string, index: number): Promise<void> => {
    const { id } = await ask(apiKey, 'POST', '/v1/customers', { name: 'Asha Verma' });
    const document = { document_type: 'aadhaar', document_number: '1234-5678-9012', verify_address: false };
    await ask(apiKey, 'POST', '/v1/kyc/verifications', { customer_id: id, ...document });
    customers.push({ apiKey, path: `/v1/customers/${String(id)}`, isErased: index % 2 === 0 });
  };
  const allRead = (): Promise<void> =>
    eventually(
      async () => expect(await Promise.all(READINGS.map((reading) => groups.countUnread(reading)))).toEqual(READINGS.map(() => 0)),
      {
        withinMs: 60_000,
        everyMs: 200,
      },
    );
  /** Every event of every log, the feed, what is queued for whom, and how often something was delivered. */
  const everything = async (): Promise<unknown> => {
    const { rows } = await pool.query(
      `SELECT 'payments' AS log, event_id AS id FROM payments.events UNION ALL SELECT 'kyc', event_id FROM kyc.events
       UNION ALL SELECT 'feed', event_id FROM webhooks.feed_events UNION ALL SELECT 'queue', delivery_id FROM webhooks.all_deliveries
       ORDER BY 1, 2`,
    );
    return { rows, delivered: receiver.delivered.length };
  };

  it('tell customers that they are verified, and take from the erased what identifies them', async () => {
    const load = startSteadyLoad({ baseUrls: [cluster.gateway.baseUrl], apiKeys: merchants, withRefunds: true, everyMs: PAY_EVERY_MS });
    const work = async (): Promise<void> => {
      await Promise.all(merchants.map(makeCustomer));
      for (const { apiKey, path } of customers) {
        await eventually(async () => expect(await ask(apiKey, 'GET', path)).toMatchObject({ kyc_status: 'verified' }));
      }
      for (const { apiKey, path, isErased } of customers) if (isErased) await ask(apiKey, 'DELETE', path);
      await eventually(async () => {
        const { rows } = await pool.query(`SELECT FROM kyc.events WHERE type = 'kyc.verification.redacted'`);
        expect(rows).toHaveLength(MERCHANTS / 2);
      });
    };
    await work().finally(async () => paid.push(...(await load.stop())));
    const [payments, kyc, webhooks] = processes;
    for (const { metric } of [payments, kyc]) expect(await metric('hundi_follower_failures_total')).toBe(0);
    // Events are counted after what they caused is stored; and comparing with payments finds erased customers, too.
    await eventually(async () => expect(await kyc.metric('hundi_follower_reread_total')).toBeGreaterThan(0));
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_reread_total')).toBeGreaterThan(0));
  }, 120_000);

  it('do nothing twice when every offset is set back to 0, and the marks of those who send commands are lost', async () => {
    await allRead();
    await eventually(async () => expect((await pool.query('SELECT FROM webhooks.deliveries')).rows).toEqual([]));
    await Promise.all(processes.map((process) => process.end('SIGTERM')));
    const before = await everything();
    await eventually(() => Promise.all(READINGS.map((reading) => groups.rewind(reading))));
    await pool.query(`DELETE FROM kyc.consumer_positions WHERE consumer = 'kyc.customer-erasure'`);
    await pool.query(`DELETE FROM payments.consumer_positions WHERE consumer = 'payments.kyc-status'`);
    const internalPort = Number(new URL(cluster.payments.url).port);
    processes = await Promise.all([cluster.startPayments({ internalPort }), cluster.startKyc(), cluster.startWebhooks()]);
    await allRead();
    expect(await everything()).toEqual(before);
  }, 180_000);

  it(
    'leave a read model that is the fold of the log, balanced money, and every event published in order (I3, I4, I8, I9)',
    () => expectClusterInvariants(cluster, { paid, receiver }),
    120_000,
  );
});
