import { Kafka, logLevel } from 'kafkajs';
import type { EventLedger } from './event-ledger';

/** While the broker is away it asks this often. */
const RETRY_MS = 250;
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
const FETCH_WAIT_MS = 500;

/**
 * What another team would write with kafkajs and no code of Hundi: one consumer that reads the public topic from its start. It keeps no
 * position at the broker; what it reads again after it joined again is no repetition of the publisher.
 */
export async function startOutsideConsumer(brokers: string, topic: string, ledger: EventLedger): Promise<{ stop(): Promise<void> }> {
  const retry = { initialRetryTime: RETRY_MS, maxRetryTime: RETRY_MS, factor: 0, retries: 10_000 };
  const kafka = new Kafka({ clientId: 'bench-outside', brokers: [brokers], logLevel: logLevel.NOTHING, retry });
  const consumer = kafka.consumer({
    groupId: 'bench-outside',
    ...{ sessionTimeout: SESSION_MS, heartbeatInterval: HEARTBEAT_MS, maxWaitTimeInMs: FETCH_WAIT_MS, retry },
  });
  const nextOffsets = new Map<number, bigint>();
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch: { partition, messages } }) => {
      const fromOffset = nextOffsets.get(partition) ?? 0n;
      for (const message of messages) if (BigInt(message.offset) >= fromOffset) ledger.take(message);
      const last = messages.at(-1);
      if (last) nextOffsets.set(partition, BigInt(last.offset) + 1n);
    },
  });
  return { stop: () => consumer.disconnect() };
}
