import { eventually } from '#testing';
import { lasting, startCluster, type Cluster, type ClusterGateway } from './cluster';

/** Reads a second of an account in test mode (docs/reference/api-conventions.md, Limits). */
const RATE = 50;
const ASKED = 3 * RATE;
/** What a full bucket lets through at once. */
const BURST = 2 * RATE;
const TICK_MS = 20;
/** The guarantee of every change of a key. */
const REVOKED_WITHIN_MS = 5_000;

interface Sent {
  atMs: number;
  status: number;
}

/** Three gateways over Kafka, between which a balancer divides the requests of merchants. */
describe('three gateways', () => {
  let cluster: Cluster;
  let gateways: ClusterGateway[];

  beforeAll(async () => {
    cluster = await startCluster({ withRateLimits: true });
    const another = (): Promise<ClusterGateway> => cluster.startGateway({ withRateLimits: true });
    gateways = [cluster.gateway, await another(), await another()];
  }, 120_000);
  afterAll(() => cluster.stop());

  const ask = (gateway: ClusterGateway, key: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(gateway.baseUrl + path, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });
  const statusOf = async (gateway: ClusterGateway, key: string): Promise<number> => {
    const answer = await ask(gateway, key, '/v1/account');
    await answer.arrayBuffer();
    return answer.status;
  };

  /** Three times the rate of an account, to each gateway in turn, for as long as the happening takes. A late tick sends what it missed. */
  const duringLoad = async (key: string, happening: () => Promise<void>): Promise<Sent[]> => {
    const startedAtMs = performance.now();
    const sent: Promise<Sent>[] = [];
    const timer = setInterval(() => {
      const wanted = ((performance.now() - startedAtMs) * ASKED) / 1_000;
      while (sent.length < wanted) {
        const atMs = performance.now() - startedAtMs;
        sent.push(
          statusOf(gateways[sent.length % gateways.length]!, key).then(
            (status) => ({ atMs, status }),
            () => ({ atMs, status: 0 }),
          ),
        );
      }
    }, TICK_MS);
    await happening().finally(() => clearInterval(timer));
    return Promise.all(sent);
  };
  const admitted = (sent: readonly Sent[], fromSecond: number, toSecond: number): number =>
    sent.filter(({ atMs, status }) => status === 200 && atMs >= fromSecond * 1_000 && atMs < toSecond * 1_000).length;

  it('(54) let an account through at its rate, also after one of them was killed', async () => {
    const sent = await duringLoad(cluster.apiKeys[0]!, async () => {
      await lasting(10);
      const killed = gateways.pop()!;
      await killed.end('SIGKILL');
      await lasting(9);
    });
    const ofOne = BURST + 10 * RATE;
    expect(admitted(sent, 0, 10)).toBeLessThanOrEqual(1.5 * ofOne);
    expect(admitted(sent, 3, 10) / 7).toBeLessThanOrEqual(1.05 * RATE);
    expect(admitted(sent, 3, 10) / 7).toBeGreaterThanOrEqual(0.9 * RATE);
    expect(admitted(sent, 14, 19) / 5).toBeGreaterThanOrEqual(0.9 * RATE);
    gateways.push(await cluster.startGateway({ withRateLimits: true }));
  }, 90_000);

  it('(24) refuse a revoked key within five seconds, each of them, also with Kafka stopped', async () => {
    const owner = cluster.apiKeys[1]!;
    const body = JSON.stringify({ kind: 'restricted', name: 'To be revoked', scopes: ['account:read'] });
    await cluster.kafka.kill();
    const made = (await (await ask(gateways[0]!, owner, '/v1/api_keys', { method: 'POST', body })).json()) as {
      id: string;
      secret: string;
    };
    for (const gateway of gateways) expect(await statusOf(gateway, made.secret)).toBe(200);
    expect((await ask(gateways[2]!, owner, `/v1/api_keys/${made.id}`, { method: 'DELETE' })).status).toBe(200);
    const revokedAtMs = performance.now();
    await Promise.all(
      gateways.map((gateway) =>
        eventually(async () => expect(await statusOf(gateway, made.secret)).toBe(401), { withinMs: REVOKED_WITHIN_MS, everyMs: 100 }),
      ),
    );
    expect(performance.now() - revokedAtMs).toBeLessThan(REVOKED_WITHIN_MS);
  }, 60_000);
});
