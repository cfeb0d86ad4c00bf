import { EVENT_TOPIC } from '#contracts';
import { watchTopics, type WatchTopicsOptions } from '#messaging';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf } from '#service';
import { CliError, answerHelp, runProgram } from '../cli-error';
import type { HundiFolder, RunFile } from '../data-directory';
import { readPlace } from '../data-location';

const USAGE = `Usage: npm run events:tail
  shows the public events as they pass, one JSON line each, until Ctrl-C.`;

/** `npm run events:tail`: the public events of every service as they pass, one JSON line each, until Ctrl-C. */
void runProgram(async () => {
  answerHelp(USAGE);
  const { config, folder } = readPlace();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
  // The reader at the other end of a pipe, such as `head`, may leave first.
  process.stdout.on('error', () => process.exit(0));
  const kafka = { security: kafkaSecurityOf(config), topicPrefix: config.kafkaTopicPrefix };
  if (config.kafkaBrokers) return tailKafka({ ...kafka, brokers: config.kafkaBrokers });
  const run = runningHundi(folder);
  if (run.mode === 'kafka') return tailKafka({ ...kafka, brokers: run.brokers?.split(',') ?? [] });
  return tailStream(run);
});

function runningHundi(folder: HundiFolder): RunFile {
  const run = folder.findRunning();
  if (run) return run;
  throw new CliError(
    `No Hundi is running on ${folder.path}.\nStart one with "npm start" or "npm run start:kafka", or say where to look: HUNDI_DATA_DIR or KAFKA_BROKERS.`,
  );
}

async function tailKafka(kafka: Pick<WatchTopicsOptions, 'brokers' | 'security' | 'topicPrefix'>): Promise<void> {
  const { brokers } = kafka;
  const clock = new SystemClock();
  const onLost = (reason: string): void => {
    console.error(`Kafka at ${brokers.join()} is gone: ${reason}`);
    process.exit(1);
  };
  const logger = createLogger({ service: 'events-tail', level: 'silent' });
  const topics = Object.values(EVENT_TOPIC);
  const ports = { random: new SystemRandom(clock), logger };
  try {
    await watchTopics({ ...kafka, topics, ...ports, onMessage: (value) => console.log(value), onLost });
  } catch (error) {
    throw new CliError(`Kafka at ${brokers.join()} cannot be read: ${(error as Error).message}`);
  }
  announce(`Kafka ${brokers.join()}`);
}

async function tailStream(run: RunFile): Promise<void> {
  const response = await fetch(run.eventsUrl ?? '', { headers: { 'x-internal-token': run.token ?? '' } }).catch(() => undefined);
  if (!response?.ok || !response.body)
    throw new CliError(`The Hundi with process id ${run.pid} does not give its events (${response?.status ?? 'no answer'}).`);
  announce(`Hundi at ${run.baseUrl}`);
  try {
    await printLines(response.body);
  } catch {
    // the stream broke off: the same as its end, and said below
  }
  console.error('Hundi has stopped.');
}

async function printLines(body: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) console.log(line.slice('data: '.length));
  }
}

function announce(source: string): void {
  console.error(`Listening to the public events of ${source}. Ctrl-C ends this.`);
}
