import { execFile } from 'node:child_process';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { programEnvironment, standaloneProgram } from '#testing';
import { acknowledgedOnly } from '../create-throughput';
import { reportVerdicts } from '../goals';
import { FilledHundi, numberedPayment } from '../growth/stage';
import { runLoad } from '../load/client';
import { median, printFigure } from '../load/figures';
import { pause } from '../load/until';

const run = promisify(execFile);
/** Connections of the open loop: more than are ever open at once. */
const CLIENTS = 64;
/** Lists that have to show every write that was answered, a second. */
const LISTS_PER_SECOND = 5;
const HOUR_SECONDS = 3_600;

function readOptions() {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      rate: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
    },
  });
  return { events: Number(values.events), rate: Number(values.rate), rounds: Number(values.rounds), seconds: Number(values.seconds) };
}

/** What the payments of a service met while something else was done beside it. */
interface Beside {
  seconds: number;
  rows: number;
  rowsPerSecond: number;
  createP50Ms: number;
  createP99Ms: number;
  listP99Ms: number;
  /** Lists that could not show in time what they have to. */
  listsRefused: number;
}

/** Does something while payments are made, and lists read, at fixed rates. @param work how many rows it wrote. */
async function beside(hundi: FilledHundi, rate: number, work: () => Promise<number>): Promise<Beside> {
  const ending = new AbortController();
  const load = { origin: hundi.product.baseUrl, clients: CLIENTS, seconds: HOUR_SECONDS, until: ending.signal };
  const creates = runLoad({
    ...load,
    ratePerSecond: rate,
    expectedStatus: 201,
    makeRequest: (index) => numberedPayment(hundi.apiKey, index),
  });
  const request = { path: '/v1/payments?reference_id=none', headers: { authorization: `Bearer ${hundi.apiKey}` } };
  const lists = runLoad({ ...load, ratePerSecond: LISTS_PER_SECOND, expectedStatus: 200, makeRequest: () => request });
  const startedAtMs = performance.now();
  let [rows, seconds] = [0, 0];
  try {
    rows = await work();
    seconds = (performance.now() - startedAtMs) / 1_000;
  } finally {
    ending.abort();
  }
  const [{ p50Ms, p99Ms }, { p99Ms: listP99Ms, failures }] = [acknowledgedOnly('B5', await creates), await lists];
  const listsRefused = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { seconds, rows, rowsPerSecond: rows / seconds, createP50Ms: p50Ms, createP99Ms: p99Ms, listP99Ms, listsRefused };
}

/** By the operator's command, while Hundi runs. @returns how many rows there are. @throws Error when one was not as it was. */
async function rebuild(hundi: FilledHundi): Promise<number> {
  const program = [standaloneProgram('operator/rebuild-view.js'), 'payments', 'payments_list'];
  const { stdout } = await run(process.execPath, program, { env: programEnvironment({ HUNDI_DATA_DIR: hundi.dataDir }) });
  if (!stdout.includes(' 0 rows differed')) throw new Error(`rows differ: ${stdout}`);
  return countRows(hundi);
}

async function plain(hundi: FilledHundi, how: 'paged' | 'rows' | 'sql'): Promise<number> {
  const env = { ...process.env, BENCH_DATABASE_URL: hundi.product.databaseUrl };
  const { stdout } = await run(process.execPath, [join(__dirname, 'plain-rebuild.js'), how], { env });
  return Number(stdout);
}

async function countRows({ database }: FilledHundi): Promise<number> {
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM payments.payments_list');
  return rows[0]?.count ?? 0;
}

const NEWEST_MS = 'SELECT max(created_at_ms)::text AS ms FROM payments.payments_list';
const CHECKSUM = `
SELECT md5(string_agg(md5(l::text), '' ORDER BY l.account_id, l.livemode, l.created_at_ms, l.id)) AS checksum
FROM payments.payments_list l WHERE l.created_at_ms <= $1`;

/** Of the rows of payments that were made up to an instant: they do not change any more. */
async function checksumOf({ database }: FilledHundi, newestMs: string): Promise<string> {
  const { rows } = await database.query<{ checksum: string }>(CHECKSUM, [newestMs]);
  return rows[0]?.checksum ?? '';
}

/** The parts of each round in turn, because a machine does not hold its pace. */
interface Round {
  nothing: Beside;
  paged: Beside;
  rebuilt: Beside;
}

async function measure(hundi: FilledHundi, { rate, rounds, seconds }: ReturnType<typeof readOptions>): Promise<Record<string, number>> {
  const part = async (name: string, work: () => Promise<number>): Promise<Beside> => {
    const figures = await beside(hundi, rate, work);
    printFigure({ bench: 'B5', part: name, ...figures });
    return figures;
  };
  const idle = (): Promise<number> => pause(seconds * 1_000).then(() => 0);
  await part('warm-up', idle);
  await hundi.untilCaughtUp();
  const newestMs = (await hundi.database.query<{ ms: string }>(NEWEST_MS)).rows[0]?.ms ?? '0';
  const live = await checksumOf(hundi, newestMs);
  const measured: Round[] = [];
  while (measured.length < rounds) {
    const [nothing, paged] = [await part('nothing', idle), await part('paged upsert', () => plain(hundi, 'paged'))];
    measured.push({ nothing, paged, rebuilt: await part('rebuild', () => rebuild(hundi)) });
  }
  await part('pure SQL', () => plain(hundi, 'sql'));
  await part('row at a time', () => plain(hundi, 'rows'));
  await hundi.untilCaughtUp();
  if ((await checksumOf(hundi, newestMs)) !== live) throw new Error('the rebuilt rows are not those that were live before');
  return ratiosOf(measured);
}

function ratiosOf(rounds: readonly Round[]): Record<string, number> {
  return {
    'B5 rebuild / paged upsert': median(rounds.map(({ rebuilt, paged }) => rebuilt.rowsPerSecond / paged.rowsPerSecond)),
    'B5 create p99, during / before': median(rounds.map(({ rebuilt, nothing }) => rebuilt.createP99Ms / nothing.createP99Ms)),
    'B5 create p99, paged upsert / before': median(rounds.map(({ paged, nothing }) => paged.createP99Ms / nothing.createP99Ms)),
    'B5 lists refused': rounds.reduce((sum, { rebuilt }) => sum + rebuilt.listsRefused, 0),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), ...options });
  const hundi = await FilledHundi.start();
  try {
    printFigure({ bench: 'B5', events: await hundi.fill(options.events, { from: 0, to: 1 }) });
    const ratios = await measure(hundi, options);
    printFigure({ ratios });
    reportVerdicts(ratios);
  } finally {
    await hundi.remove();
  }
}

void main();
