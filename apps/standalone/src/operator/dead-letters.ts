import { parseArgs } from 'node:util';
import { COMMAND_TOPIC, EVENT_TOPIC } from '#contracts';
import { BusUnavailableError, DeadLetterAdmin, type StoredDeadLetter } from '#messaging';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf } from '#service';
import { CliError, readTyped, runProgram } from '../cli-error';
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
  const kafka = { brokers, security: kafkaSecurityOf(place.config), topicPrefix: place.config.kafkaTopicPrefix };
  const admin = new DeadLetterAdmin({ ...kafka, clientId: 'hundi-dead-letters', clock, random: new SystemRandom(clock), logger });
  try {
    await execute(order, admin);
  } catch (error) {
    if (error instanceof BusUnavailableError) throw new CliError(`Kafka at ${brokers.join()} cannot be read: ${error.message}`);
    throw error;
  } finally {
    await admin.close();
  }
});

function brokersOf({ config, folder }: Place): string[] {
  if (config.kafkaBrokers) return config.kafkaBrokers;
  const run = folder.findRunning();
  if (!run) throw new CliError(`No Hundi is running on ${folder.path}. Start it, or set KAFKA_BROKERS.`);
  if (run.mode !== 'kafka' || !run.brokers) {
    throw new CliError('The embedded mode keeps no dead letters: its log and its metrics name what was put aside.');
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

async function execute(order: Order, admin: DeadLetterAdmin): Promise<void> {
  switch (order.verb) {
    case 'list':
      return list(order.topic === undefined ? TOPICS : [order.topic], admin);
    case 'replay':
      return replay(order, admin);
    case 'release':
      return release(order, admin);
    default:
      throw new CliError(USAGE);
  }
}

async function list(topics: readonly string[], admin: DeadLetterAdmin): Promise<void> {
  for (const topic of topics) for (const letter of await admin.list(topic)) print(topic, letter);
}

async function replay({ topic, ids, isAll }: Order, admin: DeadLetterAdmin): Promise<void> {
  if (topic === undefined || isAll === ids.length > 0) throw new CliError(USAGE);
  const chosen = isAll ? (await admin.list(topic)).map(({ id }) => id) : ids;
  const replayed = await admin.replay(topic, new Set(chosen));
  for (const letter of replayed) print(topic, letter);
  if (replayed.length < chosen.length) {
    throw new CliError(
      `${replayed.length} of ${chosen.length} were put back; the others do not exist or were cut when they were put aside.`,
    );
  }
}

async function release({ topic, consumer, key }: Order, admin: DeadLetterAdmin): Promise<void> {
  if (topic === undefined || consumer === undefined || key === undefined) throw new CliError(USAGE);
  if (!(await admin.release(topic, consumer, key))) throw new CliError(`${key} is not parked for ${consumer} on ${topic}.`);
  console.error(`${key} goes again when ${consumer} is started the next time; replay its letters after that.`);
}

function print(topic: string, { atMs, ...letter }: StoredDeadLetter): void {
  console.log(JSON.stringify({ topic, at: new Date(atMs).toISOString(), ...letter }));
}
