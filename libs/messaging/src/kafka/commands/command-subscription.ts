import type { EachBatchPayload, Kafka } from 'kafkajs';
import { PARTITION_COUNT } from '#contracts';
import { WakeableLoop } from '#loops';
import type { CommandHandler, Subscription, PartitionOwnership } from '../../bus';
import { every, settledWithin } from '../../waiting';
import type { KafkaContext } from '../kafka-options';
import type { OutcomeWriter } from './outcome-writer';
import { PartitionFeed } from './partition-feed';
import { PositionMirror } from './position-mirror';
import { AssignmentError } from './assignment-error';
import { startOffsets } from './start-offsets';
import { SupervisedConsumer } from '../supervised-consumer';
import type { TopicAdmin } from '../topic-admin';

export interface CommandSubscriptionOptions {
  kafka: Kafka;
  context: KafkaContext;
  admin: TopicAdmin;
  outcomes: OutcomeWriter;
  topic: string;
  handler: CommandHandler;
  ownership: PartitionOwnership;
}

const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
/** What comes ends the wait. A partition that was taken, or has capacity again, is read so late: its other half of `maxUnsettled` takes longer. */
const FETCH_WAIT_MS = 500;
const DRAIN_MS = 1_000;
const RELEASE_MS = 300;
const LEAVE_MS = 600;

/**
 * The command partitions this process owns (decision 4). A group of its own with every partition assigned, those
 * of others paused: no other member's start or stop affects it. What is owned is decided by `ownership` alone.
 */
export class CommandSubscription implements Subscription {
  private readonly feeds: PartitionFeed[] = [];
  private readonly consumer: SupervisedConsumer;
  private readonly timers: (() => void)[] = [];
  private readonly partitions = Array.from({ length: PARTITION_COUNT }, (_, partition) => partition);
  /** Instances ask in different orders, so that they do not queue for the same partition. */
  private readonly firstAsked: number;
  /** Locked just now and not fed yet, with the position found: a lock can be lost in between. */
  private readonly taken = new Map<number, bigint | null>();
  private readonly assignmentError: AssignmentError;
  private readonly assigning = new WakeableLoop({ run: () => this.assignPartitions(), everyMs: () => this.assignEveryMs, unref: true });
  private assignment: Promise<void> | undefined;
  private source: string | undefined;
  private isStopped = false;

  constructor(private readonly options: CommandSubscriptionOptions) {
    const { kafka, context, topic } = options;
    this.assignmentError = new AssignmentError(context, topic);
    this.firstAsked = context.random.bytes(1)[0]! % PARTITION_COUNT;
    this.consumer = new SupervisedConsumer({
      kafka,
      context,
      topic,
      groupId: () => context.names.groupOf(topic, { after: `${context.clientId}.${context.random.uuid()}` }),
      partitions: this.partitions,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      rebalanceTimeoutMs: SESSION_MS,
      fetchWaitMs: FETCH_WAIT_MS,
      onJoin: () => this.feeds.forEach((feed) => feed.place()),
      onBatch: async (payload) => this.accept(payload),
    });
    for (const partition of this.partitions) this.feeds.push(this.feedOf(partition));
  }

  get topic(): string {
    return this.options.topic;
  }

  get isJoined(): boolean {
    return this.consumer.isJoined || this.isStopped;
  }

  /** Join and take a first share; in the background when the broker is away. */
  async start(): Promise<void> {
    const { context, topic, ownership } = this.options;
    const mirror = new PositionMirror({ context, topic, consumer: this.consumer, feeds: this.feeds });
    this.consumer.start();
    this.timers.push(
      ownership.onLost((partitions) => this.onLost(partitions)),
      every(context.limits.mirrorMs, () => mirror.write()),
    );
    await settledWithin(this.begin(), context.limits.connectWaitMs);
  }

  pause(): void {
    for (const feed of this.feeds) feed.hold();
  }

  resume(): void {
    for (const feed of this.feeds) feed.unhold();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    for (const end of this.timers) end();
    void this.assigning.stop();
    const owned = this.partitions.filter((partition) => this.feeds[partition]!.isOwned);
    await Promise.all(owned.map((partition) => this.giveBack(partition)));
    await this.consumer.stop(LEAVE_MS);
  }

  private async begin(): Promise<void> {
    this.source = `${await this.options.admin.clusterId()}/${this.options.topic}`;
    if (this.isStopped) return;
    this.assigning.start();
    await this.consumer.joined();
    await this.assignPartitions();
  }

