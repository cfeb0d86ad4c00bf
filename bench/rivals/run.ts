import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { reportVerdicts } from '../goals';
import { median, printFigure, spreadOf } from '../load/figures';
import { ofEachKind } from '../load/process-cpu';
import { measureRival, type PartFigures } from './measure';
import { RIVAL_NAMES, type RivalName } from './rivals';

/** Who is compared in which mode. The plain service is what Hundi over Kafka has to beat as well. */
const BY_MODE: Readonly<Record<string, readonly RivalName[]>> = {
  embedded: ['hundi', 'crud-e', 'crud-f', 'emmett'],
  kafka: ['crud-f', 'hundi-kafka', 'stock-kafka'],
  both: RIVAL_NAMES,
};

const OWN: readonly RivalName[] = ['hundi', 'hundi-kafka'];
const PARTS = ['create 1', 'create 16', 'create 64', 'GET one', 'GET drawn'];

interface Options {
  rivals: RivalName[];
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  emmettFolder: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      mode: { type: 'string', default: 'both' },
      only: { type: 'string', default: RIVAL_NAMES.join(',') },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '5' },
      emmett: { type: 'string', default: '' },
    },
  });
  const only = values.only.split(',');
  const unknown = only.filter((name) => !RIVAL_NAMES.some((known) => known === name));
  const ofMode = BY_MODE[values.mode];
  if (!ofMode || unknown.length > 0)
    throw new RangeError(`--mode takes ${Object.keys(BY_MODE).join(', ')}; --only ${RIVAL_NAMES.join(', ')}`);
  return {
    rivals: ofMode.filter((name) => only.includes(name) && (name !== 'emmett' || values.emmett !== '')),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    warmUpSeconds: Number(values['warm-up']),
    emmettFolder: values.emmett,
  };
}

/** Figures of every round by `<contender> <part>`. */
type Samples = Map<string, PartFigures[]>;

/** All contenders in an order that rotates, one at a time. */
async function measureRounds({ rivals, rounds, ...options }: Options): Promise<Samples> {
  const samples: Samples = new Map();
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < rivals.length; step++) {
      const name = rivals[(step + round) % rivals.length]!;
      const figures = await measureRival(name, { ...options, round: round + 1 });
      for (const [part, one] of figures) samples.set(`${name} ${part}`, [...(samples.get(`${name} ${part}`) ?? []), one]);
    }
  }
  return samples;
}

/** `Hundi / the other, part`: the median of the rounds' own ratios, because the machine does not keep its pace over all of them. */
function ratiosOf(samples: Samples, figure: 'rate' | 'cpu'): Record<string, number> {
  const of = (name: RivalName, part: string) => samples.get(`${name} ${part}`)?.map((one) => one[figure]);
  const entries = OWN.flatMap((own) => {
    const others = RIVAL_NAMES.filter((name) => !OWN.includes(name) || (own === 'hundi-kafka' && name === 'hundi'));
    return others.flatMap((other) => PARTS.map((part) => [`${own} / ${other}, ${part}`, ratioOf(of(own, part), of(other, part))] as const));
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, number>;
}

/** Undefined when one of the two was not measured. */
function ratioOf(ours: number[] | undefined, theirs: number[] | undefined): number | undefined {
  return ours && theirs && median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

function printMedians(samples: Samples): void {
  for (const [part, figures] of samples) {
    const of = (name: keyof PartFigures): number[] => figures.map((one) => one[name]);
    const { median: rate, min, max, rounds } = spreadOf(of('rate'));
    const [p50Ms, p99Ms, cpu] = [median(of('p50Ms')), median(of('p99Ms')), median(of('cpu'))];
    const byKind = ofEachKind((kind) => median(of(kind)));
    printFigure({ bench: 'rivals', part, rate, min, max, rounds, p50Ms, p99Ms, cpu, ...byKind });
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), ...options });
  const samples = await measureRounds(options);
  printMedians(samples);
  const ratios = ratiosOf(samples, 'rate');
  printFigure({ ratios });
  printFigure({ cpuRatios: ratiosOf(samples, 'cpu') });
  reportVerdicts(ratios);
}

void main();
