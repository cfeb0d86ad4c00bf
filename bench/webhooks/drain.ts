import { zstdCompressSync } from 'node:zlib';
import { median, printFigure } from '../load/figures';
import type { BenchEndpoint } from './endpoints';
import { BODY, perCpuSecond, rawFetch, rawRequest, type Sender } from './raw-loop';
import { until } from '../load/until';
import { Stage } from './stage';
import { insist, classify } from './verdict';

/** Bodies that are kept together, as the fan-out does with those of a commit. */
const BODIES_IN_PACK = 20;
const PACK = zstdCompressSync(Array.from({ length: BODIES_IN_PACK }, () => BODY).join('\u001F'));

/** How much is drained. */
export interface DrainLoad {
  deliveries: number;
  endpoints: number;
  /** Delivered before anything is counted, so that V8 has compiled and connections stand. */
  warmUp: number;
  /** Deliveries that are not due for a day, of G7. */
  future: number;
  /** Of every raw loop. */
  seconds: number;
  /** Drains with raw loops before and after each; goals are judged by their medians. */
  rounds: number;
}

interface Drained {
  /** Deliveries for each second of the worker's CPU, and of wall time. */
  perCpuSecond: number;
  perSecond: number;
  /** Postgres CPU of one delivery, µs. */
  databaseMicros: number;
  /** Claims and flushes for 256 deliveries. */
  statements: number;
  claimMs: number;
  flushMs: number;
  claimRows: number;
  flushRows: number;
  /** Part of the claims that took 50 ms at most. */
  claimsWithin50Ms: number;
}

const IN_FLIGHT = 64;
const DRAIN_MS_MAX = 600_000;
/** Attempts that are written, without counting rows. */
const ATTEMPTS = 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM webhooks.attempts_attempt_id_seq';

/** G1, G3 and, when wanted, G7: a queue is drained by the whole service, beside the raw loops of the same run. */
export async function measureDrain(load: DrainLoad, goals: ReadonlySet<string>): Promise<void> {
  const stage = await Stage.open('bare-receiver');
  try {
    const endpoints = await stage.endpoints({ count: load.endpoints });
    const senders = [rawRequest(stage.receiver.origin, IN_FLIGHT), rawFetch(stage.receiver.origin)];
    for (const sender of senders) await perCpuSecond(sender, { inFlight: IN_FLIGHT, seconds: 1 });
    const rounds: Round[] = [];
    for (let round = 0; round < load.rounds; round++) rounds.push(await measureRound(senders, load, () => drain(stage, endpoints, load)));
    report(rounds, goals);
    const plain = rounds.at(-1);
    if (goals.has('g7') && plain) {
      await queueRows(stage, endpoints, { from: 10_000_000, count: load.future, isFuture: true });
      printFigure({ retriesThatAreNotDue: load.future });
      reportBacklog(plain, await measureRound(senders, load, () => drain(stage, endpoints, load)));
    }
    for (const sender of senders) await sender.close();
  } finally {
    await stage.close();
  }
}

/** A drain, and what the raw loops did right before and right after it, on average. */
interface Round {
  drained: Drained;
  request: number;
  fetch: number;
}

async function measureRound(senders: readonly Sender[], { seconds }: DrainLoad, drainOnce: () => Promise<Drained>): Promise<Round> {
  const before = await ratesOf(senders, seconds);
  const drained = await drainOnce();
  const after = await ratesOf(senders, seconds);
  const round = { drained, request: (before.request + after.request) / 2, fetch: (before.fetch + after.fetch) / 2 };
  printFigure({ figure: 'undici.request + HMAC, deliveries a CPU second', value: round.request });
  printFigure({ figure: 'fetch + HMAC, deliveries a CPU second', value: round.fetch });
  print(drained);
  return round;
}

async function ratesOf([request, fetch]: readonly Sender[], seconds: number): Promise<{ request: number; fetch: number }> {
  if (!request || !fetch) throw new Error('two senders are compared');
  return {
    request: await perCpuSecond(request, { inFlight: IN_FLIGHT, seconds }),
    fetch: await perCpuSecond(fetch, { inFlight: IN_FLIGHT, seconds }),
  };
}

