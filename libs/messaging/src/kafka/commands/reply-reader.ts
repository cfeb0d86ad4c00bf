import type { Batch, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { REPLY_PARTITION_COUNT, type Reply } from '#contracts';
import { describeFailure } from '../../failures';
import { Backoff, delay, settledWithin } from '../../waiting';
import { headerText } from '../../wire/headers';
import { ForgedMessageError } from '../../wire/message-mac';
import { decodeReply } from '../../wire/reply-wire';
import type { KafkaContext, ReplyLease } from '../kafka-options';
import { SupervisedConsumer } from '../supervised-consumer';
import type { TopicAdmin } from '../topic-admin';

/** Where replies to this process are to be sent. */
export interface ReplyAddress {
  readonly partition: number;
  /** Changes with every lease: replies to an earlier holder of the partition are not ours. */
  readonly epoch: string;
}

export interface ReplyReaderOptions {
  kafka: Kafka;
  admin: TopicAdmin;
  context: KafkaContext;
  lease: ReplyLease;
  onReply(reply: Reply): void;
  /** A new address is in force: what was sent under the old one may be answered there and never arrive. */
  onAddressChanged(): void;
  /** Reading broke off: the one sign of a dead broker while nothing is sent. */
  onCutOff(): void;
}

const LEASE_RETRY_FIRST_MS = 100;
const LEASE_RETRY_MAX_MS = 1_000;
const RELEASE_MS = 300;
const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
/** What comes ends the wait, and its one partition is read from the first fetch to the last. */
const FETCH_WAIT_MS = 1_000;
const STOP_MS = 1_000;

/** Reads the replies to this process: one leased partition, from the end, and only messages of the current epoch. */
export class ReplyReader {
  private readonly stopping = new AbortController();
  private consumer: SupervisedConsumer | undefined;
  private current: ReplyAddress | undefined;
  private nextOffset = 0n;
  private isRunning = false;
  private addressWaiters: (() => void)[] = [];
  private endLease: () => void = () => undefined;

  constructor(private readonly options: ReplyReaderOptions) {}

  /** Undefined while no partition is leased and read. */
  get address(): ReplyAddress | undefined {
    return this.current;
  }

  get isReading(): boolean {
    return this.current !== undefined && this.consumer?.isJoined === true;
  }

  /** Lease and read, from now on. Resolves when there is an address. */
  async ready(): Promise<void> {
    if (!this.isRunning) {
      this.isRunning = true;
      void this.holdLeases();
    }
    if (this.current === undefined) await new Promise<void>((resolve) => this.addressWaiters.push(resolve));
  }

  async stop(limitMs: number): Promise<void> {
    this.stopping.abort();
    this.endLease();
    this.current = undefined;
    await Promise.all([this.consumer?.stop(limitMs), this.isRunning && settledWithin(this.options.lease.release(), RELEASE_MS)]);
  }

  private async holdLeases(): Promise<void> {
    const backoff = new Backoff(LEASE_RETRY_FIRST_MS, LEASE_RETRY_MAX_MS);
    while (!this.stopping.signal.aborted) {
      try {
        await this.holdOneLease(() => backoff.reset());
      } catch (error) {
        this.options.context.logger.warn({ reason: describeFailure(error) }, 'reply partition lease failed, retrying');
      }
      await delay(backoff.nextMs(), this.stopping.signal);
    }
  }

  private async holdOneLease(onHeld: () => void): Promise<void> {
    const { lease, context } = this.options;
    const lost = new Promise<void>((resolve) => {
      this.endLease = resolve;
    });
    const unsubscribe = lease.onLost(() => this.endLease());
    try {
      const partition = await lease.acquire(REPLY_PARTITION_COUNT);
      await this.readFromEnd(partition);
      if (this.stopping.signal.aborted) return;
      this.current = { partition, epoch: context.random.uuid() };
      context.logger.info({ partition }, 'reply partition leased');
      onHeld();
      this.options.onAddressChanged();
      for (const wake of this.addressWaiters.splice(0)) wake();
      await lost;
    } finally {
      unsubscribe();
      this.current = undefined;
      await this.consumer?.stop(STOP_MS);
    }
    if (!this.stopping.signal.aborted) context.logger.warn({}, 'reply partition lost, leasing another');
  }

  private async readFromEnd(partition: number): Promise<void> {
    const { kafka, admin, context } = this.options;
    this.nextOffset = (await admin.logRanges(context.replyTopic)).get(partition)?.high ?? 0n;
    const consumer = new SupervisedConsumer({
      kafka,
      context,
      topic: context.replyTopic,
      groupId: () => context.names.group(`${context.clientId}.replies.${context.random.uuid()}`),
      partitions: [partition],
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      rebalanceTimeoutMs: SESSION_MS,
      fetchWaitMs: FETCH_WAIT_MS,
      onJoin: () => consumer.seek(partition, this.nextOffset),
      onEnded: () => this.options.onCutOff(),
      onBatch: async (payload) => this.read(payload),
    });
    this.consumer = consumer;
    consumer.start();
    await Promise.race([
      consumer.joined(),
      new Promise<void>((resolve) => this.stopping.signal.addEventListener('abort', () => resolve())),
    ]);
  }

  private read({ batch }: EachBatchPayload): boolean {
    for (const message of batch.messages) this.readOne(batch, message);
    this.nextOffset = BigInt(batch.lastOffset()) + 1n;
    return true;
  }

  private readOne({ topic, partition }: Batch, message: KafkaMessage): void {
    if (headerText(message.headers, 'gateway_epoch') !== this.current?.epoch) return;
    const { macs, observer, logger } = this.options.context;
    try {
      macs.verify('reply', { topic, partition, ...message });
      this.options.onReply(decodeReply(message.value));
    } catch (error) {
      // A reply is a hint: the stored answer is the truth, and the re-send of the command asks for it.
      if (error instanceof ForgedMessageError) observer.forged?.(topic);
      logger.error({ reason: describeFailure(error), offset: message.offset }, 'reply ignored');
    }
  }
}

/**
 * A lease for a sender that has no place to keep one: a partition drawn at random. Another process may draw the same;
 * both are right, because replies carry the epoch, and each reads a little more.
 */
export function drawnLease(random: KafkaContext['random']): ReplyLease {
  return {
    acquire: async (partitionCount) => random.bytes(1)[0]! % partitionCount,
    release: async () => undefined,
    onLost: () => () => undefined,
  };
}
