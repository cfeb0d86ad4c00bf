import { request } from 'node:http';
import { readEmbeddedConfig } from './config';
import { EmbeddedServerError } from './embedded-error';
import { KAFKA_VERSION } from './kafka-artifacts';
import { brokerAnswers } from './kafka-probe';
import { findFreePort } from './free-port';
import { pollUntil } from './waiting';

const PING_TIMEOUT_MS = 1_500;
const START_WITHIN_MS = 120_000;
const CLIENT_PORT = 9092;

/** Whether a Docker engine answers, at DOCKER_HOST or at the usual socket. */
export async function dockerAnswers(): Promise<boolean> {
  const { dockerHost } = readEmbeddedConfig();
  const url = new URL(dockerHost ?? 'unix:///var/run/docker.sock');
  const target = url.protocol === 'unix:' ? { socketPath: url.pathname } : { host: url.hostname, port: url.port };
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}

/**
 * A broker in a container of the official image. The package that drives Docker is a development dependency and is
 * loaded only here.
 *
 * @throws EmbeddedServerError or an error of the engine, for instance when the image cannot be had.
 */
export async function startKafkaContainer(): Promise<{ brokers: string; stop(): Promise<void> }> {
  const { GenericContainer } = await import('testcontainers');
  const port = await findFreePort();
  const brokers = `127.0.0.1:${port}`;
  const container = await new GenericContainer(`apache/kafka:${KAFKA_VERSION}`)
    .withExposedPorts({ container: CLIENT_PORT, host: port })
    .withEnvironment(brokerEnvironment(brokers))
    .withStartupTimeout(START_WITHIN_MS)
    .start();
  const ready = await pollUntil(async () => (await brokerAnswers(brokers)) || undefined, { withinMs: START_WITHIN_MS, everyMs: 200 });
  if (ready) return { brokers, stop: async () => void (await container.stop()) };
  await container.stop();
  throw new EmbeddedServerError(`The Kafka container did not answer within ${START_WITHIN_MS / 1000} s.`);
}

function brokerEnvironment(advertised: string): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LISTENERS: `CLIENT://0.0.0.0:${CLIENT_PORT},CONTROLLER://0.0.0.0:9093`,
    KAFKA_ADVERTISED_LISTENERS: `CLIENT://${advertised}`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    KAFKA_INTER_BROKER_LISTENER_NAME: 'CLIENT',
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_BROKER_SESSION_TIMEOUT_MS: '1500',
    KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
  };
}
