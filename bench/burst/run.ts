import { parseArgs } from 'node:util';
import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly } from '../create-throughput';
import { reportVerdicts } from '../goals';
import { runLoad } from '../load/client';
import { printFigure } from '../load/figures';
import { prioritize } from '../load/prioritize';
import { startProduct, type Product } from '../product';
import { gatewayOf, startAnotherGateway, type AnotherGateway } from './another-gateway';
import { runStep, type StepResult } from './step-load';

const GATEWAYS = 3;
const CLIENTS = 64;
/** The step is this many times as much. */
const FACTOR = 10;
/** Of the maximum, before and after the step. */
const USUAL_SHARE = 0.2;
/** After the step everything is as usual again from then on. */
const SETTLED_MS = 5_000;

/** The load comes from elsewhere, and gateways have cores of their own: here all share two, and nothing else may make an answer wait. */
const LOAD_PRIORITY = -15;
const GATEWAY_PRIORITY = -12;

interface Options {
  seconds: number;
  burstSeconds: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '10' }, 'burst-seconds': { type: 'string', default: '30' } },
  });
  return { seconds: Number(values.seconds), burstSeconds: Number(values['burst-seconds']) };
}

/** Payments a second of all gateways together, in a closed loop. */
async function maximum({ apiKey }: Product, origins: readonly string[], seconds: number): Promise<{ rate: number; acknowledged: number }> {
  const load = { clients: Math.floor(CLIENTS / origins.length), seconds, expectedStatus: 201, makeRequest: () => paymentRequest(apiKey) };
  const results = await Promise.all(origins.map(async (origin) => acknowledgedOnly('B9', await runLoad({ origin, ...load }))));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return { rate: sum(results.map((one) => one.ratePerSecond)), acknowledged: sum(results.map((one) => one.acknowledged)) };
}

/** Rows are those that were acknowledged, and at most those of which nobody knows besides. */
function assertStored(rows: number, acknowledged: number, steps: readonly StepResult[]): void {
  const [known, unknown, failed] = (['acknowledged', 'unknown', 'failed'] as const).map((kind) =>
    steps.reduce((sum, step) => sum + step.count(kind), 0),
  ) as [number, number, number];
  const wanted = acknowledged + known;
  if (failed > 0)
    throw new Error(`B9: ${failed} requests were answered neither with a payment nor with a refusal that says when to come again`);
  if (rows < wanted || rows > wanted + unknown)
    throw new Error(`B9: ${rows} rows stored for ${wanted} acknowledged requests and ${unknown} of which nothing is known`);
}

async function measure(product: Product, origins: readonly string[], options: Options): Promise<Record<string, number>> {
  const warmUp = await maximum(product, origins, options.seconds);
  const most = await maximum(product, origins, options.seconds);
  const step = (ratePerSecond: number, seconds: number): Promise<StepResult> =>
    runStep({ origins, apiKey: product.apiKey, ratePerSecond, seconds });
  const usual = most.rate * USUAL_SHARE;
  const before = await step(usual, options.seconds);
  const burst = await step(usual * FACTOR, options.burstSeconds);
  const after = await step(usual, options.seconds + SETTLED_MS / 1_000);
  assertStored(await product.countPayments(), warmUp.acknowledged + most.acknowledged, [before, burst, after]);
  const ofBurst = { goodput: burst.goodput, refused: burst.count('refused'), unknown: burst.count('unknown') };
  const [p99BeforeMs, p99AfterMs] = [before.p99Ms('acknowledged'), after.p99Ms('acknowledged', SETTLED_MS)];
  const refusedP99Ms = burst.p99Ms('refused');
  printFigure({ bench: 'B9', maximum: most.rate, usual, ...ofBurst, refusedP99Ms, p99BeforeMs, p99AfterMs });
  return {
    'B9 goodput / maximum': burst.goodput / most.rate,
    'B9 refused p99 ms': refusedP99Ms,
    'B9 p99 after / before': p99AfterMs / p99BeforeMs,
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  // What holds requests back is how many are under way, not the rate of an account.
  const product = await startProduct('kafka', { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST_WRITES: '1000000' });
  const others: AnotherGateway[] = [];
  try {
    while (others.length < GATEWAYS - 1) others.push(await startAnotherGateway(product.pid));
    const gateways = [gatewayOf(product.pid), ...others.map(({ pid }) => pid)];
    const isFirst = [prioritize(process.pid, LOAD_PRIORITY), ...gateways.map((pid) => prioritize(pid, GATEWAY_PRIORITY))].every(Boolean);
    if (!isFirst) printFigure({ bench: 'B9', warning: 'load and gateways wait for a core like all others: only root may set priorities' });
    const ratios = await measure(product, [product.baseUrl, ...others.map(({ origin }) => origin)], options);
    reportVerdicts(ratios);
  } finally {
    // The session outlives this run: it may be that of a shell.
    prioritize(process.pid, 0);
    await Promise.all(others.map((gateway) => gateway.stop()));
    await product.stop();
  }
}

void main();
