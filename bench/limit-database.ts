import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#embedded';
import { eventStoreMigration, runMigrations } from '#event-store';
import { COUNT_SQL, PREPARE_SQL, TRUNCATE_SQL } from './contenders/payment-transaction';

/** A Postgres in a folder of its own. */
export interface DurablePostgres {
  url: string;
  pid: number;
  /** Ends it and removes the folder. */
  stop(): Promise<void>;
}

export interface LimitDatabase extends DurablePostgres {
  /** Payments stored since the last `empty()`. */
  count(): Promise<number>;
  /** Leaves no payment, and nothing that is still to be written to disk. */
  empty(): Promise<void>;
}

/** An empty Postgres with production durability: every contender of a run stands on one, as Hundi does. */
export async function startDurablePostgres(): Promise<DurablePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-bench-postgres-'));
  // As root, Postgres runs as another user, who must pass through.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true });
  return {
    url: postgres.url,
    pid: postgres.pid,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One with the product's tables: what the limits are measured against. */
export async function startLimitDatabase(): Promise<LimitDatabase> {
  const postgres = await startDurablePostgres();
  await runMigrations({ databaseUrl: postgres.url, schema: 'payments', migrations: [eventStoreMigration('payments')] });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  await pool.query(PREPARE_SQL);
  return {
    ...postgres,
    count: async () => (await pool.query<{ payments: number }>(COUNT_SQL)).rows[0]?.payments ?? 0,
    async empty() {
      await pool.query(TRUNCATE_SQL);
      await pool.query('CHECKPOINT');
    },
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}
