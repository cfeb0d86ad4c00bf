import type { IHeaders } from 'kafkajs';
import { MessageTooLargeError, REPLY_PARTITION_COUNT, type Reply } from '#contracts';
import { describeFailure } from '../../failures';
import { headerText } from '../../wire/headers';
import { MAC_HEADER } from '../../wire/message-mac';
import { encodeReply } from '../../wire/reply-wire';
import type { Outgoing } from '../produce/outgoing-queue';
import type { BatchingProducer } from '../produce/batching-producer';
import type { DeadLetterWriter, SourceMessage } from '../dead-letters/dead-letter-writer';
import type { KafkaContext } from '../kafka-options';

/** Between two tries to send a reply that the broker refused. */
const RETRY_MS = 1_000;

/** What becomes of a command: a reply to its gateway, or a dead letter. `onDone` is called once the broker has it. */
export class OutcomeWriter {
  constructor(
    private readonly context: KafkaContext,
    private readonly producer: BatchingProducer,
    private readonly deadLetters: DeadLetterWriter,
    private readonly consumer: string,
  ) {}

  /** @param headers of the command: where its sender listens. A command without them wants no reply. */
  reply(headers: IHeaders | undefined, reply: Reply, onDone: () => void): void {
    const partition = Number(headerText(headers, 'reply_partition'));
    const epoch = headerText(headers, 'gateway_epoch');
    // A partition that does not exist would hold up everything else the producer sends.
    const exists = Number.isInteger(partition) && partition >= 0 && partition < REPLY_PARTITION_COUNT;
    if (epoch === undefined || !exists) return onDone();
    const { replyTopic: topic, macs } = this.context;
    const message = { topic, partition, key: null, value: encodeReply(reply) };
    const mac = macs.macOf('reply', { ...message, headers: { gateway_epoch: epoch } });
    this.send({ ...message, headers: { gateway_epoch: epoch, [MAC_HEADER]: mac }, onAcknowledged: onDone });
  }

  /** Until the bus stops: a right that is missing may be given. What is not done then is read again and meets its stored answer. */
  private send(reply: Omit<Outgoing, 'onFailed'>): void {
    const onFailed = (error: Error): void => {
      // No broker will ever take it. The answer is stored: without this its offset would stay open, and the partition fill up behind it.
      if (error instanceof MessageTooLargeError) return reply.onAcknowledged();
      if (this.producer.isStopped) return;
      setTimeout(() => this.send(reply), RETRY_MS).unref();
    };
    this.producer.enqueue({ ...reply, onFailed });
  }

  deadLetter(source: SourceMessage, reason: string, onDone: () => void): void {
    this.deadLetters.write(source, this.consumer, reason).then(onDone, (error: unknown) => {
      const { topic, partition, message } = source;
      const fields = { topic, partition, offset: message.offset, reason: describeFailure(error) };
      this.context.logger.error(fields, 'dead letter write failed, the message is read again after the next start');
    });
  }
}
