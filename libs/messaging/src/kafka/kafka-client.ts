import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import type { BusLogger } from '../observer';
import { pauseIdleRequestQueues } from './idle-request-queues';
import type { KafkaClientOptions } from './kafka-options';
import { KafkaSockets } from './kafka-sockets';
import { kafkajsSecurity } from './security/kafka-security';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** kafkajs by our rules: finite retries (ours are outside), sockets without delay, no work while idle, its log through ours. */
export function createKafkaClient(options: KafkaClientOptions, sockets = new KafkaSockets()): Kafka {
  pauseIdleRequestQueues();
  return new Kafka({
    brokers: options.brokers,
    clientId: options.clientId,
    ...kafkajsSecurity(options.security ?? {}),
    socketFactory: sockets.factory,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Infinite retries make send() and disconnect() hang while the broker is away.
    retry: { retries: 1, initialRetryTime: 50, maxRetryTime: 250, factor: 0 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => passLog(options.logger, entry),
  });
}

/**
 * Everything kafkajs calls an error is repeated by us, and what is still wrong after that is logged by us. Its own lines
 * are therefore at most warnings, and what belongs to a normal start ("coordinator is loading") is for debugging.
 */
function passLog(logger: BusLogger, entry: LogEntry): void {
  const { message } = entry.log;
  const extra = entry.log as Record<string, unknown>;
  const error = typeof extra['error'] === 'string' ? extra['error'] : undefined;
  const fields = { kafkajs: entry.namespace, groupId: extra['groupId'], broker: extra['broker'], error };
  const isWorthLogging = entry.level === logLevel.ERROR && !isOrdinary(`${message} ${error ?? ''}`);
  if (isWorthLogging) logger.warn(fields, message);
  else logger.debug(fields, message);
}

const ORDINARY =
  /coordinator|loading|rebalanc|LEADER_NOT_AVAILABLE|no leader|leadership election|does not host this topic|Connection|ECONNREFUSED|Closed|Response |Failed to (connect|send)|Crash:|timed out|disconnect/i;

function isOrdinary(text: string): boolean {
  return ORDINARY.test(text);
}
