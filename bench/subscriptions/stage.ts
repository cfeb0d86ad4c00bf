import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#embedded';
import { startContender, type RunningContender } from '../contenders/child';
import { startProduct, type Product } from '../product';

/** A database with production durability, served by one or the other. */
export interface OpenDatabase {
  url: string;
  number(text: string, values?: unknown[]): Promise<number>;
  close(): Promise<void>;
}

/** A folder of Hundi that outlives the processes which serve it. */
export class Stage {
  private constructor(private readonly folder: string) {}

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
    // As root, Postgres runs as another user, who must pass through.
    await chmod(folder, 0o755);
    return new Stage(folder);
  }

  /** The whole product, with the Postgres of the folder below it. */
  startProduct(): Promise<Product> {
    return startProduct('embedded', {}, this.dataDir);
  }

  /** The Postgres of the folder, without the product. */
  async startPostgres(): Promise<OpenDatabase> {
    const postgres = await startEmbeddedPostgres({ dataDir: join(this.dataDir, 'postgres'), durable: true });
    const { url, number, close } = openDatabase(postgres.url);
    return { url, number, close: () => close().then(() => postgres.stop()) };
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  private get dataDir(): string {
    return join(this.folder, 'data');
  }
}

/** One that another process keeps running. */
export function openDatabase(url: string): OpenDatabase {
  const sql = new pg.Pool({ connectionString: url, max: 2 });
  const number = async (text: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await sql.query<{ n: string | number | null }>(text, values);
    return Number(rows[0]?.n ?? 0);
  };
  return { url, number, close: () => sql.end() };
}

/** The payments service alone. @param isHalf it serves every other partition; without it all that are free. */
export function startWorker(databaseUrl: string, isHalf: boolean): Promise<RunningContender> {
  return startContender('../subscriptions/worker', { BENCH_DATABASE_URL: databaseUrl, BENCH_HALF: isHalf ? 'yes' : '' });
}
