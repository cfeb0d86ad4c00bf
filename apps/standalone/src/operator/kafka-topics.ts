import { createKafkaBus, everyTopicSpec } from '#messaging';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf } from '#service';
import { CliError, answerHelp, runProgram } from '../cli-error';
import { readPlace } from '../data-location';

const USAGE = `Usage: npm run kafka-topics
  makes the topics that are missing on the Kafka of KAFKA_BROKERS.`;

/** `npm run kafka-topics`: makes the topics that are missing, for services that have no right to. */
void runProgram(async () => {
  answerHelp(USAGE);
  const { config } = readPlace();
  if (config.kafkaBrokers === undefined) throw new CliError('KAFKA_BROKERS is not set: which Kafka is meant?');
  const clock = new SystemClock();
  const logger = createLogger({ service: 'kafka-topics', level: 'warn', pretty: true });
  const ports = { clock, random: new SystemRandom(clock), logger };
  const security = kafkaSecurityOf(config);
  const bus = createKafkaBus({ brokers: config.kafkaBrokers, clientId: 'hundi-topics', internalTokens: [], security, ...ports });
  try {
    await bus.ensureTopics(everyTopicSpec());
    console.log('Every topic is there.');
  } finally {
    await bus.stop();
  }
});
