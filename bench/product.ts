import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startHundi, type HundiMode } from '#testing';
import { COUNT_SQL } from './contenders/payment-transaction';

/** A whole Hundi with everything in front, as a merchant meets it; only the rate limits are off. */
export interface Product {
  baseUrl: string;
  apiKey: string;
  /** Empty in embedded mode. */
  brokers: string[];
  /** Payments stored so far, over all streams. */
  countPayments(): Promise<number>;
  stop(): Promise<void>;
}

interface RunFile {
  databaseUrl: string;
  brokers?: string;
}

/** Start the built Hundi in a folder of its own and wait for its welcome. */
export async function startProduct(mode: HundiMode): Promise<Product> {
  const hundi = await startHundi({ mode, environment: { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn', NODE_ENV: 'production' } });
  const { databaseUrl, brokers } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as RunFile;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  return {
    baseUrl: hundi.baseUrl,
    apiKey: hundi.testKey,
    brokers: brokers?.split(',') ?? [],
    countPayments: async () => (await pool.query<{ payments: number }>(COUNT_SQL)).rows[0]?.payments ?? 0,
    async stop() {
      await pool.end();
      await hundi.stopAndRemove();
    },
  };
}
