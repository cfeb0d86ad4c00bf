import type { Kafka } from 'kafkajs';
import { BusUnavailableError } from '../bus';
import { elapsedMs } from '../contract/observing.contract';
import { anyRandom, silentLogger, wallClock } from '../contract/samples.contract';
import { contextOf } from './kafka-options';
import { TopicAdmin } from './topic-admin';

describe('questions about topics', () => {
  /** kafkajs, another party, with a broker that never answers. */
  const kafka = {
    admin: () => ({
      connect: async () => undefined,
      disconnect: async () => undefined,
      fetchTopicOffsets: () => new Promise(() => undefined),
    }),
  } as unknown as Kafka;

  it('end at their limit, so that nobody holds a lock for a broker that does not answer', async () => {
    const context = contextOf({ brokers: ['b:1'], clientId: 'test', clock: wallClock, random: anyRandom, logger: silentLogger });
    const admin = new TopicAdmin(kafka, context);
    const waitedMs = await elapsedMs(expect(admin.logRanges('payments.commands', 100)).rejects.toBeInstanceOf(BusUnavailableError));
    expect(waitedMs).toBeLessThan(1_000);
    await admin.stop();
  });
});
