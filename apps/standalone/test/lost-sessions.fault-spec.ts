import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { askDatabase } from '#testing';
import { startCluster, type Cluster, type ClusterProcess, type Setup } from './cluster';

jest.setTimeout(300_000);

/** Sessions that are lost at most: the first, then the second of those that follow, and so on. */
const LOST_MAX = 10;
/** A start has so many more than these that the last of them are lost late in it. */
const LOST_MIN = 3;
/** The messages of a client that come before its first statement is answered: it has authenticated, and asks. */
const SPOKEN = 3;

/** A way to Postgres on which sessions are ended as an administrator would end them. */
class LossyWay {
  ended = 0;
  private sinceTheLast = 0;
  private readonly server: Server;

  private constructor(private readonly database: URL) {
    this.server = createServer((client) => this.pass(client)).listen(0, '127.0.0.1');
  }

  static async to(databaseUrl: string): Promise<LossyWay> {
    const way = new LossyWay(new URL(databaseUrl));
    await once(way.server, 'listening');
    return way;
  }

  get url(): string {
    const url = new URL(this.database);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.toString();
  }

  close(): void {
    this.server.close();
  }

  private pass(client: Socket): void {
    const postgres = connect(Number(this.database.port), this.database.hostname);
    for (const [from, to] of [
      [client, postgres],
      [postgres, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
    const isLost = this.ended < LOST_MAX && ++this.sinceTheLast > this.ended;
    let spoken = 0;
    if (isLost) client.on('data', () => void (++spoken === SPOKEN && this.end(postgres)));
  }

  private end({ localPort }: Socket): void {
    [this.ended, this.sinceTheLast] = [this.ended + 1, 0];
    const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = $1';
    void askDatabase(this.database.toString(), sql, [localPort]);
  }
}

describe('a start that loses sessions of Postgres', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.stop());
  let way: LossyWay;
  beforeEach(async () => {
    way = await LossyWay.to(cluster.databaseUrl);
  });
  afterEach(() => way.close());

  const starts: Record<string, (setup: Setup) => Promise<ClusterProcess>> = {
    payments: (setup) => cluster.startPayments(setup),
    kyc: (setup) => cluster.startKyc(setup),
    webhooks: (setup) => cluster.startWebhooks(setup),
    gateway: (setup) => cluster.startGateway(setup),
  };

  it.each(Object.keys(starts))('begins again until it is ready, in the same process: %s', async (app) => {
    const started = await starts[app]!({ databaseUrl: way.url });
    expect(way.ended).toBeGreaterThanOrEqual(LOST_MIN);
    await started.end('SIGTERM');
    expect(await started.ended).toBe(0);
  });
});
