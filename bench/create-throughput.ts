import { runCommits } from './contenders/commit';
import { startContender } from './contenders/child';
import { CONTENDER_KEY, paymentRequest } from './contenders/sample';
import type { LimitDatabase } from './limit-database';
import { runLoad } from './load/client';
import { combinedLimit, printFigure, spreadOf, type Spread } from './load/figures';
import type { LoadResult } from './load/tally';
import type { Product } from './product';
import { connectStockClient } from './nest-request-reply/stock-client';
import { withEcho } from './kafka-round-trip/echo-client';

export interface ThroughputOptions {
  rounds: number;
  seconds: number;
  database: LimitDatabase;
  embedded: Product | undefined;
  kafka: Product | undefined;
  brokers: string[];
}

/** Rates in payments a second, by the symbols of bench/README.md; `T_*` are milliseconds. */
export type Samples = Map<string, number[]>;
type Part = () => Promise<Record<string, number>>;

const CLIENTS = 64;
/** A product is a hundred times the code of a contender; V8 needs seconds of load to compile it, which is not what B1 measures. */
const WARM_UP_SECONDS = 5;

/** A load that failed anywhere measures something else than it says. */
export function acknowledgedOnly(name: string, result: LoadResult): LoadResult {
  if (Object.keys(result.failures).length > 0)
    throw new Error(`${name}: not every request was acknowledged: ${JSON.stringify(result.failures)}`);
  return result;
}

async function httpPart(name: string, origin: string, apiKey: string, options: { clients: number; seconds: number }): Promise<LoadResult> {
  const makeRequest = () => paymentRequest(apiKey);
  return acknowledgedOnly(name, await runLoad({ origin, ...options, expectedStatus: 201, makeRequest }));
}

/** A contender that lives for one part only. Those that store are held to rows = acknowledged requests. */
function contenderPart(symbol: string, script: string, options: ThroughputOptions, writer?: string): Part {
  return async () => {
    const env = { BENCH_DATABASE_URL: options.database.url, BENCH_WRITER: writer ?? '' };
    const contender = await startContender(script, env);
    try {
      const result = await httpPart(symbol, contender.origin, CONTENDER_KEY, { clients: CLIENTS, seconds: options.seconds });
      if (writer) assertStored(symbol, await options.database.count(), result.acknowledged);
      return { [symbol]: result.ratePerSecond };
    } finally {
      await contender.stop();
    }
  };
}

function commitPart(symbol: string, options: ThroughputOptions, load: { clients: number; paymentsPerCommit: number }): Part {
  return async () => {
    const result = await runCommits({ databaseUrl: options.database.url, seconds: options.seconds, ...load });
    return { [symbol]: result.paymentsPerSecond, [`T_${symbol}`]: result.averageCommitMs };
  };
}

function productPart(symbol: string, product: Product, options: ThroughputOptions, clients: number): Part {
  return async () => {
    const before = await product.countPayments();
    const result = await httpPart(symbol, product.baseUrl, product.apiKey, { clients, seconds: options.seconds });
    assertStored(symbol, (await product.countPayments()) - before, result.acknowledged);
    return { [symbol]: result.ratePerSecond, [`T50_${symbol}`]: result.p50Ms, [`T99_${symbol}`]: result.p99Ms };
  };
}

/** Load whose figures nobody keeps, before the rounds. Its rows are counted all the same. */
async function warmUp(options: ThroughputOptions): Promise<void> {
  for (const product of [options.embedded, options.kafka]) {
    if (product) await productPart('warm-up', product, { ...options, seconds: WARM_UP_SECONDS }, CLIENTS)();
  }
}

/** The empty round trip through the broker, with 64 clients for the rate and one for the latency. */
function roundTripPart({ brokers, seconds }: ThroughputOptions): Part {
  return () =>
    withEcho(brokers, async (client) => {
      await client.load(CLIENTS, 1);
      const many = acknowledgedOnly('R_rt', await client.load(CLIENTS, seconds));
      const one = acknowledgedOnly('T_rt', await client.load(1, Math.min(seconds, 3)));
      return { R_rt: many.ratePerSecond, T_rt: one.p50Ms };
    });
}

