import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Pool } from 'undici';
import { LOOPBACK_ALLOWLIST, shardOfAccount } from '#contracts';
import { startEmbeddedPostgres } from '#embedded';
import { createInProcessBus } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, openPersonalData, type AppDeps } from '#service';
import { WebhooksConfig, migrateWebhooks, startWebhooks } from '../apps/webhooks/src/index';
import { startContender } from './contenders/child';
import { printFigure } from './load/figures';
import { cpuByPart } from './load/process-cpu';

const ACCOUNT = 'acct_000000000000000000000001';
const SECRET = randomBytes(32);
const NOTE = 'x'.repeat(900);
const BODY = JSON.stringify({ id: 'evt_0001', object: 'event', data: { object: { note: NOTE } } });

/** An endpoint as its stream is after its creation. */
function stateOf(url: string, sealed: string): string {
  const keys = [{ alg: 'v1', sealed, publicKey: null, fingerprint: '0123456789abcdef', createdAtMs: 0, expiresAtMs: null }];
  const settings = {
    url,
    maxInFlight: 16,
    ratePerSecond: null,
    burst: null,
    timeoutMs: 15_000,
    signing: 'v1',
    headers: {},
    ordering: 'none',
  };
  return JSON.stringify({ status: 'enabled', enabledEvents: ['*'], reenabled: null, secrets: keys, ...settings });
}

interface Load {
  deliveries: number;
  endpoints: number;
  /** Deliveries that are not due for a day: G7. */
  future: number;
}

/** Endpoints, events and deliveries as a fan-out leaves them. */
async function preload(sql: pg.Pool, sealed: string, origin: string, { deliveries, endpoints, future }: Load): Promise<void> {
  const shard = shardOfAccount(ACCOUNT);
  const prefix = `we_0VB3xQ9k${String(shard).padStart(2, '0')}`;
  await sql.query(
    `INSERT INTO webhooks.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state, state_schema, created_at, updated_at)
     SELECT $1, $2 || lpad(n::text, 14, '0'), 'webhook_endpoint', $3, false, 1, 1, n, 'enabled', $4::json, 1, 0, 0 FROM generate_series(1, $5::int) n`,
    [shard, prefix, ACCOUNT, stateOf(`${origin}/hook`, sealed), endpoints],
  );
  await sql.query(
    `INSERT INTO webhooks.lanes (endpoint_id, shard, account_id, livemode, endpoint_version, cap, next_due_at)
     SELECT stream_id, shard, account_id, livemode, 1, 16, now() FROM webhooks.streams`,
  );
  await sql.query(
    `INSERT INTO webhooks.feed_events (shard, position, event_id, account_id, livemode, type, resource_type, resource_id, sequence, correlation_id, occurred_at, body)
     SELECT $1, n, 'evt_' || n, $2, false, 'payment.captured', 'payment', 'pay_' || n, 1, 'c', 0, $3 FROM generate_series(1, $4::int) n`,
    [shard, ACCOUNT, BODY, deliveries],
  );
  await sql.query(
    `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered, class, trigger, created_at, next_attempt_at, state)
     SELECT 'whd_' || lpad(n::text, 24, '0'), $1 || lpad((n % $2 + 1)::text, 14, '0'), $3, false, $4, n, 'evt_' || n, 'payment.captured', 'pay_' || n, 1, false,
       CASE WHEN n > $5 THEN 1 ELSE 0 END, 'auto', now(), CASE WHEN n > $5 THEN now() + interval '1 day' ELSE now() END, 'ready' FROM generate_series(1, $6::int) n`,
    [prefix, endpoints, ACCOUNT, shard, deliveries, deliveries + future],
  );
  await sql.query('VACUUM ANALYZE');
}

/** Deliveries a CPU second of who writes nothing but `undici.request` and an HMAC. */
async function rawRate(origin: string, count: number): Promise<number> {
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < count) {
      const id = `evt_${next++}`;
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${BODY}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      const { body } = await pool.request({ path: '/hook', method: 'POST', headers, body: BODY });
      await body.text();
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: 64 }, send));
  const { user, system } = process.cpuUsage(before);
  await pool.close();
  return count / ((user + system) / 1_000_000);
}

