import type { Kafka } from 'kafkajs';
import { BusUnavailableError } from '../bus';
import { elapsedMs } from '../contract/observing.contract';
import { KAFKA_OPTIONS } from '../contract/samples.contract';
import { topicSpecs } from '../topics';
import { contextOf } from './kafka-options';
import { TopicAdmin } from './topic-admin';

/** Beside kafkajs, another party, whose admin answers like this. */
function adminOf(answers: Record<string, unknown>): TopicAdmin {
  const connected = { connect: async () => undefined, disconnect: async () => undefined, ...answers };
  const kafka = { admin: () => connected } as unknown as Kafka;
  return new TopicAdmin(kafka, contextOf(KAFKA_OPTIONS));
}

describe('questions about topics', () => {
  it('end at their limit, so that no lock is held for a broker that does not reply', async () => {
    const admin = adminOf({ fetchTopicOffsets: () => new Promise(() => undefined) });
    const waitedMs = await elapsedMs(expect(admin.logRanges('payments.commands', 100)).rejects.toBeInstanceOf(BusUnavailableError));
    expect(waitedMs).toBeLessThan(1_000);
    await admin.stop();
  });
});

describe('questions of a program that a person waits for', () => {
  it('end at its limit with what was wrong, whichever they are', async () => {
    const fails = (): Promise<never> => Promise.reject(new Error('connect ECONNREFUSED'));
    const connected = { connect: fails, disconnect: async () => undefined };
    const kafka = { admin: () => connected } as unknown as Kafka;
    const admin = new TopicAdmin(kafka, contextOf(KAFKA_OPTIONS), 100);
    await expect(admin.exists('payments.commands.dead')).rejects.toThrow('The broker did not answer in time: Error: connect ECONNREFUSED');
    await expect(admin.logRanges('payments.commands.dead')).rejects.toBeInstanceOf(BusUnavailableError);
    await admin.stop();
  });
});

describe('topics that are missing', () => {
  /** kafkajs refuses a list that names one twice. */
  const createTopics = jest.fn(async (_asked: { topics: { topic: string }[] }) => true);

  const made = (): string[] => createTopics.mock.calls.flatMap(([{ topics }]) => topics.map(({ topic }) => topic));
  const describeCluster = async () => ({ brokers: [{}] });
  beforeEach(() => createTopics.mockClear());

  it('are each made once, also when two services want the same one', async () => {
    const admin = adminOf({ listTopics: async () => made(), describeCluster, createTopics });
    await admin.ensure([...topicSpecs('payments'), ...topicSpecs('kyc')]);
    expect(made()).toHaveLength(9);
    expect(new Set(made()).size).toBe(9);
    await admin.stop();
  });

  it('are there when a client that asks next sees them, not when a busy broker has taken the order', async () => {
    let asked = 0;
    const listTopics = async (): Promise<string[]> => (++asked < 4 ? [] : made());
    const admin = adminOf({ listTopics, describeCluster, createTopics });
    await admin.ensure(topicSpecs('payments'));
    expect(asked).toBeGreaterThanOrEqual(4);
    await admin.stop();
  });
});
