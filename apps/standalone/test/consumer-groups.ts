import { Kafka, logLevel, type Admin } from 'kafkajs';

/** What a consumer reads. */
export interface Reading {
  /** The name under which its offsets are kept. */
  consumer: string;
  topic: string;
}

/** Consumer groups at a broker, as an operator sees and moves them. */
export class ConsumerGroups {
  private constructor(private readonly admin: Admin) {}

  static async open(brokers: string): Promise<ConsumerGroups> {
    const admin = new Kafka({ clientId: 'groups', brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    return new ConsumerGroups(admin);
  }

  close(): Promise<void> {
    return this.admin.disconnect();
  }

  /** Members that share the partitions; 0 while they are shared out. */
  async countMembers(reading: Reading): Promise<number> {
    const { groups } = await this.admin.describeGroups([groupOf(reading)]);
    return groups[0]?.state === 'Stable' ? groups[0].members.length : 0;
  }

  /** The next reader begins with the first message. @throws Error of kafkajs while there are members. */
  async rewind(reading: Reading): Promise<void> {
    const { topic } = reading;
    const partitions = (await this.admin.fetchTopicOffsets(topic)).map(({ partition }) => ({ partition, offset: '0' }));
    await this.admin.setOffsets({ groupId: groupOf(reading), topic, partitions });
  }

  /** Messages that are in the topic and not handled. */
  async countUnread(reading: Reading): Promise<number> {
    const { topic } = reading;
    const [read] = await this.admin.fetchOffsets({ groupId: groupOf(reading), topics: [topic] });
    const offsets = new Map(read?.partitions.map(({ partition, offset }) => [partition, Math.max(0, Number(offset))]));
    const ends = await this.admin.fetchTopicOffsets(topic);
    return ends.reduce((sum, { partition, high }) => sum + Number(high) - (offsets.get(partition) ?? 0), 0);
  }
}

function groupOf({ consumer, topic }: Reading): string {
  return `${consumer}.${topic}`;
}