async function doneCount(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ count: number }>('SELECT count(*)::int AS count FROM webhooks.deliveries_done');
  return rows[0]?.count ?? 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      deliveries: { type: 'string', default: '50000' },
      endpoints: { type: 'string', default: '1000' },
      future: { type: 'string', default: '0' },
    },
  });
  const load: Load = { deliveries: Number(values.deliveries), endpoints: Number(values.endpoints), future: Number(values.future) };
  const folder = mkdtempSync(join(tmpdir(), 'hundi-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  const receiver = await startContender('bare-receiver');
  const sql = new pg.Pool({ connectionString: postgres.url, max: 1 });
  try {
    await migrateWebhooks(postgres.url);
    await measure({ sql, databaseUrl: postgres.url, postmaster: postgres.pid, origin: receiver.origin, load });
  } finally {
    await sql.end();
    await receiver.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  sql: pg.Pool;
  databaseUrl: string;
  postmaster: number;
  origin: string;
  load: Load;
}

/** G1, G3, G7: a queue is drained by the whole service, and what that costs beside the raw loop of the same run. */
async function measure({ sql, databaseUrl, postmaster, origin, load }: Stage): Promise<void> {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const metrics = new Metrics();
  const keys = {
    personalDataKeys: `bench:${randomBytes(32).toString('base64')}`,
    personalDataIndexKey: 'index-key-of-the-bench-32-letters',
  };
  const personalData = openPersonalData({ databaseUrl, ...keys }, { clock, random, logger, metrics });
  const sealed = await personalData.seal({ id: 'we_bench', accountId: ACCOUNT }, `whsec_${SECRET.toString('base64')}`);
  await preload(sql, sealed, origin, load);
  await rawRate(origin, 5_000);
  const rawBefore = await rawRate(origin, 30_000);
  const bus = createInProcessBus({ clock, logger });
  await bus.start();
  const deps: AppDeps = { bus, logger, clock, random, health: new Health(), metrics, personalData };
  const postgresCpu = (): number => cpuByPart(postmaster, new Map()).get('postgres other') ?? 0;
  const config = { databaseUrl, internalToken: 'development-only-internal-token', webhooksTestTargetAllowlist: [...LOOPBACK_ALLOWLIST] };
  const app = await startWebhooks(Object.assign(new WebhooksConfig(), config), deps);
  // Starting is not delivering; what was sent before this line is a fraction of a second's work.
  const [databaseBefore, workerBefore, startedMs] = [postgresCpu(), process.cpuUsage(), performance.now()];
  while ((await doneCount(sql)) < load.deliveries) await new Promise((resolve) => setTimeout(resolve, 250));
  const worker = process.cpuUsage(workerBefore);
  const tookS = (performance.now() - startedMs) / 1_000;
  const databaseMicros = postgresCpu() - databaseBefore;
  const ours = load.deliveries / ((worker.user + worker.system) / 1_000_000);
  const statements = await statementsOf(metrics);
  await app.stop();
  await bus.stop();
  await personalData.close();
  const rawAfter = await rawRate(origin, 30_000);
  const raw = (rawBefore + rawAfter) / 2;
  printFigure({ figure: 'undici.request + HMAC, deliveries a CPU second', value: raw });
  printFigure({ figure: 'service, deliveries a worker CPU second', value: ours });
  printFigure({ figure: 'service / undici.request', value: ours / raw });
  printFigure({ figure: 'Postgres CPU for each delivery, µs', value: databaseMicros / load.deliveries });
  printFigure({ figure: 'wall, deliveries a second', value: load.deliveries / tookS });
  printStatements(statements, load);
}

function printStatements({ count, claimMs, flushMs }: Awaited<ReturnType<typeof statementsOf>>, { deliveries }: Load): void {
  printFigure({ figure: 'statements for 256 deliveries', value: (count / deliveries) * 256 });
  printFigure({ figure: 'claim, mean ms', value: claimMs });
  printFigure({ figure: 'flush, mean ms', value: flushMs });
}

/** How many claims and flushes there were, and how long one took. */
async function statementsOf({ registry }: Metrics): Promise<{ count: number; claimMs: number; flushMs: number }> {
  const claims = await registry.getSingleMetricAsString('hundi_webhooks_claim_seconds');
  const flushes = await registry.getSingleMetricAsString('hundi_webhooks_flush_seconds');
  const read = (text: string, what: string): number => Number(new RegExp(`_${what} ([\\d.e+-]+)`).exec(text)?.[1] ?? Number.NaN);
  return {
    count: read(claims, 'count') + read(flushes, 'count'),
    claimMs: (read(claims, 'sum') / read(claims, 'count')) * 1_000,
    flushMs: (read(flushes, 'sum') / read(flushes, 'count')) * 1_000,
  };
}

void main();
