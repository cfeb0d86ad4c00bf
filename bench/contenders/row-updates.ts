import pg from 'pg';
import { runPgbench, type PgbenchLoad } from './pgbench';

const ROWS = 10_000;
const CREATE = `DROP TABLE IF EXISTS bench_rows; CREATE TABLE bench_rows (id int PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50);
  INSERT INTO bench_rows SELECT g, 0 FROM generate_series(1, ${ROWS}) g`;
const TPS = /tps = ([0-9.]+) \(without initial/;

/** What a database does with one change of one row for each commit: every client on its own rows, and all on the same row. */
export interface RowUpdateLimits {
  /** Commits a second. */
  spread: number;
  hot: number;
}

/** The bound of everything that changes one thing at a time, by pgbench. @throws Error when pgbench is not installed. */
export async function measureRowUpdates(databaseUrl: string, clients: number, seconds: number): Promise<RowUpdateLimits> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(CREATE);
  await client.end();
  const spread = await rate(`\\set id random(1, ${ROWS})`, { databaseUrl, clients, seconds });
  return { spread, hot: await rate('\\set id 1', { databaseUrl, clients, seconds }) };
}

async function rate(chosen: string, load: PgbenchLoad): Promise<number> {
  const printed = await runPgbench(`${chosen}\nUPDATE bench_rows SET n = n + 1 WHERE id = :id;\n`, load);
  const tps = Number(TPS.exec(printed)?.[1]);
  // A machine that is too busy to connect all clients in time gives no figure, and every ratio to it would be none.
  if (!(tps > 0)) throw new Error(`pgbench made no commit in ${load.seconds} s: the machine is too busy, or --limit-seconds too short`);
  return tps;
}
