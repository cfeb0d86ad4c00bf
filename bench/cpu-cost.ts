import { parseArgs } from 'node:util';
import { paymentRequest } from './contenders/sample';
import { acknowledgedOnly } from './create-throughput';
import { runLoad } from './load/client';
import { printFigure } from './load/figures';
import { cpuByPart, partsBetween } from './load/process-cpu';
import { startProduct, type Product } from './product';
import type { HundiMode } from '#testing';

interface Options {
  modes: HundiMode[];
  clients: number;
  requests: number;
  warmUpRequests: number;
  rounds: number;
  /** V8's and Node's own options for the product, to try them out. */
  nodeOptions: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      mode: { type: 'string', default: 'embedded' },
      clients: { type: 'string', default: '64' },
      requests: { type: 'string', default: '10000' },
      'warm-up': { type: 'string', default: '15000' },
      rounds: { type: 'string', default: '3' },
      'node-options': { type: 'string', default: '' },
    },
  });
  const modes: HundiMode[] = values.mode === 'both' ? ['embedded', 'kafka'] : [values.mode as HundiMode];
  const [clients, requests, warmUpRequests, rounds] = [values.clients, values.requests, values['warm-up'], values.rounds].map(Number);
  return {
    modes,
    clients: clients ?? 64,
    requests: requests ?? 0,
    warmUpRequests: warmUpRequests ?? 0,
    rounds: rounds ?? 1,
    nodeOptions: values['node-options'],
  };
}

/** One load of a fixed number of requests, held to rows = acknowledged. Microseconds of CPU a payment, by process. */
async function measureRound(
  product: Product,
  clients: number,
  requests: number,
): Promise<{ cost: Map<string, number>; rate: number; p50Ms: number }> {
  const rowsBefore = await product.countPayments();
  const names = await product.sessionNames();
  const before = cpuByPart(product.pid, names);
  const result = await runLoad({
    origin: product.baseUrl,
    clients,
    seconds: 600,
    requestsMax: requests,
    expectedStatus: 201,
    makeRequest: () => paymentRequest(product.apiKey),
  });
  const cost = partsBetween(before, cpuByPart(product.pid, names), requests);
  const { acknowledged } = acknowledgedOnly('cpu-cost', result);
  const rows = (await product.countPayments()) - rowsBefore;
  if (rows !== acknowledged) throw new Error(`cpu-cost: ${rows} rows stored for ${acknowledged} acknowledged requests`);
  return { cost, rate: result.ratePerSecond, p50Ms: result.p50Ms };
}

async function measureMode(mode: HundiMode, options: Options): Promise<void> {
  const product = await startProduct(mode, { NODE_OPTIONS: options.nodeOptions });
  try {
    await measureRound(product, options.clients, options.warmUpRequests);
    const least = new Map<string, number>();
    for (let round = 1; round <= options.rounds; round++) {
      const { cost, rate, p50Ms } = await measureRound(product, options.clients, options.requests);
      for (const [part, micros] of cost) least.set(part, Math.min(micros, least.get(part) ?? Infinity));
      printFigure({ bench: 'cpu-cost', mode, round, rate, p50Ms, unit: 'µs CPU a payment', ...Object.fromEntries(cost) });
    }
    printFigure({ bench: 'cpu-cost', mode, least: true, ...Object.fromEntries(least) });
  } finally {
    await product.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  for (const mode of options.modes) await measureMode(mode, options);
}

void main();
