import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { programEnvironment, standaloneProgram, startHundi, type HundiMode } from '#testing';
import { COUNT_SQL } from './contenders/payment-transaction';

/** A whole Hundi with everything in front, as a merchant meets it; only the rate limits are off. */
export interface Product {
  baseUrl: string;
  apiKey: string;
  /** Process that everything of it hangs below. */
  pid: number;
  databaseUrl: string;
  /** Where its secrets are. */
  dataDir: string;
  /** Empty in embedded mode. */
  brokers: string[];
  /** Payments stored so far, over all streams. */
  countPayments(): Promise<number>;
  /** Names of the connections by the process id of their Postgres backend, as `pg_stat_activity` knows them. */
  sessionNames(): Promise<Map<number, string>>;
  /** The secret test key of a new account. */
  makeAccountKey(): Promise<string>;
  stop(): Promise<void>;
}

interface RunFile {
  databaseUrl: string;
  brokers?: string;
}

const SESSIONS_SQL = "SELECT pid, application_name AS name FROM pg_stat_activity WHERE backend_type = 'client backend'";

/**
 * Start the built Hundi in a folder of its own and wait until it serves.
 *
 * @param environment on top of the fixed one: rate limits off, production.
 * @param dataDir a folder that is there before and stays after it.
 */
export async function startProduct(mode: HundiMode, environment: Record<string, string> = {}, dataDir?: string): Promise<Product> {
  const fixed = { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  const hundi = await startHundi({ mode, environment: { ...fixed, ...environment }, ...(dataDir !== undefined && { dataDir }) });
  const { databaseUrl, brokers } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as RunFile;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  return {
    baseUrl: hundi.baseUrl,
    // With NODE_ENV=production the start makes no account.
    apiKey: await makeAccountKey(hundi.dataDir),
    pid: hundi.pid,
    databaseUrl,
    dataDir: hundi.dataDir,
    brokers: brokers?.split(',') ?? [],
    countPayments: async () => (await pool.query<{ payments: number }>(COUNT_SQL)).rows[0]?.payments ?? 0,
    async sessionNames() {
      const { rows } = await pool.query<{ pid: number; name: string }>(SESSIONS_SQL);
      return new Map(rows.map(({ pid, name }) => [pid, name]));
    },
    makeAccountKey: () => makeAccountKey(hundi.dataDir),
    async stop() {
      await pool.end();
      await (dataDir === undefined ? hundi.stopAndRemove() : hundi.end('SIGTERM'));
    },
  };
}

/** As an operator makes one. */
async function makeAccountKey(dataDir: string): Promise<string> {
  const wanted = [standaloneProgram('operator/keys.js'), 'create', '--mode', 'test', '--new-account', '--name', 'Bench'];
  const { stdout } = await promisify(execFile)(process.execPath, wanted, { env: programEnvironment({ HUNDI_DATA_DIR: dataDir }) });
  const key = /^Key\s+(\S+)$/m.exec(stdout)?.[1];
  if (key === undefined) throw new Error('no key was made');
  return key;
}
