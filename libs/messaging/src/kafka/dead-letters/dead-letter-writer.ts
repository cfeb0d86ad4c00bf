import type { IHeaders, KafkaMessage } from 'kafkajs';
import { DEAD_LETTER_PARTITION_COUNT, deadLetterTopicOf, shardOfAccount } from '#contracts';
import { deadLetterSpec } from '../../topics';
import type { BatchingProducer } from '../produce/batching-producer';
import type { KafkaContext } from '../kafka-options';
import { PARTITION_BYTES_MAX } from '../produce/outgoing-queue';
import type { TopicAdmin } from '../topic-admin';

/** A message with the place it came from. */
export interface SourceMessage {
  readonly topic: string;
  readonly partition: number;
  readonly message: Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'offset'>;
}

/** Headers that a dead letter has beyond its source. Under these names nothing of the source is believed: `blocked` parks an aggregate. */
export const LETTER_HEADERS: ReadonlySet<string> = new Set([
  'reason',
  'consumer',
  'source_topic',
  'source_partition',
  'source_offset',
  'truncated_from_bytes',
  'left_out',
  'blocked',
]);
/** Room for the headers that a dead letter has beyond its source. */
const VALUE_BYTES_MAX = PARTITION_BYTES_MAX - 16 * 1024;
/**
 * Of a source: longer ones are left out. Who may write to a topic can write a key or headers as long as a message may be, and a
 * dead letter that the broker refuses would hold up its partition for ever.
 */
const KEY_BYTES_MAX = 16 * 1024;
const HEADERS_BYTES_MAX = 64 * 1024;
const HEADER_OVERHEAD_BYTES = 4;

/**
 * Puts a message aside as it came, with the reason and its source beside it, so that it can be read, mended and replayed.
 * The same aggregate always lands in the same partition, in order.
 */
export class DeadLetterWriter {
  constructor(
    private readonly context: KafkaContext,
    private readonly producer: BatchingProducer,
    private readonly admin: TopicAdmin,
  ) {}

  /** Resolves when the broker has it. @param extra headers beyond reason and source. */
  async write(source: SourceMessage, consumer: string, reason: string, extra: Record<string, string> = {}): Promise<void> {
    const { topic, partition } = source;
    await this.admin.ensure([deadLetterSpec(topic)]);
    const { message, leftOut } = kept(source.message);
    const key = message.key?.toString('utf8') ?? null;
    const value = message.value ?? Buffer.alloc(0);
    const isCut = value.length > VALUE_BYTES_MAX;
    await this.produce({ topic, partition, message }, isCut ? value.subarray(0, VALUE_BYTES_MAX) : value, {
      ...message.headers,
      reason,
      consumer,
      source_topic: topic,
      source_partition: String(partition),
      source_offset: message.offset,
      ...(isCut ? { truncated_from_bytes: String(value.length) } : {}),
      ...(leftOut.length > 0 ? { left_out: leftOut.join(' ') } : {}),
      ...extra,
    });
    this.context.logger.error({ topic, partition, offset: message.offset, consumer, reason }, 'message dead-lettered');
    this.context.observer.deadLettered?.({ topic, consumer, reason, key });
  }

  private produce(source: SourceMessage, value: Buffer, headers: IHeaders): Promise<void> {
    const { topic, partition, message } = source;
    return new Promise((resolve, reject) => {
      this.producer.enqueue({
        topic: deadLetterTopicOf(topic),
        partition: deadLetterPartition(message.key?.toString('utf8'), partition),
        key: message.key,
        value,
        headers,
        onAcknowledged: resolve,
        onFailed: reject,
      });
    });
  }
}

/** The message without what a dead letter has no room for, and the names of that. */
function kept(message: SourceMessage['message']): { message: SourceMessage['message']; leftOut: string[] } {
  const isKeyLong = (message.key?.length ?? 0) > KEY_BYTES_MAX;
  const headers = Object.fromEntries(Object.entries(message.headers ?? {}).filter(([name]) => !LETTER_HEADERS.has(name)));
  const areHeadersLong = bytesOf(headers) > HEADERS_BYTES_MAX;
  return {
    message: { ...message, key: isKeyLong ? null : message.key, headers: areHeadersLong ? undefined : headers },
    leftOut: [...(isKeyLong ? ['key'] : []), ...(areHeadersLong ? ['headers'] : [])],
  };
}

function bytesOf(headers: IHeaders): number {
  const texts = Object.entries(headers).flatMap(([name, values]) => [name, ...[values ?? []].flat()]);
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + HEADER_OVERHEAD_BYTES, 0);
}

function deadLetterPartition(key: string | undefined, sourcePartition: number): number {
  return (key === undefined ? sourcePartition : shardOfAccount(key)) % DEAD_LETTER_PARTITION_COUNT;
}