/** Nest's own Kafka request-reply with one commit each: what a team would have without libs/messaging. */
function stockPart(options: ThroughputOptions): Part {
  return async () => {
    const env = { BENCH_KAFKA_BROKERS: options.brokers.join(','), BENCH_DATABASE_URL: options.database.url };
    // The client first: it makes the topics that the service subscribes to.
    const client = await connectStockClient(options.brokers);
    const service = await startContender('../nest-request-reply/stock-service', env);
    try {
      const warmed = await client.load(CLIENTS, 1);
      const result = acknowledgedOnly('R_stock', await client.load(CLIENTS, options.seconds));
      assertStored('R_stock', await options.database.count(), result.acknowledged + warmed.acknowledged);
      return { R_stock: result.ratePerSecond, T50_stock: result.p50Ms };
    } finally {
      await client.close();
      await service.stop();
    }
  };
}

/** Whatever was acknowledged is stored, once. @throws Error when it is not. */
export function assertStored(name: string, rows: number, acknowledged: number): void {
  if (rows !== acknowledged) throw new Error(`${name}: ${rows} rows stored for ${acknowledged} acknowledged requests`);
}

function partsOf(options: ThroughputOptions): Part[] {
  const parts = [
    contenderPart('R_raw', 'raw-http', options),
    contenderPart('R_fastify', 'fastify-echo', options),
    commitPart('R_commit1', options, { clients: 16, paymentsPerCommit: 1 }),
    commitPart('R_commitN', options, { clients: 2, paymentsPerCommit: 32 }),
    commitPart('R_c1', options, { clients: 1, paymentsPerCommit: 1 }),
    contenderPart('P_one', 'minimal-service', options, 'one'),
    contenderPart('P_batch', 'minimal-service', options, 'batch'),
  ];
  if (options.embedded) parts.push(productPart('S', options.embedded, options, CLIENTS), productPart('S32', options.embedded, options, 32));
  if (options.kafka) {
    parts.push(roundTripPart(options), stockPart(options), productPart('SK', options.kafka, options, CLIENTS));
    parts.push(productPart('SK1', options.kafka, options, 1));
  }
  return parts;
}

/**
 * B1: rounds of all parts, in an order that rotates, so that no part always meets the machine in the same mood. Each starts with
 * an empty limit database whose pages are on disk: what one part wrote is not written back on the time of the next.
 */
export async function measureThroughput(options: ThroughputOptions): Promise<Map<string, Spread>> {
  const samples: Samples = new Map();
  const parts = partsOf(options);
  await warmUp(options);
  for (let round = 0; round < options.rounds; round++) {
    for (let step = 0; step < parts.length; step++) {
      const part = parts[(step + round) % parts.length];
      await options.database.empty();
      for (const [symbol, value] of Object.entries((await part?.()) ?? {})) {
        samples.set(symbol, [...(samples.get(symbol) ?? []), value]);
        printFigure({ bench: 'B1', round: round + 1, symbol, value });
      }
    }
  }
  return new Map([...samples].map(([symbol, values]) => [symbol, spreadOf(values)]));
}

/** The ratios that are goals, from the medians. Missing parts leave their ratios out. */
export function throughputRatios(spreads: ReadonlyMap<string, Spread>): Record<string, number> {
  const at = (symbol: string): number => spreads.get(symbol)?.median ?? Number.NaN;
  const l1 = combinedLimit(at('R_fastify'), at('R_commit1'));
  const ln = combinedLimit(at('R_fastify'), at('R_commitN'));
  const lk = combinedLimit(ln, at('R_rt'));
  const ratios = {
    L1: l1,
    LN: ln,
    LK: lk,
    'P_one/L1': at('P_one') / l1,
    'P_batch/LN': at('P_batch') / ln,
    'S/LN': at('S') / ln,
    'S32/LN': at('S32') / ln,
    'SK/LK': at('SK') / lk,
    'SK/R_stock': at('SK') / at('R_stock'),
    'SK1 p50 / (T_rt + T_c1)': at('T50_SK1') / (at('T_rt') + at('T_R_c1')),
  };
  return Object.fromEntries(Object.entries(ratios).filter(([, value]) => !Number.isNaN(value)));
}
