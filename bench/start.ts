import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { startHundi, type HundiMode } from '#testing';
import { paymentRequest } from './contenders/sample';
import { reportVerdicts } from './goals';
import { printFigure, spreadOf } from './load/figures';
import { paymentRound } from './load/payment-round';
import { nodeMemoryOf } from './load/process-cpu';
import { startProduct, type Product } from './product';

/** Between two looks at the memory of a soak. */
const SOAK_STEP_SECONDS = 30;
const MINUTE_MS = 60_000;
/** Of what ran before, a compiler's cache would be found in a second start only. */
const AS_A_MERCHANT = { NODE_DISABLE_COMPILE_CACHE: '1', RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' };

interface Options {
  modes: HundiMode[];
  rounds: number;
  payments: number;
  minutes: number;
  /** Payments a second of the soak: a load that leaves disk and processor for an hour of it. */
  rate: number;
  clients: number;
  /** From the last payment to the last look at the memory: it is collected half a minute after the audit log has followed. */
  restSeconds: number;
  /** V8's and Node's own options for the product, to try them out. */
  nodeOptions: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      mode: { type: 'string', default: 'both' },
      rounds: { type: 'string', default: '5' },
      payments: { type: 'string', default: '50000' },
      minutes: { type: 'string', default: '0' },
      rate: { type: 'string', default: '200' },
      clients: { type: 'string', default: '64' },
      'rest-seconds': { type: 'string', default: '200' },
      'node-options': { type: 'string', default: '' },
    },
  });
  const modes: HundiMode[] = values.mode === 'both' ? ['embedded', 'kafka'] : [values.mode as HundiMode];
  return {
    modes,
    rounds: Number(values.rounds),
    payments: Number(values.payments),
    minutes: Number(values.minutes),
    rate: Number(values.rate),
    clients: Number(values.clients),
    restSeconds: Number(values['rest-seconds']),
    nodeOptions: values['node-options'],
  };
}

/** From the start of the process to its first payment, in seconds; it is stopped again. */
async function firstPayment(mode: HundiMode, dataDir: string, nodeOptions: string): Promise<number> {
  const startedAtMs = performance.now();
  const hundi = await startHundi({ mode, dataDir, environment: { ...AS_A_MERCHANT, NODE_OPTIONS: nodeOptions } });
  const { path, headers, body } = paymentRequest(hundi.testKey);
  const { statusCode, body: answer } = await request(`${hundi.baseUrl}${path}`, { method: 'POST', headers, body });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await answer.dump();
  await hundi.end('SIGTERM');
  if (statusCode !== 201) throw new Error(`B7: the first payment was answered with ${statusCode}`);
  return seconds;
}

async function measureStart(mode: HundiMode, { rounds, nodeOptions }: Options): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-start-'));
  try {
    const empty = await firstPayment(mode, join(folder, 'data'), nodeOptions);
    const seconds: number[] = [];
    while (seconds.length < rounds) seconds.push(await firstPayment(mode, join(folder, 'data'), nodeOptions));
    const existing = spreadOf(seconds);
    printFigure({ bench: 'B7', mode, unit: 's from the start to the first 201', empty, existing });
    return { [`B7 ${mode} first 201 of an empty folder s`]: empty, [`B7 ${mode} first 201 s`]: existing.median };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Over Kafka without the program that started the four services: it is not there where they are operated. */
function look(mode: HundiMode, product: Product, stored: number): number {
  const parts = nodeMemoryOf(product.pid);
  if (mode === 'kafka') parts.delete('hundi');
  const total = [...parts.values()].reduce((sum, megabytes) => sum + megabytes, 0);
  printFigure({ bench: 'B7', mode, unit: 'MB of Node (RSS)', stored, total, ...Object.fromEntries(parts) });
  return total;
}

/** Memory after the start, after a number of payments, while they go on, and at rest after them. */
async function measureMemory(mode: HundiMode, options: Options): Promise<Record<string, number>> {
  const { payments, clients, restSeconds, nodeOptions } = options;
  const product = await startProduct(mode, { ...AS_A_MERCHANT, NODE_OPTIONS: nodeOptions });
  try {
    look(mode, product, 0);
    await paymentRound(product, { bench: 'B7', apiKey: product.apiKey, clients, requests: payments });
    const after = look(mode, product, payments);
    const soak = await measureSoak(mode, product, options);
    await pause(restSeconds * 1_000);
    const atRest = look(mode, product, await product.countPayments());
    return { [`B7 ${mode} RSS MB`]: after, [`B7 ${mode} RSS at rest MB`]: atRest, ...soak };
  } finally {
    await product.stop();
  }
}

/** What is kept of payments that go on at a rate. The first half is left out: in it the memory of the load before is given back. */
async function measureSoak(mode: HundiMode, product: Product, { minutes, rate, clients }: Options): Promise<Record<string, number>> {
  const step = { bench: 'B7', apiKey: product.apiKey, clients, requests: rate * SOAK_STEP_SECONDS, ratePerSecond: rate };
  const samples: [number, number][] = [];
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < minutes * MINUTE_MS) {
    await paymentRound(product, step);
    samples.push([(performance.now() - startedAtMs) / MINUTE_MS, look(mode, product, await product.countPayments())]);
  }
  const counted = samples.slice(samples.length / 2);
  return counted.length > 1 ? { [`B7 ${mode} MB in ten minutes`]: slopeOf(counted) * 10 } : {};
}

/** Of the line that fits best. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (value: (point: readonly [number, number]) => number): number => points.reduce((total, point) => total + value(point), 0);
  return sum((point) => (point[0] - x) * (point[1] - y)) / sum((point) => (point[0] - x) ** 2);
}

async function main(): Promise<void> {
  const options = readOptions();
  let ratios: Record<string, number> = {};
  for (const mode of options.modes) {
    if (options.rounds > 0) ratios = { ...ratios, ...(await measureStart(mode, options)) };
    if (options.payments > 0) ratios = { ...ratios, ...(await measureMemory(mode, options)) };
  }
  reportVerdicts(ratios);
}

void main();
