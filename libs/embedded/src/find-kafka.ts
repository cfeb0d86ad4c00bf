import { readEmbeddedConfig } from './config';
import { EmbeddedServerError } from './embedded-error';
import { startEmbeddedKafka } from './kafka';
import { KAFKA_VERSION, missingKafkaTools } from './kafka-artifacts';
import { dockerAnswers, startKafkaContainer } from './kafka-container';
import { brokerAnswers, type ProbeSecurity } from './kafka-probe';
import { pollUntil } from './waiting';

const GIVEN_BROKER_WITHIN_MS = 30_000;

export interface FoundKafka {
  /** `host:port[,host:port]`. */
  brokers: string;
  /** Which Kafka this is, for the terminal. */
  description: string;
  /** Ids of processes that must not outlive ours; empty for a broker that is not our child. */
  pids: number[];
  /** Ends what was started here; leaves a given broker alone. */
  stop(): Promise<void>;
}

export interface FindKafkaOptions {
  /** Folder for a broker started here. */
  dataDir: string;
  /** What KAFKA_BROKERS names, `host:port[,host:port]`; nothing is started then. */
  brokers?: string;
  /** How the brokers that were given are reached; those started here are in plain text. */
  security?: ProbeSecurity;
  log?: (line: string) => void;
}

/**
 * A Kafka by the order of preference: the one that was given, else a container when a Docker engine answers, else a broker
 * started with Java and Maven.
 *
 * @throws EmbeddedServerError with one sentence that says what to install.
 */
export async function findKafka(options: FindKafkaOptions): Promise<FoundKafka> {
  if (options.brokers) return useGiven(options.brokers, options.security);
  const refusal = (await dockerAnswers()) ? await tryContainer() : 'no Docker engine answers';
  if (typeof refusal !== 'string') return refusal;
  const missing = missingKafkaTools(readEmbeddedConfig().kafkaCacheDir);
  if (missing) {
    throw new EmbeddedServerError(
      `There is no Kafka: KAFKA_BROKERS is not set, ${refusal}, and this machine lacks ${missing}. Set KAFKA_BROKERS, start Docker, or install Java 17 and Maven.`,
    );
  }
  const kafka = await startEmbeddedKafka(options);
  return {
    brokers: kafka.brokers,
    description: `Kafka ${KAFKA_VERSION} as a child process (Java), ${kafka.brokers}`,
    pids: [kafka.pid],
    stop: () => kafka.stop(),
  };
}

async function useGiven(brokers: string, security?: ProbeSecurity): Promise<FoundKafka> {
  const answer = await pollUntil(async () => (await brokerAnswers(brokers, security)) || undefined, {
    withinMs: GIVEN_BROKER_WITHIN_MS,
    everyMs: 250,
  });
  if (!answer)
    throw new EmbeddedServerError(`No Kafka broker answers at ${brokers} (KAFKA_BROKERS) within ${GIVEN_BROKER_WITHIN_MS / 1000} s.`);
  return { brokers, description: `Kafka of KAFKA_BROKERS, ${brokers}`, pids: [], stop: () => Promise.resolve() };
}

/** The reason, when the engine answers but cannot give us a broker: the image may be out of reach. */
async function tryContainer(): Promise<FoundKafka | string> {
  try {
    const { brokers, stop } = await startKafkaContainer();
    return { brokers, description: `Kafka ${KAFKA_VERSION} in a container, ${brokers}`, pids: [], stop };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return `Docker could not start apache/kafka:${KAFKA_VERSION} (${reason})`;
  }
}
