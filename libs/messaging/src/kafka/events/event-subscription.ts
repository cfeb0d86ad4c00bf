import type { Batch, EachBatchPayload, Kafka } from 'kafkajs';
import type { EventMessage } from '#contracts';
import { WakeableLoop } from '#loops';
import type { Subscription, EventBatchHandler, SubscribeOptions } from '../../bus';
import { groupByShard } from '../../delivery/group-by-shard';
import { DeliveryStoppedError, ShardDelivery } from '../../delivery/shard-delivery';
import { describeFailure } from '../../failures';
import { delay, settledWithin } from '../../waiting';
import { ReceivedEvent } from '../../wire/event-wire';
import { ForgedMessageError } from '../../wire/message-mac';
import { UndecodableError, refuseTooLarge } from '../../wire/undecodable';
import type { DeadLetterWriter, SourceMessage } from '../dead-letters/dead-letter-writer';
import { describeKafkaError } from '../kafka-errors';
import { InFlightWork } from '../in-flight-work';
import type { KafkaContext } from '../kafka-options';
import type { BlockedKeys } from './blocked-keys';
import { SupervisedConsumer } from '../supervised-consumer';

export interface EventSubscriptionOptions {
  kafka: Kafka;
  context: KafkaContext;
  deadLetters: DeadLetterWriter;
  blockedKeys: BlockedKeys;
  topic: string;
  consumer: string;
  handler: EventBatchHandler;
  subscribeOptions: SubscribeOptions;
}

const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** While a handler runs it is tried this often, and done when it is due. */
const HANDLER_BEAT_MS = 500;
/** A member notices a rebalance within a heartbeat and the fetch under way, and joins again within this time or is left out. */
const REBALANCE_MS = 2_500;
/** What comes ends the wait. A member leaves after it, within `LEAVE_MS`. */
const FETCH_WAIT_MS = 500;
/** Of a patient consumer: `SubscribeOptions.waitsForBatches`. */
const BATCH_WAIT_MS = 500;
/** A patient consumer's fetch waits for this much, or for its time: one of many that the relay's small batches would make. */
const BATCH_FETCH_BYTES = 512 * 1024;
const FINISH_MS = 700;
const COMMIT_MS = 300;
const LEAVE_MS = 800;

type CommitOffsets = EachBatchPayload['commitOffsetsIfNecessary'];

/** An event that knows where it came from, in case it has to be put aside. */
class EventFromTopic extends ReceivedEvent {
  constructor(readonly origin: SourceMessage) {
    super(origin.message);
  }
}

/**
 * Events for one named consumer: a plain consumer group that shares the partitions with its other members. Positions are
 * committed on a timer, after handling: what was handled and not committed comes again, and the position rule of
 * docs/how-to/read-events.md drops it.
 */
export class EventSubscription implements Subscription {
  private readonly consumer: SupervisedConsumer;
  private readonly stopping = new AbortController();
  private readonly delivery: ShardDelivery;
  /** Next offsets of handled partitions that are not committed yet. */
  private readonly handled = new Map<number, bigint>();
  /** Messages of a partition that are not handled, as of the last fetch. */
  private readonly behind = new Map<number, bigint>();
  private readonly running = new InFlightWork();
  private commit: CommitOffsets | undefined;
  private blockedLoaded: Promise<void> = Promise.resolve();
  private readonly committing = new WakeableLoop({ run: () => this.commitHandled(), unref: true });
  private assigned: readonly number[] = [];
  private isPaused = false;
  private isStopped = false;
  /** Stopped, and whatever still runs had its time. */
  private isAbandoned = false;

  constructor(private readonly options: EventSubscriptionOptions) {
    const { kafka, context, topic, consumer: name, handler, subscribeOptions } = options;
    this.consumer = new SupervisedConsumer({
      kafka,
      context,
      topic,
      // One group for each topic: kafkajs's leader deals its own topics out to every member of the group, also to those
      // that read another topic, and the partitions assigned to them have no reader.
      groupId: () => context.names.groupOf(topic, { before: name }),
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      rebalanceTimeoutMs: REBALANCE_MS,
      ...(subscribeOptions.waitsForBatches === true
        ? { fetchWaitMs: BATCH_WAIT_MS, fetchBytesMin: BATCH_FETCH_BYTES }
        : { fetchWaitMs: FETCH_WAIT_MS }),
      onJoin: (assigned) => this.onJoin(assigned),
      onBatch: (payload) => this.running.watch(this.take(payload)),
    });
    const block = (message: EventMessage, reason: string): Promise<void> =>
      options.deadLetters.write((message as EventFromTopic).origin, name, reason, { blocked: 'true' });
    this.delivery = new ShardDelivery({ consumer: name, handler, logger: context.logger, block });
  }

  get topic(): string {
    return this.options.topic;
  }

