import type { Consumer } from 'kafkajs';
import type { Random } from '#contracts';
import type { BusLogger } from '../observer';
import { settledWithin } from '../waiting';
import { createKafkaClient } from './kafka-client';
import { KafkaNames } from './kafka-names';
import type { KafkaSecurity } from './security/kafka-security';

export interface WatchTopicsOptions {
  brokers: string[];
  security?: KafkaSecurity | undefined;
  topics: readonly string[];
  topicPrefix?: string | undefined;
  random: Random;
  logger: BusLogger;
  /** Called with every message produced from now on, in order within a partition. */
  onMessage(value: string): void;
  /** Called once when the broker is lost; the watch is over then. */
  onLost(reason: string): void;
}

const FETCH_WAIT_MS = 100;
const DISCONNECT_MS = 1_000;

/**
 * Look on: a plain consumer with a group of its own that reads from the end and keeps no position. For people who watch
 * events pass, not for effects.
 *
 * @returns when the first fetch has been answered, so that nothing produced afterwards is missed.
 */
export async function watchTopics(options: WatchTopicsOptions): Promise<{ stop(): Promise<void> }> {
  const { random } = options;
  const names = new KafkaNames(options.topicPrefix);
  const kafka = createKafkaClient({ ...options, clientId: 'hundi-watch' });
  const consumer = kafka.consumer({
    groupId: names.group(`hundi-watch-${random.uuid()}`),
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  const stop = async (): Promise<void> => void (await settledWithin(consumer.disconnect(), DISCONNECT_MS));
  consumer.on(consumer.events.CRASH, ({ payload }) => options.onLost(payload.error.message));
  try {
    await listen(consumer, { ...options, topics: options.topics.map((topic) => names.topic(topic)) });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function listen(consumer: Consumer, options: WatchTopicsOptions): Promise<void> {
  const firstFetch = new Promise<void>((resolve) => consumer.on(consumer.events.FETCH, () => resolve()));
  const crash = new Promise<never>((_resolve, reject) => consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error)));
  crash.catch(() => undefined);
  await consumer.connect();
  await consumer.subscribe({ topics: [...options.topics], fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => options.onMessage(message.value?.toString() ?? ''),
  });
  await Promise.race([firstFetch, crash]);
}
