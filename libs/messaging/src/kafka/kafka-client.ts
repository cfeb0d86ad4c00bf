import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Kafka, logLevel, type ISocketFactory, type LogEntry } from 'kafkajs';
import type { BusLogger } from '../observer';
import { letIdleRequestQueuesRest } from './idle-request-queues';
import type { KafkaBusOptions } from './kafka-options';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** kafkajs by our rules: finite retries (ours are outside), sockets without delay, no work while idle, its log through ours. */
export function createKafkaClient(options: KafkaBusOptions): Kafka {
  letIdleRequestQueuesRest();
  return new Kafka({
    brokers: options.brokers,
    clientId: options.clientId,
    ssl: options.ssl,
    sasl: options.sasl,
    socketFactory: openSocket,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Infinite retries make send() and disconnect() hang while the broker is away (tooling.md).
    retry: { retries: 1, initialRetryTime: 50, maxRetryTime: 250, factor: 0 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => passLog(options.logger, entry),
  });
}

/** No-delay is not the default of kafkajs and costs 40 ms a request without it. */
const openSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  if (!ssl) return connectTcp(target, onConnect);
  const socket = connectTls({ servername: host, ...target, ...ssl }, onConnect);
  socket.setNoDelay(true);
  return socket;
};

/**
 * Everything kafkajs calls an error is repeated by us, and what is still wrong after that is logged by us. Its own lines
 * are therefore at most warnings, and what belongs to a normal start ("coordinator is loading") is for debugging.
 */
function passLog(logger: BusLogger, entry: LogEntry): void {
  const { message } = entry.log;
  const extra = entry.log as Record<string, unknown>;
  const error = typeof extra['error'] === 'string' ? extra['error'] : undefined;
  const fields = { kafkajs: entry.namespace, groupId: extra['groupId'], broker: extra['broker'], error };
  const isWorthSaying = entry.level === logLevel.ERROR && !isOrdinary(`${message} ${error ?? ''}`);
  if (isWorthSaying) logger.warn(fields, message);
  else logger.debug(fields, message);
}

const ORDINARY =
  /coordinator|loading|rebalanc|LEADER_NOT_AVAILABLE|no leader|leadership election|does not host this topic|Connection|ECONNREFUSED|Closed|Response |Failed to (connect|send)|Crash:|timed out|disconnect/i;

function isOrdinary(text: string): boolean {
  return ORDINARY.test(text);
}
