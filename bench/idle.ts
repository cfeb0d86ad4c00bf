import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { HundiMode } from '#testing';
import { reportVerdicts } from './goals';
import { printFigure } from './load/figures';
import { paymentRound } from './load/payment-round';
import { cpuByPart, partsBetween } from './load/process-cpu';
import { startProduct, type Product } from './product';

interface Options {
  modes: HundiMode[];
  /** Of each measurement. */
  seconds: number;
  /** Between the end of the work and the measurement. For 35 seconds the audit log follows what was done, half a minute later memory is collected once. */
  settleSeconds: number;
  payments: number;
}

/** Microseconds of CPU in a second to percent of one core. */
const PERCENT = 1 / 10_000;

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      mode: { type: 'string', default: 'both' },
      seconds: { type: 'string', default: '100' },
      'settle-seconds': { type: 'string', default: '90' },
      payments: { type: 'string', default: '200' },
    },
  });
  return {
    modes: values.mode === 'both' ? ['embedded', 'kafka'] : [values.mode as HundiMode],
    seconds: Number(values.seconds),
    settleSeconds: Number(values['settle-seconds']),
    payments: Number(values.payments),
  };
}

/** Percent of a core that the product takes without requests, by part. Its own load generator is left out. */
async function measureIdle(product: Product, { seconds, settleSeconds }: Options): Promise<Map<string, number>> {
  await pause(settleSeconds * 1_000);
  const names = await product.sessionNames();
  const before = cpuByPart(product.pid, names);
  await pause(seconds * 1_000);
  const spent = partsBetween(before, cpuByPart(product.pid, names), seconds);
  const load = spent.get('load') ?? 0;
  const percents = [...spent].map(([part, micros]) => [part, (part === 'total' ? micros - load : micros) * PERCENT] as const);
  return new Map(percents.filter(([part]) => part !== 'load'));
}

async function measureMode(mode: HundiMode, options: Options): Promise<Record<string, number>> {
  const product = await startProduct(mode);
  try {
    const fresh = await measureIdle(product, options);
    printFigure({ bench: 'idle', mode, after: 'start', unit: '% of a core', ...Object.fromEntries(fresh) });
    await paymentRound(product, { bench: 'idle', apiKey: product.apiKey, clients: 4, requests: options.payments });
    const used = await measureIdle(product, options);
    printFigure({ bench: 'idle', mode, after: 'payments', unit: '% of a core', ...Object.fromEntries(used) });
    return {
      [`idle ${mode} after start %`]: fresh.get('total') ?? Number.NaN,
      [`idle ${mode} after payments %`]: used.get('total') ?? Number.NaN,
    };
  } finally {
    await product.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const ratios: Record<string, number> = {};
  for (const mode of options.modes) Object.assign(ratios, await measureMode(mode, options));
  reportVerdicts(ratios);
}

void main();
