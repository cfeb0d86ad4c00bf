import { hash } from 'node:crypto';
import { Client } from 'pg';

/**
 * What a rebuild of the list of payments is without a store around it: states are read by a cursor and written into a table of the same
 * shape, with the same indexes. Run with `paged`, `rows` or `sql`, and the database in BENCH_DATABASE_URL; it prints how many rows it wrote.
 */
const TABLE = 'bench.rebuilt';
const PAGE = 2_000;
/** Row at a time is only sampled. */
const SAMPLE = 5_000;

const COLUMNS = 'account_id, livemode, created_at_ms, id, status, amount, currency, payment_method, metadata, terms';
const TYPES = ['text', 'boolean', 'bigint', 'text', 'text', 'bigint', 'text', 'text', 'jsonb', 'bigint[]'];
const CONFLICT = `ON CONFLICT (account_id, livemode, created_at_ms, id) DO UPDATE SET status = excluded.status, amount = excluded.amount,
  currency = excluded.currency, payment_method = excluded.payment_method, metadata = excluded.metadata, terms = excluded.terms`;
const WRITE_PAGE = `INSERT INTO ${TABLE} (${COLUMNS}) SELECT ${TYPES.map((type, index) => `c${index}::${type}`).join(', ')}
  FROM unnest(${TYPES.map((_, index) => `$${index + 1}::text[]`).join(', ')}) AS r (${TYPES.map((_, index) => `c${index}`).join(', ')}) ${CONFLICT}`;
const WRITE_ROW = `INSERT INTO ${TABLE} (${COLUMNS}) VALUES (${TYPES.map((type, index) => `$${index + 1}::text::${type}`).join(', ')}) ${CONFLICT}`;
/** Hashes of Postgres in place of those of the program. */
const WRITE_ALL = `INSERT INTO ${TABLE} (${COLUMNS})
  SELECT s.account_id, s.livemode, s.created_at, s.stream_id, s.status, (s.state -> 'terms' ->> 'amount')::bigint, s.state -> 'terms' ->> 'currency',
    s.state -> 'attempt' -> 'instrument' ->> 'method', (s.state -> 'terms' -> 'metadata')::jsonb, ARRAY(SELECT hashtextextended(s.account_id || w, 0)
      FROM regexp_split_to_table(lower(concat_ws(' ', s.state -> 'terms' ->> 'description', s.state -> 'terms' ->> 'metadata')), '\\W+') w)
  FROM payments.streams s WHERE s.stream_type = 'payment'`;
const READ = `DECLARE states NO SCROLL CURSOR FOR SELECT account_id, livemode, created_at, stream_id, status, state::text AS state
  FROM payments.streams WHERE stream_type = 'payment'`;

interface StateRow {
  account_id: string;
  livemode: boolean;
  created_at: string;
  stream_id: string;
  status: string;
  state: string;
}

interface State {
  terms: { amount: number; currency: string; description?: string; metadata?: Record<string, string> };
  attempt?: { instrument: { method: string } };
}

function rowOf(row: StateRow): (string | null)[] {
  const { terms, attempt } = JSON.parse(row.state) as State;
  const words = [terms.description ?? '', ...Object.values(terms.metadata ?? {})].join(' ').toLowerCase().split(/\W+/);
  const named = Object.entries(terms.metadata ?? {}).map((entry) => entry.join('='));
  const hashes = [...new Set([...words, ...named])].map((word) => Number.parseInt(hash('sha1', row.account_id + word).slice(0, 13), 16));
  return [
    ...[row.account_id, String(row.livemode), row.created_at, row.stream_id, row.status, String(terms.amount), terms.currency],
    ...[attempt?.instrument.method ?? null, terms.metadata === undefined ? null : JSON.stringify(terms.metadata), `{${hashes.join(',')}}`],
  ];
}

async function copyByCursor(reader: Client, writer: Client, how: 'paged' | 'rows'): Promise<number> {
  await reader.query('BEGIN');
  await reader.query(READ);
  let written = 0;
  while (how === 'paged' || written < SAMPLE) {
    const { rows } = await reader.query<StateRow>(`FETCH ${PAGE} FROM states`);
    if (rows.length === 0) break;
    await (how === 'paged' ? writePage(writer, rows.map(rowOf)) : writeRows(writer, rows.map(rowOf)));
    written += rows.length;
  }
  return written;
}

async function writePage(writer: Client, rows: readonly (string | null)[][]): Promise<void> {
  await writer.query({ name: 'page', text: WRITE_PAGE, values: TYPES.map((_, column) => rows.map((row) => row[column])) });
}

async function writeRows(writer: Client, rows: readonly (string | null)[][]): Promise<void> {
  for (const values of rows) await writer.query({ name: 'row', text: WRITE_ROW, values });
}

async function main(): Promise<void> {
  const [reader, writer] = [0, 1].map(
    () => new Client({ connectionString: process.env.BENCH_DATABASE_URL, application_name: 'bench plain' }),
  );
  if (!reader || !writer) return;
  await Promise.all([reader.connect(), writer.connect()]);
  const { rows } = await writer.query<{ version: number }>(
    "SELECT live_version AS version FROM payments.projections WHERE name = 'payments_list'",
  );
  await writer.query(`DROP TABLE IF EXISTS ${TABLE}`);
  await writer.query(`CREATE TABLE ${TABLE} (LIKE payments.payments_list_v${rows[0]?.version} INCLUDING ALL)`);
  const how = process.argv[2] ?? 'paged';
  const written =
    how === 'sql' ? ((await writer.query(WRITE_ALL)).rowCount ?? 0) : await copyByCursor(reader, writer, how === 'rows' ? 'rows' : 'paged');
  await writer.query(`DROP TABLE ${TABLE}`);
  await Promise.all([reader.end(), writer.end()]);
  process.stdout.write(`${written}\n`);
}

void main();
