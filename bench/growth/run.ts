import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { reportVerdicts } from '../goals';
import { printFigure } from '../load/figures';
import { assertWhole } from './assert-whole';
import { measureSize, type MeasureOptions, type SizeFigures } from './measure';
import { FilledHundi } from './stage';

interface Options extends MeasureOptions {
  /** Sizes of the log, rising. */
  events: number[];
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '10000,100000,1000000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      requests: { type: 'string', default: '2000' },
    },
  });
  const events = values.events.split(',').map(Number);
  if (events.some((size, index) => !(size > (events[index - 1] ?? 0)))) throw new RangeError('--events takes rising numbers');
  return { events, rounds: Number(values.rounds), seconds: Number(values.seconds), requests: Number(values.requests) };
}

async function measureSizes({ events, ...options }: Options): Promise<SizeFigures[]> {
  const hundi = await FilledHundi.start();
  try {
    const sizes: SizeFigures[] = [];
    for (const [index, size] of events.entries()) {
      const startedAtMs = performance.now();
      const stored = await hundi.fill(size, { from: index / events.length, to: (index + 1) / events.length });
      const filledSeconds = (performance.now() - startedAtMs) / 1_000;
      const figures = await measureSize(hundi, options);
      printFigure({ bench: 'B4', events: stored, filledSeconds, ...figures });
      sizes.push(figures);
      await assertWhole(hundi);
    }
    return sizes;
  } finally {
    await hundi.remove();
  }
}

/** What becomes of it from the smallest size to the largest. */
function ratiosOf(sizes: readonly SizeFigures[]): Record<string, number> {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (smallest === undefined || largest === undefined) return {};
  const ratio = (name: string): number => (largest[name] ?? Number.NaN) / (smallest[name] ?? Number.NaN);
  return {
    'B4 create/s, largest / smallest': ratio('create/s'),
    'B4 create CPU, largest / smallest': ratio('create CPU µs'),
    'B4 GET p99, late / early': (largest['GET late p99 ms'] ?? Number.NaN) / (largest['GET early p99 ms'] ?? Number.NaN),
    'B4 GET late p99, largest / smallest': ratio('GET late p99 ms'),
    'B4 GET early p99, largest / smallest': ratio('GET early p99 ms'),
    'B4 first page p99, largest / smallest': ratio('first page p99 ms'),
    'B4 deep page p99, largest / smallest': ratio('deep page p99 ms'),
    'B4 refund p99, largest / smallest': ratio('refund of an old one p99 ms'),
    'B4 RSS, largest / smallest': ratio('RSS MB'),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), ...options });
  const sizes = await measureSizes(options);
  const ratios = ratiosOf(sizes);
  printFigure({ ratios });
  const atLargest = Object.entries(sizes.at(-1) ?? {}).map(([name, value]) => [`B4 ${name}`, value] as const);
  reportVerdicts({ ...ratios, ...Object.fromEntries(atLargest) });
}

void main();
