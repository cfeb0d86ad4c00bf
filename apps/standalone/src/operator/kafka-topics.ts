import { BusUnavailableError, everyTopicSpec, makeTopics } from '#messaging';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf, topicCreationOf } from '#service';
import { CliError, answerHelp, runProgram } from '../cli-error';
import { readPlace } from '../data-location';

const USAGE = `Usage: npm run kafka-topics
  makes the topics that are missing on the Kafka of KAFKA_BROKERS, each with KAFKA_REPLICATION replicas,
  their names begun with KAFKA_TOPIC_PREFIX.
  Ends with 1 when one cannot be made, or is not what it has to be: partitions, replicas, retention.`;

/** `npm run kafka-topics`: makes the topics that are missing, for services that have no right to, and looks at those that are there. */
void runProgram(async () => {
  answerHelp(USAGE);
  const { config } = readPlace();
  if (config.kafkaBrokers === undefined) throw new CliError('KAFKA_BROKERS is not set: which Kafka is meant?');
  const clock = new SystemClock();
  const logger = createLogger({ service: 'kafka-topics', level: 'warn', pretty: true });
  const ports = { clock, random: new SystemRandom(clock), logger };
  const topics = { ...topicCreationOf(config), create: true };
  const { kafkaBrokers: brokers, kafkaTopicPrefix: topicPrefix } = config;
  const kafka = { brokers, clientId: 'hundi-topics', security: kafkaSecurityOf(config), topics, topicPrefix, ...ports };
  const differences = await makeTopics(kafka, everyTopicSpec()).catch((error: unknown) => {
    throw error instanceof BusUnavailableError ? new CliError(error.message) : error;
  });
  if (differences.length > 0) throw new CliError(`${differences.join('\n')}\nNothing of them was changed.`);
  console.log('Every topic is there.');
});