function report(rounds: readonly Round[], goals: ReadonlySet<string>): void {
  const middle = (figureOf: (round: Round) => number): number => median(rounds.map(figureOf));
  if (goals.has('g1')) {
    classify(
      'G1',
      'service / undici.request',
      middle(({ drained, request }) => drained.perCpuSecond / request),
      { atLeast: 0.7 },
    );
    classify(
      'G1',
      'service / fetch',
      middle(({ drained, fetch }) => drained.perCpuSecond / fetch),
      { atLeast: 3 },
    );
  }
  if (!goals.has('g3')) return;
  classify(
    'G3',
    'statements for 256 deliveries',
    middle(({ drained }) => drained.statements),
    { atMost: 3 },
  );
  classify(
    'G3',
    'Postgres CPU of a delivery, µs',
    middle(({ drained }) => drained.databaseMicros),
    { atMost: 80 },
  );
}

function print({ perCpuSecond, perSecond, databaseMicros, claimMs, flushMs, claimRows, flushRows }: Drained): void {
  printFigure({ figure: 'service, deliveries a worker CPU second', value: perCpuSecond });
  printFigure({ figure: 'service, deliveries a second of wall time', value: perSecond });
  printFigure({ figure: 'Postgres CPU of a delivery, µs', value: databaseMicros, claimMs, claimRows, flushMs, flushRows });
}

/** G7: the same drain with a table full of retries that are not due; each against the raw loops around it, for machines change their pace. */
function reportBacklog(plain: Round, deep: Round): void {
  const ratio = ({ drained, request }: Round): number => drained.perCpuSecond / request;
  classify('G7', 'claims of 50 ms at most', deep.drained.claimsWithin50Ms, { atLeast: 0.99 });
  classify('G7', 'service / undici.request, with / without backlog', ratio(deep) / ratio(plain), { atLeast: 0.9 });
}

/** One worker delivers what is queued; all of it has succeeded in the end, each once. */
async function drain(stage: Stage, endpoints: readonly BenchEndpoint[], { deliveries, warmUp }: DrainLoad): Promise<Drained> {
  const done = await stage.number(ATTEMPTS);
  const total = deliveries + warmUp;
  await queueRows(stage, endpoints, { from: done, count: total, isFuture: false });
  const worker = await stage.startWorker();
  const written = (count: number) => async (): Promise<boolean> => (await stage.number(ATTEMPTS)) >= done + count;
  const reached = (count: number) => until(written(count), { everyMs: 50, withinMs: DRAIN_MS_MAX, what: `${count} deliveries` });
  const mark = async () => ({
    worker: worker.cpuMicros(),
    database: stage.postgresCpuMicros(),
    atMs: performance.now(),
    attempts: await stage.number(ATTEMPTS),
    claims: await claimsOf(worker),
    flushes: { count: await worker.metric(`${FLUSH}_count`), sum: await worker.metric(`${FLUSH}_sum`) },
  });
  try {
    await reached(warmUp);
    const first = await mark();
    await reached(total);
    const last = await mark();
    const left = await stage.number('SELECT count(*) AS n FROM webhooks.deliveries WHERE next_attempt_at <= now()');
    const succeeded = await stage.number(`SELECT count(*) AS n FROM webhooks.deliveries_done WHERE final_state = 'succeeded'`);
    insist(left === 0 && succeeded === done + total, `${left} deliveries are left, ${succeeded} of ${done + total} have succeeded`);
    return differenceOf(first, last);
  } finally {
    await worker.stop();
  }
}

const CLAIM = 'hundi_webhooks_claim_seconds';
const FLUSH = 'hundi_webhooks_flush_seconds';

async function claimsOf({ metric }: Awaited<ReturnType<Stage['startWorker']>>) {
  return {
    count: await metric(`${CLAIM}_count`),
    sum: await metric(`${CLAIM}_sum`),
    within50Ms: await metric(`${CLAIM}_bucket{le="0.05"}`),
  };
}

