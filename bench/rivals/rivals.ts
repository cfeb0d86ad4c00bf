import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka } from '#embedded';
import type { HundiMode } from '#testing';
import { startContender, type RunningContender } from '../contenders/child';
import { COUNT_SQL } from '../contenders/payment-transaction';
import { CONTENDER_KEY } from '../contenders/sample';
import { startDurablePostgres, startLimitDatabase } from '../limit-database';
import { startProduct } from '../product';

/** A contender that serves POST /v1/payments, with all that it stands on. */
export interface RunningRival {
  origin: string;
  apiKey: string;
  databaseUrl: string;
  /** Gives the payments stored so far as `payments`. */
  countSql: string;
  /** Processes whose CPU, with everything below them, is its own. None is below another. */
  pids: number[];
  /** Serves GET /v1/payments/:id, and answers an Idempotency-Key that it knows as before. */
  remembers: boolean;
  stop(): Promise<void>;
}

/** Every contender, in the order of the first round. */
export const RIVAL_NAMES = ['hundi', 'crud-e', 'crud-f', 'emmett', 'hundi-kafka', 'stock-kafka'] as const;
export type RivalName = (typeof RIVAL_NAMES)[number];

interface Stoppable {
  stop(): Promise<void>;
}

const CRUD_COUNT_SQL = `SELECT least((SELECT count(*) FROM payments), (SELECT count(*) FROM idempotency_keys),
  (SELECT count(*) FROM payment_history))::int AS payments`;
const EMMETT_COUNT_SQL = 'SELECT (count(*) / 3)::int AS payments FROM emt_messages';

/**
 * Starts a contender on an empty database of its own.
 *
 * @param emmettFolder where Emmett is installed.
 */
export function startRival(name: RivalName, emmettFolder: string): Promise<RunningRival> {
  switch (name) {
    case 'hundi':
      return startHundi('embedded');
    case 'hundi-kafka':
      return startHundi('kafka');
    case 'crud-e':
      return startOnPostgres('crud/service', CRUD_COUNT_SQL, { BENCH_HTTP: 'express' });
    case 'crud-f':
      return startOnPostgres('crud/service', CRUD_COUNT_SQL, { BENCH_HTTP: 'fastify' });
    case 'emmett':
      return startOnPostgres('emmett', EMMETT_COUNT_SQL, { BENCH_EMMETT_FOLDER: emmettFolder });
    case 'stock-kafka':
      return startStockKafka();
  }
}

async function startHundi(mode: HundiMode): Promise<RunningRival> {
  const { baseUrl, apiKey, databaseUrl, pid, stop } = await startProduct(mode);
  return { origin: baseUrl, apiKey, databaseUrl, countSql: COUNT_SQL, pids: [pid], remembers: true, stop };
}

function startOnPostgres(script: string, countSql: string, env: Record<string, string>): Promise<RunningRival> {
  return startParts(async (keep) => {
    const postgres = keep(await startDurablePostgres());
    const service = keep(await startScript(script, { ...env, BENCH_DATABASE_URL: postgres.url }));
    const pids = [service.pid, postgres.pid];
    return { origin: service.origin, apiKey: CONTENDER_KEY, databaseUrl: postgres.url, countSql, pids, remembers: true };
  });
}

function startStockKafka(): Promise<RunningRival> {
  return startParts(async (keep) => {
    const postgres = keep(await startLimitDatabase());
    const kafka = keep(await startBroker());
    const env = { BENCH_KAFKA_BROKERS: kafka.brokers, BENCH_DATABASE_URL: postgres.url };
    // The gateway first: it makes the topics that the service subscribes to.
    const gateway = keep(await startScript('stock-gateway', env));
    const service = keep(await startScript('../nest-request-reply/stock-service', env));
    const pids = [gateway.pid, service.pid, postgres.pid, kafka.pid];
    const fixed = { apiKey: CONTENDER_KEY, countSql: COUNT_SQL, remembers: false };
    return { ...fixed, origin: gateway.origin, databaseUrl: postgres.url, pids };
  });
}

function startScript(script: string, env: Record<string, string>): Promise<RunningContender> {
  return startContender(`../rivals/${script}`, { ...env, NODE_ENV: 'production' });
}

async function startBroker(): Promise<{ brokers: string; pid: number; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-bench-kafka-'));
  const kafka = await startEmbeddedKafka({ dataDir });
  const stop = async (): Promise<void> => {
    await kafka.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { brokers: kafka.brokers, pid: kafka.pid, stop };
}

/** Stops what was started in the reverse order, also when a later part does not start. */
async function startParts(
  start: (keep: <TPart extends Stoppable>(part: TPart) => TPart) => Promise<Omit<RunningRival, 'stop'>>,
): Promise<RunningRival> {
  const parts: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    for (const part of parts.reverse()) await part.stop();
  };
  const keep = <TPart extends Stoppable>(part: TPart): TPart => {
    parts.push(part);
    return part;
  };
  try {
    return { ...(await start(keep)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
