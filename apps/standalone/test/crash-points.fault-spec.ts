import { lasting, startCluster, type Cluster } from './cluster';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { startSteadyLoad, type Outcome } from './steady-load';

/** Several payments have passed the step when it is the last one. */
const HIT = 5;

/** Steps of a payment that no kill at a random moment meets for sure (F1); those inside the store are met in its own suite. */
describe('a process over Kafka that is killed at a step of a payment', () => {
  let cluster: Cluster;
  const paid: Outcome[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  /** Merchants pay at both gateways, and repeat their keys at the other one. */
  const whilePaying = async (baseUrls: string[], ended: Promise<unknown>): Promise<void> => {
    const load = startSteadyLoad({ baseUrls, apiKeys: cluster.apiKeys, withRefunds: true });
    expect(await ended).toBe('SIGKILL');
    await lasting(1);
    paid.push(...(await load.stop()));
  };

  it.each(['gateway: after authentication', 'gateway: command sent, not acknowledged', 'gateway: in the middle of the answer'])(
    '%s: what was asked for there is asked for again, and made once',
    async (step) => {
      const dying = await cluster.startGateway({ dieAt: `${step} at hit ${HIT}` });
      await whilePaying([cluster.gateway.baseUrl, dying.baseUrl], dying.ended);
    },
    60_000,
  );

  it('service: reply sent, position not stored: the commands come again, to the process that is left, and are answered as before', async () => {
    const dying = await cluster.startPayments({ dieAt: `service: reply sent, position not stored at hit ${HIT}` });
    await whilePaying([cluster.gateway.baseUrl], dying.ended);
  }, 60_000);

  it('(55) leaves nothing lost, invented, doubled or shown to another account, and one entry of the audit log for each command', async () => {
    await expectClusterInvariants(cluster, { paid });
  }, 60_000);
});
