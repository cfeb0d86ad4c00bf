import pg from 'pg';
import { eventually } from '#testing';
import { lasting, startCluster, type Cluster, type ClusterProcess } from './cluster';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { expectStoredOnce } from './invariants/stored-payments';
import { HIGH_RATE, startSteadyLoad, type Outcome } from './steady-load';

const PARTITIONS = 16;

/** Two payments processes share the command partitions, and a merchant pays fifty times a second all the while. */
describe('two payments processes under steady load', () => {
  let cluster: Cluster;
  let second: ClusterProcess;
  let pool: pg.Pool;
  /** What the slowest request takes on this machine, busy as it is, while nothing happens. */
  let undisturbedMs: number;
  /** The same while a process of the same size, which has no part in payments, starts: a start takes a core for seconds. */
  let besideStartMs: number;

  beforeAll(async () => {
    cluster = await startCluster();
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    second = await cluster.startPayments();
    await bothServe();
    const nothing = (): Promise<void> => lasting(2);
    // V8 compiles during the first.
    await duringLoad(nothing);
    undisturbedMs = slowest(await duringLoad(nothing));
    besideStartMs = slowest(await duringLoad(startAndEndKyc));
  }, 180_000);

  afterAll(async () => {
    await pool.end();
    await cluster.stop();
  });

  /** The second process has its fair share. */
  const bothServe = (): Promise<void> =>
    eventually(async () => expect(await second.heldPartitions()).toBe(PARTITIONS / 2), { withinMs: 30_000, everyMs: 100 });

  const startAndEndKyc = async (): Promise<void> => (await cluster.startKyc()).end('SIGTERM');

  const paid: Outcome[] = [];
  /** Run a load around what happens, and hold it to: settled, 201, stored once each. */
  const duringLoad = async (happening: () => Promise<void>): Promise<Outcome[]> => {
    const load = startSteadyLoad({ baseUrls: [cluster.gateway.baseUrl], apiKeys: cluster.apiKeys, withRefunds: true, ...HIGH_RATE });
    await lasting(2);
    await happening();
    await lasting(2);
    const outcomes = await load.stop();
    paid.push(...outcomes);
    await expectStoredOnce(pool, paid);
    return outcomes;
  };

  const slowest = (outcomes: readonly Outcome[]): number => Math.max(...outcomes.map(({ latencyMs }) => latencyMs));
  /** What a happening cost the request that it cost most, ms. */
  const costOf = (outcomes: readonly Outcome[], usualMs = undisturbedMs): number => slowest(outcomes) - usualMs;

  it('costs no request more than 1 s when one is ended by SIGTERM and started again', async () => {
    const outcomes = await duringLoad(async () => {
      await second.end('SIGTERM');
      second = await cluster.startPayments();
      await bothServe();
    });
    expect(costOf(outcomes, besideStartMs)).toBeLessThan(1_000);
  }, 90_000);

  it('costs no request more than 2 s, and loses none, when one is killed with SIGKILL', async () => {
    const outcomes = await duringLoad(async () => {
      await second.end('SIGKILL');
    });
    expect(costOf(outcomes)).toBeLessThan(2_000);
    second = await cluster.startPayments();
    await bothServe();
  }, 90_000);

  it('costs no request more than 5 s when one is frozen for 10 s, and the frozen one cannot append when it wakes', async () => {
    const outcomes = await duringLoad(async () => {
      second.signal('SIGSTOP');
      await lasting(10);
      second.signal('SIGCONT');
      await bothServe();
    });
    expect(costOf(outcomes)).toBeLessThan(5_000);
  }, 90_000);

  const statusOf = async (url: string, path: string): Promise<number> => (await fetch(`${url}${path}`)).status;

  it('leaves no request unsettled when the broker is killed for 10 s, and serves reads meanwhile', async () => {
    const [{ paymentId, apiKey } = { paymentId: '', apiKey: '' }] = paid;
    await duringLoad(async () => {
      await cluster.kafka.kill();
      for (const { url } of [cluster.gateway, cluster.payments]) {
        await eventually(async () => expect(await statusOf(url, '/health/ready')).toBe(503));
        expect(await statusOf(url, '/health/serving')).toBe(200);
      }
      expect(await statusOf(cluster.gateway.baseUrl, '/health/serving')).toBe(200);
      const read = await fetch(`${cluster.gateway.baseUrl}/v1/payments/${paymentId}`, { headers: { authorization: `Bearer ${apiKey}` } });
      expect(read.status).toBe(200);
      await lasting(10);
      await cluster.kafka.restart();
    });
  }, 120_000);

  it('leaves nothing lost, invented, doubled or shown to another account, and a log that is whole', async () => {
    await expectClusterInvariants(cluster, { paid });
  }, 90_000);
});
