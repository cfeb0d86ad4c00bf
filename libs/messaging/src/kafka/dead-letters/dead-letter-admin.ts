import type { EachBatchPayload, IHeaders, Kafka, KafkaMessage, Producer } from 'kafkajs';
import { deadLetterTopicOf } from '#contracts';
import { settledWithin } from '../../waiting';
import { headerText } from '../../wire/headers';
import { createKafkaClient } from '../kafka-client';
import { contextOf, type KafkaBusOptions, type KafkaContext } from '../kafka-options';
import { readToEnd } from '../read-to-end';
import { TopicAdmin } from '../topic-admin';
import { LETTER_HEADERS } from './dead-letter-writer';

const DISCONNECT_MS = 1_000;
/** How long a person waits for a broker that does not answer, or refuses what is asked. */
const ANSWER_MS = 10_000;
/** More than anybody reads; those beyond are older, and are reached by a smaller choice. */
const LETTERS_MAX = 10_000;

/** A message that was put aside, without its body, which may hold personal data. */
export interface StoredDeadLetter {
  /** `<partition>:<offset>` on the topic of dead letters. */
  id: string;
  /** Milliseconds since the epoch at which it was put aside. */
  atMs: number;
  key: string | null;
  reason: string;
  /** Who could not handle it. */
  consumer: string;
  source: { topic: string; partition: number; offset: string };
  /** Later messages of the same key are put aside, too, until the key is released. */
  isBlocked: boolean;
  /** It was larger than a dead letter may be: what is left cannot be replayed. */
  isTruncated: boolean;
  bytes: number;
}

/** Messages that no retry could mend, for people: what they are, and bringing them again once the cause is mended. */
export class DeadLetterAdmin {
  private readonly kafka: Kafka;
  private readonly context: KafkaContext;
  private readonly admin: TopicAdmin;

  /** Letters keep the authentication code of their source: the desk makes none. */
  constructor(options: Omit<KafkaBusOptions, 'internalTokens'>) {
    this.kafka = createKafkaClient(options);
    this.context = contextOf({ ...options, internalTokens: [] });
    this.admin = new TopicAdmin(this.kafka, this.context, ANSWER_MS);
  }

  /** The dead letters of a topic, the oldest first within a partition; the newest 10 000. */
  async list(topic: string): Promise<StoredDeadLetter[]> {
    return (await this.read(topic)).map(({ letter }) => letter);
  }

  /**
   * Puts messages back to where they came from, as they came: same partition, key, value and headers. Consumers that have
   * gone past them drop them, those that wait for them go on.
   *
   * @param ids of the letters. Truncated ones are left out.
   * @returns those that were put back.
   */
  async replay(topic: string, ids: ReadonlySet<string>): Promise<StoredDeadLetter[]> {
    const chosen = (await this.read(topic)).filter(({ letter }) => ids.has(letter.id) && !letter.isTruncated);
    await this.withProducer(async (producer) => {
      for (const { letter, message } of chosen) {
        const { topic: source, partition } = letter.source;
        const headers = Object.fromEntries(Object.entries(message.headers ?? {}).filter(([name]) => !LETTER_HEADERS.has(name)));
        await produce(producer, source, { partition, key: message.key, value: message.value, headers });
      }
    });
    return chosen.map(({ letter }) => letter);
  }

  /** Lets an aggregate go again that is parked for a consumer; the consumer sees it at its next start. */
  async release(topic: string, consumer: string, key: string): Promise<boolean> {
    const blocked = (await this.read(topic)).findLast(
      ({ letter }) => letter.isBlocked && letter.key === key && letter.consumer === consumer,
    );
    if (!blocked) return false;
    const partition = Number(blocked.letter.id.split(':')[0]);
    const headers = { consumer, blocked: 'false' };
    await this.withProducer((producer) => produce(producer, this.deadLettersOf(topic), { partition, key, value: '', headers }));
    return true;
  }

  async close(): Promise<void> {
    await this.admin.stop();
  }

  private async read(sourceTopic: string): Promise<{ letter: StoredDeadLetter; message: KafkaMessage }[]> {
    const topic = this.deadLettersOf(sourceTopic);
    if (!(await this.admin.exists(topic))) return [];
    const found: { letter: StoredDeadLetter; message: KafkaMessage }[] = [];
    const onBatch = ({ partition, messages }: EachBatchPayload['batch']): void => {
      for (const message of messages) {
        const letter = readLetter(partition, message);
        if (letter) found.push({ letter, message });
      }
      if (found.length > LETTERS_MAX) found.splice(0, found.length - LETTERS_MAX);
    };
    await readToEnd({ kafka: this.kafka, context: this.context, admin: this.admin, topic, reader: this.context.clientId, onBatch });
    return found;
  }

  private deadLettersOf(topic: string): string {
    return this.context.names.topic(deadLetterTopicOf(topic));
  }

  private async withProducer(work: (producer: Producer) => Promise<void>): Promise<void> {
    const producer = this.kafka.producer({ idempotent: false, maxInFlightRequests: 1, allowAutoTopicCreation: false });
    await producer.connect();
    try {
      await work(producer);
    } finally {
      await settledWithin(producer.disconnect(), DISCONNECT_MS);
    }
  }
}

async function produce(
  producer: Producer,
  topic: string,
  message: { partition: number; key: Buffer | string | null; value: Buffer | string | null; headers: IHeaders },
): Promise<void> {
  await producer.send({ topic, acks: -1, messages: [message] });
}

/** Undefined for what is no dead letter: the word that releases a key stands on the same topic. */
function readLetter(partition: number, { offset, timestamp, key, value, headers }: KafkaMessage): StoredDeadLetter | undefined {
  const topic = headerText(headers, 'source_topic');
  if (topic === undefined) return undefined;
  const text = (name: string): string => headerText(headers, name) ?? '';
  return {
    id: `${partition}:${offset}`,
    atMs: Number(timestamp),
    key: key?.toString('utf8') ?? null,
    reason: text('reason'),
    consumer: text('consumer'),
    source: { topic, partition: Number(text('source_partition')), offset: text('source_offset') },
    isBlocked: text('blocked') === 'true',
    isTruncated: text('truncated_from_bytes') !== '' || text('left_out') !== '',
    bytes: value?.length ?? 0,
  };
}
