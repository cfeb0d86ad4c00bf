import { parseArgs } from 'node:util';
import { COMMAND_TOPIC, EVENT_TOPIC } from '#contracts';
import { DeadLetterDesk, type StoredDeadLetter } from '#messaging';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf } from '#service';
import { ComplaintError, readTyped, runProgram } from '../cli-error';
import { readPlace, type Place } from '../data-location';

const TOPICS: readonly string[] = [...Object.values(COMMAND_TOPIC), ...Object.values(EVENT_TOPIC)];
const USAGE = `Usage:
  npm run dead-letters -- list [<topic>]
  npm run dead-letters -- replay <topic> <id>… | --all
  npm run dead-letters -- release <topic> --consumer <name> --key <aggregate id>
<topic> is one of ${TOPICS.join(', ')}.`;

interface Order {
  verb: string | undefined;
  topic: string | undefined;
  ids: string[];
  isAll: boolean;
  consumer: string | undefined;
  key: string | undefined;
}

/** `npm run dead-letters`: what no retry could mend, and bringing it again. One JSON line for each letter, without its body. */
void runProgram(async () => {
  const order = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  const clock = new SystemClock();
  const logger = createLogger({ service: 'dead-letters', level: 'silent' });
  const place = readPlace();
  const brokers = brokersOf(place);
  const security = kafkaSecurityOf(place.config);
  const desk = new DeadLetterDesk({ brokers, security, clientId: 'hundi-dead-letters', clock, random: new SystemRandom(clock), logger });
  try {
    await carryOut(order, desk);
  } finally {
    await desk.close();
  }
});

function brokersOf({ config, folder }: Place): string[] {
  if (config.kafkaBrokers) return config.kafkaBrokers;
  const run = folder.findRunning();
  if (!run) throw new ComplaintError(`No Hundi is running on ${folder.path}. Start it, or set KAFKA_BROKERS.`);
  if (run.mode !== 'kafka' || !run.brokers) {
    throw new ComplaintError('The embedded mode keeps no dead letters: its log and its metrics name what was put aside.');
  }
  return run.brokers.split(',');
}

function readOrder(parameters: string[]): Order {
  const options = { all: { type: 'boolean' }, consumer: { type: 'string' }, key: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true });
  const [verb, topic, ...ids] = positionals;
  if (topic !== undefined && !TOPICS.includes(topic)) throw new Error(`There is no topic ${topic}.`);
  return { verb, topic, ids, isAll: values.all ?? false, consumer: values.consumer, key: values.key };
}

async function carryOut(order: Order, desk: DeadLetterDesk): Promise<void> {
  switch (order.verb) {
    case 'list':
      return list(order.topic === undefined ? TOPICS : [order.topic], desk);
    case 'replay':
      return replay(order, desk);
    case 'release':
      return release(order, desk);
    default:
      throw new ComplaintError(USAGE);
  }
}

async function list(topics: readonly string[], desk: DeadLetterDesk): Promise<void> {
  for (const topic of topics) for (const letter of await desk.list(topic)) print(topic, letter);
}

async function replay({ topic, ids, isAll }: Order, desk: DeadLetterDesk): Promise<void> {
  if (topic === undefined || isAll === ids.length > 0) throw new ComplaintError(USAGE);
  const chosen = isAll ? (await desk.list(topic)).map(({ id }) => id) : ids;
  const replayed = await desk.replay(topic, new Set(chosen));
  for (const letter of replayed) print(topic, letter);
  if (replayed.length < chosen.length) {
    throw new ComplaintError(
      `${replayed.length} of ${chosen.length} were put back; the others do not exist or were cut when they were put aside.`,
    );
  }
}

async function release({ topic, consumer, key }: Order, desk: DeadLetterDesk): Promise<void> {
  if (topic === undefined || consumer === undefined || key === undefined) throw new ComplaintError(USAGE);
  if (!(await desk.release(topic, consumer, key))) throw new ComplaintError(`${key} is not parked for ${consumer} on ${topic}.`);
  console.error(`${key} goes again when ${consumer} is started the next time; replay its letters after that.`);
}

function print(topic: string, { atMs, ...letter }: StoredDeadLetter): void {
  console.log(JSON.stringify({ topic, at: new Date(atMs).toISOString(), ...letter }));
}
