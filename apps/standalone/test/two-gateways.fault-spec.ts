import pg from 'pg';
import { lasting, startCluster, type Cluster, type ClusterGateway } from './cluster';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { expectStoredOnce } from './invariants/stored-payments';
import { HIGH_RATE, repeat, startSteadyLoad, type Outcome, type Refusal } from './steady-load';

const ROUNDS = 3;
/** A caller whose gateway is gone asks the other one a tenth of a second later. */
const SIGTERM_WITHIN_MS = 1_500;
const SIGKILL_WITHIN_MS = 3_000;
/** As many payments are asked for again at the end. */
const REPEATED = 200;

/** Two gateways over Kafka, and merchants whose balancer asks the other one when one does not answer (docs/reference/guarantees.md, F25). */
describe('two gateways under steady load', () => {
  let cluster: Cluster;
  let second: ClusterGateway;
  let pool: pg.Pool;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    second = await cluster.startGateway();
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await cluster.stop();
  });

  /** Every payment is made, and stored once. */
  const duringLoad = async (happening: () => Promise<void>): Promise<{ slowestMs: number; refusals: readonly Refusal[] }> => {
    const load = startSteadyLoad({
      baseUrls: [cluster.gateway.baseUrl, second.baseUrl],
      apiKeys: cluster.apiKeys,
      withRefunds: true,
      ...HIGH_RATE,
    });
    await lasting(2);
    for (let round = 0; round < ROUNDS; round++) {
      await happening();
      await lasting(1);
    }
    const outcomes = await load.stop();
    paid.push(...outcomes);
    await expectStoredOnce(pool, paid);
    return { slowestMs: Math.max(...outcomes.map(({ latencyMs }) => latencyMs)), refusals: load.refusals };
  };
  const startAgain = async (): Promise<void> => {
    second = await cluster.startGateway({ port: Number(new URL(second.baseUrl).port) });
  };

  it('lose no payment and make none twice when one is killed with SIGKILL, again and again', async () => {
    const { slowestMs } = await duringLoad(async () => {
      await second.end('SIGKILL');
      await startAgain();
    });
    expect(slowestMs).toBeLessThan(SIGKILL_WITHIN_MS);
  }, 90_000);

  it('refuse no request when one is ended by SIGTERM, again and again: what is under way is answered', async () => {
    const { slowestMs, refusals } = await duringLoad(async () => {
      await second.end('SIGTERM');
      await startAgain();
    });
    expect(refusals).toEqual([]);
    expect(slowestMs).toBeLessThan(SIGTERM_WITHIN_MS);
  }, 90_000);

  it('leave nothing lost, invented, doubled or shown to another account', async () => {
    await expectClusterInvariants(cluster, { paid });
  }, 90_000);

  it('answer a key to the byte as it was answered first, whichever of them is asked', async () => {
    const every = Math.ceil(paid.length / REPEATED);
    const differing: string[] = [];
    for (const outcome of paid.filter((_, index) => index % every === 0)) {
      for (const { baseUrl } of [cluster.gateway, second]) {
        const text = await repeat(outcome, baseUrl);
        if (text !== outcome.text) differing.push(`${outcome.text} / ${text}`);
      }
    }
    expect(differing).toEqual([]);
  }, 90_000);
});