  private feedOf(partition: number): PartitionFeed {
    const { context, topic, handler, outcomes, ownership } = this.options;
    return new PartitionFeed({
      context,
      topic,
      partition,
      handler,
      outcomes,
      fetch: this.consumer,
      onSettled: (settledPartition, nextOffset) => {
        ownership.settled(this.source!, settledPartition, nextOffset);
        context.observer.settled?.(topic, settledPartition, nextOffset, this.feeds[settledPartition]!.lag);
      },
    });
  }

  private accept({ batch }: EachBatchPayload): boolean {
    this.feeds[batch.partition]?.accept(batch);
    return true;
  }

  private get assignEveryMs(): number {
    const { ownershipPollMs, ownershipAloneMs } = this.options.context.limits;
    return this.feeds.every(({ isOwned }) => isOwned) && this.consumer.isJoined ? ownershipAloneMs : ownershipPollMs;
  }

  /** Take free partitions up to the fair share, or give back what is above it. One round at a time. */
  private assignPartitions(): Promise<void> {
    this.assignment ??= this.giveBackOrTake()
      .catch((error: unknown) => {
        if (!this.isStopped) this.assignmentError.received(error);
      })
      .finally(() => {
        this.assignment = undefined;
      });
    return this.assignment;
  }

  private async giveBackOrTake(): Promise<void> {
    const owned = this.partitions.filter((partition) => this.feeds[partition]!.isOwned);
    const isAway = !this.consumer.isJoined || this.consumer.silentMs > this.options.context.limits.ownershipAwayMs;
    const share = isAway ? await this.shareWhileAway(owned.length) : await this.fairShare();
    if (owned.length > share) await Promise.all(owned.slice(share).map((partition) => this.giveBack(partition)));
    else if (!isAway) await this.takeUpTo(share - owned.length);
    if (!isAway) this.assignmentError.over();
  }

  private async fairShare(): Promise<number> {
    const live = await this.options.ownership.liveInstances();
    return Math.ceil(PARTITION_COUNT / Math.max(live, 1));
  }

  /** Another process may reach the broker where this one does not: others wait for us no longer than that. */
  private async shareWhileAway(owned: number): Promise<number> {
    const isLongAway = this.consumer.silentMs > this.options.context.limits.ownershipAwayMs;
    return isLongAway && (await this.options.ownership.liveInstances()) > 1 ? 0 : owned;
  }

  private async takeUpTo(count: number): Promise<void> {
    const { taken } = this;
    for (let step = 0; step < PARTITION_COUNT && taken.size < count && !this.isStopped; step++) {
      const partition = (this.firstAsked + step) % PARTITION_COUNT;
      if (this.feeds[partition]!.isOwned) continue;
      const place = await this.options.ownership.tryTake(this.source!, partition);
      if (place !== undefined) taken.set(partition, place.nextOffset);
    }
    if (taken.size > 0) await this.feedTaken();
  }

  /** The log is asked after the partitions are ours: earlier it could end before the position another instance just wrote. */
  private async feedTaken(): Promise<void> {
    const { admin, context, topic, ownership } = this.options;
    try {
      // Not longer: locks are held, and while this waits nothing is given back to those who may reach the broker.
      const starts = await startOffsets(this.taken, { admin, context, topic });
      if (this.isStopped) throw new Error('The consumer is stopping.');
      for (const [partition, offset] of starts) if (this.taken.has(partition)) this.feeds[partition]!.take(offset);
    } catch (error) {
      await Promise.all([...this.taken.keys()].map((partition) => ownership.release(this.source!, partition)));
      throw error;
    } finally {
      this.taken.clear();
    }
  }

  private async giveBack(partition: number): Promise<void> {
    const feed = this.feeds[partition]!;
    await feed.drain(DRAIN_MS);
    feed.drop();
    await settledWithin(this.options.ownership.release(this.source!, partition), RELEASE_MS);
  }

  private onLost(partitions: readonly number[]): void {
    this.options.context.logger.warn({ topic: this.options.topic, partitions }, 'command partitions lost');
    for (const partition of partitions) {
      this.taken.delete(partition);
      this.feeds[partition]?.drop();
    }
    this.assigning.wakeWithin(this.options.context.limits.ownershipPollMs);
  }
}