  /** Messages of the partitions it holds that it has not handled. */
  get lag(): number {
    return Number([...this.behind.values()].reduce((sum, count) => sum + count, 0n));
  }

  isOf(topic: string, consumer: string): boolean {
    return this.options.topic === topic && this.options.consumer === consumer;
  }

  get isJoined(): boolean {
    return this.consumer.isJoined || this.isStopped;
  }

  async start(): Promise<void> {
    this.consumer.start();
    await settledWithin(this.consumer.joined(), this.options.context.limits.connectWaitMs);
  }

  pause(): void {
    this.isPaused = true;
    this.consumer.pause(this.assigned);
  }

  resume(): void {
    this.isPaused = false;
    this.consumer.resume(this.assigned);
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    void this.committing.stop();
    this.consumer.pause(this.assigned);
    this.stopping.abort();
    await settledWithin(this.running.settled(), FINISH_MS);
    this.isAbandoned = true;
    await settledWithin(this.commitHandled(), COMMIT_MS);
    await this.consumer.stop(LEAVE_MS);
  }

  private onJoin(assigned: readonly number[]): void {
    this.assigned = assigned;
    this.handled.clear();
    this.behind.clear();
    this.commit = undefined;
    if (this.isPaused) this.consumer.pause(assigned);
    this.blockedLoaded = this.options.blockedKeys.load().then((keys) => this.delivery.rememberBlocked(keys));
    this.blockedLoaded.catch(() => undefined);
  }

  private async take({ batch, heartbeat, commitOffsetsIfNecessary }: EachBatchPayload): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    this.commit = commitOffsetsIfNecessary;
    this.behind.set(batch.partition, behindOf(batch, batch.firstOffset()));
    const turn = new AbortController();
    const work = this.deliver(batch, AbortSignal.any([turn.signal, this.stopping.signal]));
    try {
      await this.heartbeatUntilDone(work, heartbeat);
    } catch (error) {
      if (error instanceof DeliveryStoppedError) return false;
      throw error;
    } finally {
      turn.abort();
    }
    const next = BigInt(batch.lastOffset()) + 1n;
    this.handled.set(batch.partition, next);
    this.behind.set(batch.partition, behindOf(batch, next));
    this.committing.wakeWithin(this.options.context.limits.offsetCommitMs);
    return true;
  }

  private async deliver(batch: Batch, signal: AbortSignal): Promise<void> {
    await this.blockedLoaded;
    const messages: EventMessage[] = [];
    for (const message of batch.messages) {
      const event = await this.decode({ topic: batch.topic, partition: batch.partition, message });
      if (event) messages.push(event);
    }
    await Promise.all([...groupByShard(messages).values()].map((group) => this.delivery.deliver(group, signal)));
  }

  private async decode(source: SourceMessage): Promise<EventMessage | undefined> {
    const { macs, observer } = this.options.context;
    try {
      refuseTooLarge(source.message.value);
      macs.verify('event', { ...source, ...source.message });
      return new EventFromTopic(source);
    } catch (error) {
      if (error instanceof ForgedMessageError) observer.forged?.(source.topic);
      const reason = error instanceof UndecodableError ? error.reason : describeFailure(error);
      await this.options.deadLetters.write(source, this.options.consumer, reason);
      return undefined;
    }
  }

  /** The group must hear from us however long a handler takes; a group that has moved on ends the batch. */
  private async heartbeatUntilDone(work: Promise<void>, heartbeat: () => Promise<void>): Promise<void> {
    const turn = new AbortController();
    const done = work.then(() => true).finally(() => turn.abort());
    done.catch(() => undefined);
    for (;;) {
      const isDone = await Promise.race([done, delay(HANDLER_BEAT_MS, turn.signal).then(() => false)]);
      if (isDone) return;
      if (this.isAbandoned) throw new DeliveryStoppedError('The consumer was stopped while a handler ran.');
      if (turn.signal.aborted) await done;
      else await heartbeat();
      this.consumer.noteProgress();
    }
  }

  private async commitHandled(): Promise<void> {
    if (this.commit === undefined || this.handled.size === 0) return;
    const positions = [...this.handled];
    const partitions = positions.map(([partition, offset]) => ({ partition, offset: String(offset) }));
    try {
      await this.commit({ topics: [{ topic: this.options.topic, partitions }] });
      for (const [partition, offset] of positions) if (this.handled.get(partition) === offset) this.handled.delete(partition);
    } catch (error) {
      const { logger, limits } = this.options.context;
      logger.debug({ reason: describeKafkaError(error) }, 'event offset commit failed, retrying');
      this.committing.wakeWithin(limits.offsetCommitMs);
    }
  }
}

/** Messages of the partition from an offset on. */
function behindOf({ highWatermark, lastOffset }: Batch, from: bigint | string | null): bigint {
  const count = BigInt(highWatermark) - BigInt(from ?? lastOffset());
  return count > 0n ? count : 0n;
}