interface Mark {
  worker: number;
  database: number;
  atMs: number;
  attempts: number;
  claims: { count: number; sum: number; within50Ms: number };
  flushes: { count: number; sum: number };
}

function differenceOf(first: Mark, last: Mark): Drained {
  const count = last.attempts - first.attempts;
  const claims = last.claims.count - first.claims.count;
  const flushes = last.flushes.count - first.flushes.count;
  return {
    perCpuSecond: count / ((last.worker - first.worker) / 1_000_000),
    perSecond: count / ((last.atMs - first.atMs) / 1_000),
    databaseMicros: (last.database - first.database) / count,
    statements: ((claims + flushes) / count) * 256,
    claimMs: ((last.claims.sum - first.claims.sum) / claims) * 1_000,
    flushMs: ((last.flushes.sum - first.flushes.sum) / flushes) * 1_000,
    claimRows: count / claims,
    flushRows: count / flushes,
    claimsWithin50Ms: (last.claims.within50Ms - first.claims.within50Ms) / claims,
  };
}

/** Events and deliveries as a fan-out leaves them, spread evenly over the endpoints; what is not due has no body. */
async function queueRows(
  stage: Stage,
  endpoints: readonly BenchEndpoint[],
  { from, count, isFuture }: { from: number; count: number; isFuture: boolean },
): Promise<void> {
  const columns = [endpoints.map(({ id }) => id), endpoints.map(({ shard }) => shard), endpoints.map(({ accountId }) => accountId)];
  if (!isFuture) {
    await stage.sql.query(
      'INSERT INTO webhooks.feeds (account_id, livemode, shard) SELECT a, false, s FROM unnest($1::text[], $2::smallint[]) AS o (a, s) ON CONFLICT DO NOTHING',
      [columns[2], columns[1]],
    );
    await stage.sql.query(
      `INSERT INTO webhooks.event_types (type, resource_type) VALUES ('payment.captured', 'payment') ON CONFLICT DO NOTHING`,
    );
    await stage.sql.query(
      `WITH place AS MATERIALIZED (
         SELECT n, n % $3::int + 1 AS i, lpad(to_hex(n / ${BODIES_IN_PACK}), 32, '0')::uuid AS pack
         FROM generate_series($4::bigint + 1, $4::bigint + $5::bigint) n
       ), stored AS (
         INSERT INTO webhooks.event_bodies (pack, bodies) SELECT DISTINCT pack, $2::bytea FROM place
       )
       INSERT INTO webhooks.feed_entries (feed, type, body_at, position, occurred_at, pack, correlation_id, sequence, event_id, resource_id)
       SELECT f.feed, t.number, p.n % ${BODIES_IN_PACK}, p.n, 0, p.pack, gen_random_uuid(), 1, 'evt_' || p.n, 'pay_' || p.n
       FROM place p JOIN webhooks.feeds f ON f.account_id = ($1::text[])[p.i] AND NOT f.livemode
         JOIN webhooks.event_types t ON t.type = 'payment.captured'`,
      [columns[2], PACK, endpoints.length, from, count],
    );
  }
  await stage.sql.query(
    `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered, class, trigger, created_at, next_attempt_at, state)
     SELECT 'whd_' || lpad(n::text, 24, '0'), ($1::text[])[i], ($3::text[])[i], false, ($2::smallint[])[i], n, 'evt_' || n, 'payment.captured', 'pay_' || n, 1, false,
       CASE WHEN $4 THEN 1 ELSE 0 END, 'auto', now(), CASE WHEN $4 THEN now() + interval '1 day' ELSE now() END, 'ready'
     FROM (SELECT n, n % $5::int + 1 AS i FROM generate_series($6::bigint + 1, $6::bigint + $7::bigint) n) e`,
    [...columns, isFuture, endpoints.length, from, count],
  );
  await stage.sql.query('UPDATE webhooks.endpoint_queues SET next_due_at = now()');
  await stage.sql.query('VACUUM ANALYZE');
}
