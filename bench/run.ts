import { cpus, release, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { measureFsync } from './contenders/fsync';
import { measureLatency } from './create-latency';
import { measureThroughput, throughputRatios } from './create-throughput';
import { reportVerdicts } from './goals';
import { startLimitDatabase } from './limit-database';
import { printFigure, type Spread } from './load/figures';
import { startProduct, type Product } from './product';

interface Options {
  rounds: number;
  seconds: number;
  latencySeconds: number;
  modes: Set<string>;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '6' },
      'latency-seconds': { type: 'string', default: '60' },
      mode: { type: 'string', default: 'both' },
    },
  });
  const modes = new Set(values.mode === 'both' ? ['embedded', 'kafka'] : [values.mode]);
  return { rounds: Number(values.rounds), seconds: Number(values.seconds), latencySeconds: Number(values['latency-seconds']), modes };
}

/** A machine whose bare limit moves that much measures nothing. */
function isNoisy(spreads: ReadonlyMap<string, Spread>): boolean {
  const raw = spreads.get('R_raw');
  return raw !== undefined && raw.max > 2 * raw.min;
}

async function measure(options: Options, running: { embedded?: Product; kafka?: Product }): Promise<Record<string, number>> {
  const database = await startLimitDatabase();
  try {
    const { embedded, kafka } = running;
    const fixed = { database, embedded, kafka, brokers: kafka?.brokers ?? [] };
    let spreads = await measureThroughput({ ...options, ...fixed });
    if (isNoisy(spreads)) {
      printFigure({ bench: 'B1', noisy: true, repeating: true });
      spreads = await measureThroughput({ ...options, ...fixed });
    }
    for (const [symbol, spread] of spreads) printFigure({ bench: 'B1', symbol, ...spread });
    const ratios = throughputRatios(spreads);
    const at = (symbol: string): number => spreads.get(symbol)?.median ?? 0;
    const latency = { seconds: options.latencySeconds, database };
    const commitMs = at('T_R_c1');
    if (embedded) {
      const own = { product: embedded, mode: 'embedded' as const, ratePerSecond: at('S') / 2, floorMs: commitMs, roundTripMs: 0 };
      Object.assign(ratios, await measureLatency({ ...latency, ...own }));
    }
    if (kafka) {
      const roundTripMs = at('T_rt');
      const own = { product: kafka, mode: 'kafka' as const, ratePerSecond: at('SK') / 2, floorMs: commitMs + roundTripMs, roundTripMs };
      Object.assign(ratios, await measureLatency({ ...latency, ...own }));
    }
    return ratios;
  } finally {
    await database.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), rounds: options.rounds, seconds: options.seconds });
  printFigure(await measureFsync(tmpdir()));
  const running: { embedded?: Product; kafka?: Product } = {};
  try {
    if (options.modes.has('embedded')) running.embedded = await startProduct('embedded');
    if (options.modes.has('kafka')) running.kafka = await startProduct('kafka');
    const ratios = await measure(options, running);
    printFigure({ ratios });
    reportVerdicts(ratios);
  } finally {
    await running.embedded?.stop();
    await running.kafka?.stop();
  }
}

void main();
