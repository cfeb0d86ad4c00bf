import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programEnvironment, standaloneProgram } from '#testing';
import { dieAtEnvironment, startCluster, type Cluster, type ClusterProcess } from './cluster';
import { EventReceiver } from './event-receiver';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { startSteadyLoad, type Outcome } from './steady-load';

/** Their shards lie in many partitions. */
const MERCHANTS = 12;
/** Between two payments: each makes three events or more, which is what is followed. */
const PAY_EVERY_MS = 60;
/** Several pages and batches have passed the step when it is the last one. */
const HIT = 5;

/** What follows the events of payments: the lists, and the webhooks with their feed. */
describe('followers of the log that are killed with SIGKILL (F3)', () => {
  let cluster: Cluster;
  let webhooks: ClusterProcess;
  let receiver: EventReceiver;
  let merchants: string[];
  const paid: Outcome[] = [];

  beforeAll(async () => {
    receiver = await EventReceiver.open();
    cluster = await startCluster();
    webhooks = await cluster.startWebhooks();
    merchants = cluster.apiKeys.slice(0, MERCHANTS);
    await Promise.all(merchants.map((apiKey, index) => receiver.register(cluster.gateway.baseUrl, apiKey, `/${index}`)));
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
    await receiver?.close();
  });

  const whilePaying = async (happening: () => Promise<unknown>): Promise<void> => {
    const load = startSteadyLoad({ baseUrls: [cluster.gateway.baseUrl], apiKeys: merchants, withRefunds: true, everyMs: PAY_EVERY_MS });
    await happening().finally(async () => paid.push(...(await load.stop())));
  };

  it.each([
    ['list: changes read, checkpoint not moved', 'fan-out: events in hand'],
    ['list: checkpoint moved, rows not written', 'fan-out: events taken, deliveries not queued'],
    ['list: rows written, not committed', 'fan-out: deliveries queued, not committed'],
    ['list: committed', 'fan-out: committed, offset not stored'],
  ])(
    '%s, and %s: who takes over goes on from there',
    async (listStep, fanOutStep) => {
      await webhooks.end('SIGTERM');
      const dying = [
        cluster.startPayments({ dieAt: `${listStep} at hit ${HIT}` }),
        cluster.startWebhooks({ dieAt: `${fanOutStep} at hit ${HIT}` }),
      ];
      const ended = (await Promise.all(dying)).map((process) => process.ended);
      await whilePaying(async () => expect(await Promise.all(ended)).toEqual(['SIGKILL', 'SIGKILL']));
    },
    60_000,
  );

  /** The program of the operator. @returns how it ended. */
  const rebuild = async (dieAt?: string): Promise<unknown> => {
    const env = programEnvironment({ ...cluster.environment, ...(dieAt !== undefined && dieAtEnvironment(dieAt)) });
    const parameters = [standaloneProgram('operator/rebuild-view.js'), 'payments', 'payments_list'];
    const [code, signal] = (await once(spawn(process.execPath, parameters, { env, stdio: 'ignore' }), 'exit')) as unknown[];
    return code ?? signal;
  };

  it('a rebuild in the middle of its copy, and one whose copy is in place and not committed: the next one does all of it', async () => {
    webhooks = await cluster.startWebhooks();
    expect(await rebuild('rebuild: in the middle of the copy at hit 1')).toBe('SIGKILL');
    expect(await rebuild('rebuild: copy in place, not committed at hit 1')).toBe('SIGKILL');
    expect(await rebuild()).toBe(0);
  }, 60_000);

  it(
    'leave a read model that is the fold of the log, and tell every event at least once, with one id and in order (I8, I9)',
    () => expectClusterInvariants(cluster, { paid, receiver }),
    90_000,
  );
});
