import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { printFigure } from '../load/figures';
import { measureWebhookSender } from './webhook-sender';
import { measureCrash } from './crash';
import { measureDrain } from './drain';
import { measureIsolation } from './isolation';
import { measureLatency } from './latency';
import { missedCount } from './verdict';

const ALL = 'sender,g14,g1,g3,g7,g4,g5,g9';

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: ALL },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '3' },
      'in-flight': { type: 'string', default: '64' },
      deliveries: { type: 'string', default: '100000' },
      endpoints: { type: 'string', default: '1000' },
      future: { type: 'string', default: '1000000' },
      rate: { type: 'string' },
      kills: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { only, rate, ...numbers } = values;
  const goals: ReadonlySet<string> = new Set(only.split(','));
  const unknown = [...goals].filter((goal) => !ALL.split(',').includes(goal));
  if (unknown.length > 0) throw new RangeError(`--only takes ${ALL}; not ${unknown.join(', ')}`);
  const read = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)])) as Record<
    keyof typeof numbers,
    number
  >;
  return { ...read, goals, rate: rate === undefined ? undefined : Number(rate) };
}

type Options = ReturnType<typeof readOptions>;

/** What needs no traffic: senders, signatures, a queue that is drained. */
async function measureCosts({ goals, ...options }: Options): Promise<void> {
  const { deliveries, endpoints, future, rounds } = options;
  const seconds = Math.min(options.seconds, 5);
  await measureWebhookSender({ inFlight: options['in-flight'], seconds, rounds }, goals);
  if (!['g1', 'g3', 'g7'].some((goal) => goals.has(goal))) return;
  await measureDrain({ deliveries, endpoints, warmUp: Math.round(deliveries / 4), future, seconds, rounds }, goals);
}

/** What happens while events come. The default rate of G4 is about 30 % of what one worker does beside its load on two cores. */
async function measureTraffic({ goals, kills, rate, rounds, seconds, seed }: Options): Promise<void> {
  if (goals.has('g4')) await measureLatency({ rate: rate ?? 800, seconds, seed });
  if (goals.has('g5')) for (const dead of [1, 20]) await measureIsolation({ rate: rate ?? 1_000, seconds, rounds, seed, dead });
  if (goals.has('g9')) await measureCrash({ rate: rate ?? 2_000, kills, seed });
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), ...options, goals: [...options.goals] });
  await measureCosts(options);
  await measureTraffic(options);
  process.exitCode = missedCount() === 0 ? 0 : 1;
}

void main();
