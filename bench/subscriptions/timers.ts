import { loadavg } from 'node:os';
import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly } from '../create-throughput';
import { runLoad } from '../load/client';
import { printFigure } from '../load/figures';
import type { Product } from '../product';
import { pause, until } from '../load/until';
import { classify, insist } from '../webhooks/verdict';
import { migratePayments } from '../../apps/payments/src/index';
import { seedDebits, type SeedPlan } from './seed';
import { openDatabase, Stage, startWorker, type OpenDatabase } from './stage';

const CLIENTS = 64;
/** V8 compiles meanwhile. */
const WARM_UP_SECONDS = 5;
/** Of the timers: V8 compiles what they run meanwhile. */
const WARM_UP_PART = 0.2;
const DRAIN_MS_MAX = 900_000;

export interface TimersPlan {
  timers: number;
  accounts: number;
  seconds: number;
}

const FIRED_SQL = `SELECT count(*) AS n FROM payments.events WHERE type = 'debit.notified'`;
const STREAMS_SQL = `SELECT count(DISTINCT stream_id) AS n FROM payments.events WHERE type = 'debit.notified'`;
/** All that happened in the commands of the wake-ups. */
const WAKES_SQL = `SELECT count(*) AS n FROM payments.events WHERE command_id IN (
  SELECT command_id FROM payments.events WHERE type = 'debit.notified')`;
const DUE_SQL = 'SELECT count(*) AS n FROM (SELECT FROM payments.streams WHERE wake_at <= $1 LIMIT 1) due';
/** Milliseconds since the epoch at which the so many-th was decided. */
const INSTANT_SQL = `SELECT occurred_at AS n FROM payments.events WHERE type = 'debit.notified' ORDER BY occurred_at OFFSET $1 LIMIT 1`;

/** Timers that are all due at one instant, beside the payments that the same process takes before and after them. */
export async function measureTimers(plan: TimersPlan): Promise<void> {
  const stage = await Stage.open();
  try {
    // Lays the folder out.
    await (await stage.startProduct()).stop();
    const leadMs = 60_000 + 2 * (plan.seconds + WARM_UP_SECONDS) * 1_000;
    const dueMs = await seedFolder(stage, { count: plan.timers, accounts: plan.accounts, leadMs });
    const product = await stage.startProduct();
    const database = openDatabase(product.databaseUrl);
    try {
      await measureBeside(database, product, { ...plan, dueMs });
    } finally {
      await database.close();
      await product.stop();
    }
  } finally {
    await stage.close();
  }
}

async function seedFolder(stage: Stage, plan: SeedPlan): Promise<number> {
  const database = await stage.startPostgres();
  try {
    return await seedDebits(database.url, plan);
  } finally {
    await database.close();
  }
}

async function measureBeside(
  database: OpenDatabase,
  product: Product,
  { timers, seconds, dueMs }: TimersPlan & { dueMs: number },
): Promise<void> {
  await paymentRate(product, WARM_UP_SECONDS);
  const before = await paymentRate(product, seconds);
  insist(Date.now() < dueMs, 'payments were still made when the timers were due');
  await pause(dueMs - Date.now());
  await untilFired(database, dueMs);
  const rate = await timerRate(database, timers);
  const after = await paymentRate(product, seconds);
  await assertOnce(database, timers);
  const payments = (before + after) / 2;
  printFigure({ bench: 'timers', timers, timersPerSecond: rate, paymentsBefore: before, paymentsAfter: after, load: loadavg()[0] });
  classify('timers', 'due timers a second / payments a second', rate / payments, { atLeast: 2 });
}

async function paymentRate(product: Product, seconds: number): Promise<number> {
  const makeRequest = () => paymentRequest(product.apiKey);
  const options = { origin: product.baseUrl, clients: CLIENTS, seconds, expectedStatus: 201, makeRequest };
  return acknowledgedOnly('payments beside timers', await runLoad(options)).ratePerSecond;
}

async function untilFired(database: OpenDatabase, dueMs: number): Promise<void> {
  const isDone = async (): Promise<boolean> => (await database.number(DUE_SQL, [dueMs])) === 0;
  await until(isDone, { everyMs: 500, withinMs: DRAIN_MS_MAX, what: 'every timer' });
}

async function timerRate(database: OpenDatabase, timers: number): Promise<number> {
  const first = Math.floor(timers * WARM_UP_PART);
  const [fromMs, toMs] = [await database.number(INSTANT_SQL, [first]), await database.number(INSTANT_SQL, [timers - 1])];
  return ((timers - first) * 1_000) / (toMs - fromMs);
}

/** One event each, and nothing beside it. */
async function assertOnce(database: OpenDatabase, timers: number): Promise<void> {
  for (const sql of [FIRED_SQL, STREAMS_SQL, WAKES_SQL]) {
    const count = await database.number(sql);
    insist(count === timers, `${count} instead of ${timers}: ${sql}`);
  }
}

/** Two processes share the timers, and one is killed when a third of them is over. */
export async function measureKilled({ timers, accounts }: Omit<TimersPlan, 'seconds'>): Promise<void> {
  const stage = await Stage.open();
  const database = await stage.startPostgres();
  try {
    await migratePayments(database.url);
    const dueMs = await seedDebits(database.url, { count: timers, accounts, leadMs: 30_000 });
    const [first, second] = [await startWorker(database.url, true), await startWorker(database.url, false)];
    insist(Date.now() < dueMs, 'the processes were not there when the timers were due');
    await pause(dueMs - Date.now());
    const isAThirdOver = async (): Promise<boolean> => (await database.number(FIRED_SQL)) >= timers / 3;
    await until(isAThirdOver, { everyMs: 20, withinMs: DRAIN_MS_MAX, what: 'a third of the timers' });
    await first.kill();
    const firedAtKill = await database.number(FIRED_SQL);
    await untilFired(database, dueMs);
    await second.stop();
    await assertOnce(database, timers);
    const timersPerSecond = await timerRate(database, timers);
    printFigure({ bench: 'timers, one of two processes killed', timers, firedAtKill, timersPerSecond, load: loadavg()[0] });
    insist(firedAtKill < timers, 'no timer was left when the process was killed');
  } finally {
    await database.close();
    await stage.close();
  }
}
