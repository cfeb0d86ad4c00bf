import { startContender } from './contenders/child';
import { paymentRequest } from './contenders/sample';
import { acknowledgedOnly } from './create-throughput';
import type { LimitDatabase } from './limit-database';
import { runLoad } from './load/client';
import { printFigure } from './load/figures';
import type { LoadResult } from './load/tally';
import type { Product } from './product';

export interface LatencyOptions {
  seconds: number;
  database: LimitDatabase;
  product: Product;
  mode: 'embedded' | 'kafka';
  /** Requests a second: half of what B1 reached in this run. */
  ratePerSecond: number;
  /** Milliseconds of one commit (pgbench, one client) and, over Kafka, of the empty round trip: the floor for one client. */
  floorMs: number;
  /** Milliseconds of the empty round trip; 0 in embedded mode. */
  roundTripMs: number;
}

const CLIENTS = 64;

async function openLoop(name: string, origin: string, apiKey: string, options: LatencyOptions): Promise<LoadResult> {
  const { seconds, ratePerSecond } = options;
  const makeRequest = () => paymentRequest(apiKey);
  return acknowledgedOnly(name, await runLoad({ origin, clients: CLIENTS, seconds, ratePerSecond, expectedStatus: 201, makeRequest }));
}

async function minimalLatency(options: LatencyOptions): Promise<LoadResult> {
  const contender = await startContender('minimal-service', { BENCH_DATABASE_URL: options.database.url, BENCH_WRITER: 'one' });
  try {
    return await openLoop('P_one', contender.origin, 'sk_test_bench', options);
  } finally {
    await contender.stop();
  }
}

/** B2: latency at half of the maximum, in an open loop, then with one client. Returns the ratios that are goals. */
export async function measureLatency(options: LatencyOptions): Promise<Record<string, number>> {
  const { product, mode, roundTripMs } = options;
  const before = await product.countPayments();
  const limit = await minimalLatency(options);
  const loaded = await openLoop('S', product.baseUrl, product.apiKey, options);
  const alone = await runLoad({
    origin: product.baseUrl,
    clients: 1,
    seconds: Math.min(options.seconds, 10),
    expectedStatus: 201,
    makeRequest: () => paymentRequest(product.apiKey),
  });
  const acknowledged = loaded.acknowledged + acknowledgedOnly('S alone', alone).acknowledged;
  const rows = (await product.countPayments()) - before;
  if (rows !== acknowledged) throw new Error(`B2 ${mode}: ${rows} rows stored for ${acknowledged} acknowledged requests`);
  printFigure({ bench: 'B2', mode, ratePerSecond: options.ratePerSecond, limit, loaded, alone, floorMs: options.floorMs });
  return {
    [`B2 ${mode} p50 / limit`]: loaded.p50Ms / (limit.p50Ms + roundTripMs),
    [`B2 ${mode} p99 / limit`]: loaded.p99Ms / (limit.p99Ms + roundTripMs),
    [`B2 ${mode} one client p50 / floor`]: alone.p50Ms / options.floorMs,
  };
}
