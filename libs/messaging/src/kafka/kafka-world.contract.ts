import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { eventually } from '#testing';
import { partitionOfShard, shardOfAccount } from '#contracts';
import type { Bus, CommandHandler, TopicSpec } from '../bus';
import type { BusWorld } from '../bus.contract';
import { PartitionTable, type InstanceOwnership } from '../contract/partition-table.contract';
import { TOKENS, anyRandom, silentLogger, wallClock } from '../contract/samples.contract';
import type { BusLogger, DeadLetter } from '../observer';
import { deadLetterSpec } from '../topics';
import { MAC_HEADER, MessageMacs, type MessageKind } from '../wire/message-mac';
import { createKafkaBus } from './kafka-bus';
import type { KafkaLimits, ReplyLease } from './kafka-options';

const HOUR_MS = 3_600_000;

/** Accounts whose shards lie in all sixteen partitions. */
export const ACCOUNTS = Array.from({ length: 16 }, (_, partition) => {
  for (let number = 0; ; number++) {
    const account = `acct_${number}`;
    if (partitionOfShard(shardOfAccount(account)) === partition) return account;
  }
});

/** Leases of reply partitions, shared by the gateways of one test. */
class LeaseTable {
  private next = 0;

  join(): TestLease {
    return new TestLease(() => this.next++);
  }
}

class TestLease implements ReplyLease {
  private readonly listeners = new Set<() => void>();
  readonly acquired: number[] = [];

  constructor(private readonly draw: () => number) {}

  async acquire(partitionCount: number): Promise<number> {
    const partition = this.draw() % partitionCount;
    this.acquired.push(partition);
    return partition;
  }

  async release(): Promise<void> {
    // Each lease of a test is a partition of its own: nothing to hand back.
  }

