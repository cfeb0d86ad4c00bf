import { parseArgs } from 'node:util';
import { measureBeside } from './cpu-beside';
import { printFigure } from './load/figures';
import { paymentRound } from './load/payment-round';
import { startProduct } from './product';
import type { HundiMode } from '#testing';

interface Options {
  modes: HundiMode[];
  clients: number;
  requests: number;
  warmUpRequests: number;
  rounds: number;
  /** V8's and Node's own options for the product, to try them out. */
  nodeOptions: string;
  /** Built checkout of another version to compare with; empty for none. */
  beside: string;
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
      beside: { type: 'string', default: '' },
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
    beside: values.beside,
  };
}

async function measureMode(mode: HundiMode, options: Options, environment: Record<string, string>): Promise<void> {
  const product = await startProduct(mode, environment);
  try {
    const load = { bench: 'cpu-cost', apiKey: product.apiKey, clients: options.clients };
    await paymentRound(product, { ...load, requests: options.warmUpRequests });
    const least = new Map<string, number>();
    for (let round = 1; round <= options.rounds; round++) {
      const { cost, rate, p50Ms } = await paymentRound(product, { ...load, requests: options.requests });
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
  const environment = { NODE_OPTIONS: options.nodeOptions };
  for (const mode of options.modes) {
    await (options.beside === '' ? measureMode(mode, options, environment) : measureBeside({ ...options, mode, environment }));
  }
}

void main();
