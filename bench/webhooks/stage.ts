import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#embedded';
import { migrateWebhooks } from '../../apps/webhooks/src/index';
import { startContender, type RunningContender } from '../contenders/child';
import { cpuMicrosOf } from '../load/process-cpu';
import { layEndpoints, type BenchEndpoint, type EndpointPlan } from './endpoints';
import { portsOf, type Shared } from './service';

/** HMAC secret of every endpoint, and of the raw loops. */
export const SECRET = randomBytes(32);

/** A process that delivers. */
export interface Worker {
  cpuMicros(): number;
  /** Sum of a counter, or of `…_sum`, `…_count`, `…_bucket{le="…"}` of a histogram. */
  metric(line: string): Promise<number>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** A Postgres with production durability and a receiver in a process of its own: what every bench of webhooks stands on. */
export class Stage {
  private constructor(
    readonly shared: Shared,
    readonly sql: pg.Pool,
    readonly receiver: RunningContender,
    private readonly postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> & { folder: string },
  ) {}

  static async open(receiver: 'bare-receiver' | 'ledger-receiver'): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'hundi-bench-'));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
    await migrateWebhooks(postgres.url);
    const shared = {
      databaseUrl: postgres.url,
      personalDataKeys: `bench:${randomBytes(32).toString('base64')}`,
      personalDataIndexKey: 'index-key-of-the-bench-32-letters',
    };
    const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
    return new Stage(shared, sql, await startContender(receiver), { ...postgres, folder });
  }

  /** Endpoints as the service has them after their creation, each of an account of its own and with a key of its own. */
  async endpoints(plan: EndpointPlan): Promise<BenchEndpoint[]> {
    const { personalData } = portsOf(this.shared);
    if (!personalData) throw new Error('nothing can be sealed');
    const endpoints = await layEndpoints(this.sql, { ...plan, origin: this.receiver.origin, personalData, secret: SECRET });
    await personalData.close();
    return endpoints;
  }

  async startWorker(): Promise<Worker> {
    const { databaseUrl, personalDataKeys, personalDataIndexKey } = this.shared;
    const env = { BENCH_DATABASE_URL: databaseUrl, BENCH_KEYS: personalDataKeys, BENCH_INDEX_KEY: personalDataIndexKey };
    const { origin, pid, stop, kill } = await startContender('../webhooks/worker', env);
    return { cpuMicros: () => cpuMicrosOf(pid), metric: (line) => metricOf(origin, line), stop, kill };
  }

  /** CPU of Postgres so far: backends, writer, vacuum. */
  postgresCpuMicros(): number {
    return cpuMicrosOf(this.postgres.pid);
  }

  async number(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.sql.query<{ n: string | number | null }>(text, values);
    return Number(rows[0]?.n ?? 0);
  }

  async close(): Promise<void> {
    await this.sql.end();
    await this.receiver.stop();
    await this.postgres.stop();
    rmSync(this.postgres.folder, { recursive: true, force: true });
  }
}

async function metricOf(origin: string, line: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text
    .split('\n')
    .filter((one) => one.startsWith(line) && !/^\w/.test(one.slice(line.length)))
    .reduce((sum, one) => sum + Number(one.slice(one.lastIndexOf(' '))), 0);
}