  onLost(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Another process has the partition from now on. */
  lose(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Bounds and waits beside the defaults, and a logger to look into. */
export type KafkaWorldOptions = Partial<KafkaLimits> & {
  logger?: BusLogger;
  /** Where gateways reach the broker, when on another way than the services. */
  gatewayBrokers?: string;
  /** What the broker takes into the topic of commands, in bytes. */
  commandBytesMax?: number;
};

export interface RawMessage {
  key: string | null;
  value: string | Buffer | null;
  headers?: Record<string, string>;
  timestamp?: string;
}

/** Services and gateways on one broker, with topics of their own. */
export class KafkaWorld implements BusWorld {
  readonly deadLetters: DeadLetter[] = [];
  readonly consumed: string[] = [];
  /** Topics of messages that were not believed. */
  readonly forged: string[] = [];
  readonly table = new PartitionTable();
  readonly leases = new Map<Bus, TestLease>();
  readonly commandTopic = `w${randomUUID()}.commands`;
  readonly eventTopic = `${this.commandTopic.split('.')[0]}.events`;
  private readonly commandSpec: TopicSpec = { name: this.commandTopic, partitions: 16, retentionMs: HOUR_MS };
  readonly replyTopic = `${this.commandTopic.split('.')[0]}.replies`;
  private readonly leaseTable = new LeaseTable();
  private readonly buses = new Set<Bus>();

  constructor(
    readonly brokers: string,
    private readonly options: KafkaWorldOptions = {},
  ) {}

  async createTopics(): Promise<void> {
    if (this.options.commandBytesMax !== undefined) await this.createWideTopic(this.options.commandBytesMax);
    const bus = this.make('setup');
    await bus.ensureTopics([
      this.commandSpec,
      { name: this.eventTopic, partitions: 16, retentionMs: HOUR_MS },
      { name: this.replyTopic, partitions: 64, retentionMs: HOUR_MS },
      deadLetterSpec(this.commandTopic),
      deadLetterSpec(this.eventTopic),
    ]);
    await this.leave(bus);
  }

  /** Created so, not altered later: brokers apply what is altered when they come to it. */
  private async createWideTopic(bytesMax: number): Promise<void> {
    const admin = this.plainClient().admin();
    const configEntries = [{ name: 'max.message.bytes', value: String(bytesMax) }];
    const topics = [{ topic: this.commandTopic, numPartitions: this.commandSpec.partitions, configEntries }];
    // Who produces to it waits for its leaders; kafkajs gives up when they are not named at once.
    await admin.createTopics({ topics, waitForLeaders: false });
    await admin.disconnect();
  }

  async service(): Promise<Bus> {
    const bus = this.make('service');
    await bus.start();
    return bus;
  }

  async gateway(): Promise<Bus> {
    const lease = this.leaseTable.join();
    const bus = this.make('gateway', lease);
    this.leases.set(bus, lease);
    await bus.start();
    // Known before the first command: what a test sets for its answer is no time for a question about topics.
    await bus.ensureTopics([this.commandSpec]);
    await eventually(() => expect(bus.health()).toMatchObject({ connected: true }));
    return bus;
  }

  async leave(bus: Bus): Promise<void> {
    this.buses.delete(bus);
    await bus.stop();
  }

  /** A service process: its own bus and its own hold on partitions. */
  async startServing(handler: CommandHandler): Promise<{ ownership: InstanceOwnership; leave(): Promise<void> }> {
    const bus = await this.service();
    const ownership = this.ownership();
    const subscription = await bus.consumeCommands(this.commandTopic, handler, ownership);
    const leave = async (): Promise<void> => {
      await subscription.stop();
      this.table.instances.delete(ownership);
      await this.leave(bus);
    };
    return { ownership, leave };
  }

  ownership(): ReturnType<PartitionTable['join']> {
    return this.table.join();
  }

  /** The gateway loses its reply partition: replies to the old partition have no reader. */
  async loseReply(): Promise<void> {
    for (const lease of this.leases.values()) lease.lose();
  }

  async end(): Promise<void> {
    await Promise.all([...this.buses].map((bus) => bus.stop()));
  }

  make(name: string, replyLease?: ReplyLease, internalTokens: readonly string[] = TOKENS): Bus {
    const { logger = silentLogger, gatewayBrokers = this.brokers, commandBytesMax: _, ...limits } = this.options;
    const bus = createKafkaBus({
      brokers: [name === 'gateway' ? gatewayBrokers : this.brokers],
      clientId: name,
      clock: wallClock,
      random: anyRandom,
      logger,
      internalTokens,
      replyLease,
      replyTopic: this.replyTopic,
      observer: {
        deadLettered: (letter) => void this.deadLetters.push(letter),
        consuming: (topic, consumer) => void this.consumed.push(`${consumer} ${topic}`),
        forged: (topic) => void this.forged.push(topic),
      },
      limits,
    });
    this.buses.add(bus);
    return bus;
  }

  /** kafkajs with nothing of ours around it, as another team would use it. */
  plainClient(): Kafka {
    return new Kafka({ brokers: [this.brokers], clientId: 'plain', logLevel: logLevel.NOTHING });
  }

  /** Whatever they are, they are signed: as a fault of our own would make them. */
  produceSigned(kind: MessageKind, topic: string, partition: number, messages: RawMessage[]): Promise<void> {
    const macs = new MessageMacs(TOKENS);
    const signed = messages.map((message) => {
      const mac = macs.macOf(kind, { topic, partition, ...message });
      return { ...message, headers: { ...message.headers, [MAC_HEADER]: mac } };
    });
    return this.produceRaw(topic, partition, signed);
  }

  async produceRaw(topic: string, partition: number, messages: RawMessage[]): Promise<void> {
    const producer = this.plainClient().producer({ createPartitioner: () => () => partition });
    await producer.connect();
    await producer.send({ topic, messages });
    await producer.disconnect();
  }

  /** Everything in a topic, once it holds at least `count` messages. */
  async readAll(topic: string, count: number): Promise<KafkaMessage[]> {
    const consumer = this.plainClient().consumer({ groupId: `plain-${randomUUID()}`, maxWaitTimeInMs: 100 });
    const messages: KafkaMessage[] = [];
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void messages.push(message) });
    await eventually(() => expect(messages.length).toBeGreaterThanOrEqual(count));
    await consumer.disconnect();
    return messages;
  }
}

export async function makeKafkaWorld(brokers: string, options?: KafkaWorldOptions): Promise<KafkaWorld> {
  const world = new KafkaWorld(brokers, options);
  await world.createTopics();
  return world;
}
