import { join } from 'node:path';
import { BusyCores } from './busy-cores';
import { lasting, startCluster, type Cluster } from './cluster';
import { expectCleanRefusals, expectQuickAgain } from './invariants/availability';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { HIGH_RATE, startSteadyLoad, type Outcome, type SteadyLoad } from './steady-load';

/** Of the heap, in megabytes: twice what a process takes when it has just started. */
const HEAP_MB = 128;
const LEAKING = `--require ${join(__dirname, 'leak.cjs')} --max-old-space-size=${HEAP_MB}`;
/** From the end of the pressure until payments are as quick as before. */
const WELL_AGAIN_AFTER_SECONDS = 5;

/** Others take the processor, and processes of ours run out of memory, while merchants pay (F22). */
describe('a Hundi over Kafka on a machine that is too small', () => {
  let cluster: Cluster;
  const paid: Outcome[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  const pay = (...more: string[]): SteadyLoad =>
    startSteadyLoad({ baseUrls: [cluster.gateway.baseUrl, ...more], apiKeys: cluster.apiKeys, withRefunds: true, ...HIGH_RATE });
  /** Settles all of it: merchants repeat their keys until they know. */
  const settle = async (load: SteadyLoad): Promise<Outcome[]> => {
    const outcomes = await load.stop();
    expectCleanRefusals(load.refusals);
    paid.push(...outcomes);
    return outcomes;
  };

  it('pays late or refuses cleanly while others take every core, and is as quick as before when they leave', async () => {
    const before = pay();
    await lasting(4);
    const usual = await settle(before);
    const others = new BusyCores();
    const during = pay();
    await lasting(8);
    others.end();
    await settle(during);
    await lasting(WELL_AGAIN_AFTER_SECONDS);
    const after = pay();
    await lasting(4);
    expectQuickAgain(usual, await settle(after));
  }, 60_000);

  it.each(['gateway', 'payments'] as const)(
    'loses and doubles nothing when a %s process runs out of memory',
    async (app) => {
      const options = { nodeOptions: LEAKING };
      const dying = app === 'gateway' ? await cluster.startGateway(options) : await cluster.startPayments(options);
      const load = pay(...('baseUrl' in dying ? [String(dying.baseUrl)] : []));
      dying.signal('SIGUSR2');
      // What V8 ends a process with.
      expect(await dying.ended).toBe('SIGABRT');
      await lasting(1);
      await settle(load);
    },
    60_000,
  );

  it('leaves nothing lost, invented, doubled or shown to another account', async () => {
    await expectClusterInvariants(cluster, { paid });
  }, 90_000);
});
