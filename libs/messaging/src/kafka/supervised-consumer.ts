import { AssignerProtocol, type Cluster, type Consumer, type EachBatchPayload, type Kafka, type PartitionAssigner } from 'kafkajs';
import { Backoff, delay, every, settledWithin } from '../waiting';
import { describeKafkaError } from './kafka-errors';
import type { KafkaContext } from './kafka-options';

export interface SupervisedConsumerOptions {
  kafka: Kafka;
  context: KafkaContext;
  topic: string;
  /** A fresh one for every start, or the stable name of a real group. */
  groupId(): string;
  /** Assign exactly these partitions to the only member; undefined for a real group that shares them. */
  partitions?: readonly number[];
  sessionTimeoutMs: number;
  heartbeatMs: number;
  rebalanceTimeoutMs: number;
  /** How long a fetch waits for messages: also how late a resumed partition is read. */
  fetchWaitMs: number;
  /** What a fetch waits for within its time, in bytes; 1, anything, unless given. */
  fetchBytesMin?: number;
  /** Called in the same turn as every join, before the first fetch: the place to seek and pause. */
  onJoin(assigned: readonly number[]): void;
  /** Called when a consumer that had joined ended by itself: the broker may be gone. */
  onEnded?(): void;
  /** True when the batch was taken; otherwise it is fetched again. */
  onBatch(payload: EachBatchPayload): Promise<boolean>;
}

const RESTART_FIRST_MS = 50;
const RESTART_MAX_MS = 500;
const DISCONNECT_MS = 1_000;
/** Of the watchdog's time: so much later it acts, at most. */
const WATCH_PART = 0.1;
const CONCURRENCY = 16;
/** A fresh broker has no coordinators for some hundred milliseconds; so many misses take about five seconds. */
const COORDINATOR_MISSES = 10;

/**
 * A kafkajs consumer that is always replaced when it ends: kafkajs's own restart joins as a new member and waits for its
 * own ghost, and `run()` resolves even when the join failed. Here the sign of life is the join itself and every fetch after
 * it; a consumer that crashes or makes no progress is thrown away and a new one made.
 */
export class SupervisedConsumer {
  private readonly stopping = new AbortController();
  private current: Consumer | undefined;
  private endCurrent: (reason: string) => void = () => undefined;
  private loop: Promise<void> | undefined;
  private progressAtMs = 0;
  private hasJoined = false;
  private hadJoined = false;
  private joinWaiters: (() => void)[] = [];
  /** In a row. */
  private missedCoordinators = 0;
  /** The current consumer's own view of the cluster, for requests kafkajs has no public method for. */
  cluster: Cluster | undefined;

  constructor(private readonly options: SupervisedConsumerOptions) {}

  start(): void {
    this.loop ??= this.superviseUntilStopped();
  }

  get isJoined(): boolean {
    return this.hasJoined;
  }

  /** Milliseconds since the last sign of progress. */
  get silentMs(): number {
    return this.options.context.clock.monotonicMs() - this.progressAtMs;
  }

  joined(): Promise<void> {
    if (this.hasJoined) return Promise.resolve();
    return new Promise((resolve) => this.joinWaiters.push(resolve));
  }

  /** A batch that takes long says that it is alive. */
  noteProgress(): void {
    this.progressAtMs = this.options.context.clock.monotonicMs();
  }

  seek(partition: number, offset: bigint): void {
    if (this.hasJoined) this.current?.seek({ topic: this.options.topic, partition, offset: String(offset) });
  }

  pause(partitions: readonly number[]): void {
    if (this.hasJoined && partitions.length > 0) this.current?.pause([{ topic: this.options.topic, partitions: [...partitions] }]);
  }

  resume(partitions: readonly number[]): void {
    if (this.hasJoined && partitions.length > 0) this.current?.resume([{ topic: this.options.topic, partitions: [...partitions] }]);
  }

  async stop(limitMs: number): Promise<void> {
    this.stopping.abort();
    this.endCurrent('stopped');
    if (this.loop !== undefined) await settledWithin(this.loop, limitMs);
  }

  private async superviseUntilStopped(): Promise<void> {
    const backoff = new Backoff(RESTART_FIRST_MS, RESTART_MAX_MS);
    while (!this.stopping.signal.aborted) {
      const { topic, context } = this.options;
      this.hadJoined = false;
      const reason = await this.live(backoff);
      if (this.stopping.signal.aborted) return;
      if (this.hadJoined) this.options.onEnded?.();
      const delayMs = backoff.nextMs();
      // Said once: while the broker is away this goes round several times a second.
      if (this.hadJoined) context.logger.warn({ topic, reason }, 'consumer ended, retrying with new ones until one joins');
      else context.logger.debug({ topic, reason, delayMs }, 'consumer could not join its group');
      await delay(delayMs, this.stopping.signal);
    }
  }

  /** One consumer from its making to its end. Returns why it ended. */
  private async live(backoff: Backoff): Promise<string> {
    const ended = new Promise<string>((resolve) => {
      this.endCurrent = resolve;
    });
    this.noteProgress();
    const consumer = this.create(backoff);
    this.current = consumer;
    const endWatch = every(this.options.context.limits.watchdogMs * WATCH_PART, () => this.watch());
    this.boot(consumer).catch((error: unknown) => this.onError(error));
    const reason = await ended;
    endWatch();
    this.hasJoined = false;
    this.current = undefined;
    this.cluster = undefined;
    await settledWithin(consumer.disconnect(), DISCONNECT_MS);
    return reason;
  }

  private create(backoff: Backoff): Consumer {
    const { options } = this;
    const consumer = options.kafka.consumer({
      groupId: options.groupId(),
      sessionTimeout: options.sessionTimeoutMs,
      heartbeatInterval: options.heartbeatMs,
      rebalanceTimeout: options.rebalanceTimeoutMs,
      maxWaitTimeInMs: options.fetchWaitMs,
      minBytes: options.fetchBytesMin ?? 1,
      allowAutoTopicCreation: false,
      partitionAssigners: options.partitions && [this.fixedAssigner(options.partitions)],
      retry: { retries: 1, initialRetryTime: 50, maxRetryTime: 250, restartOnFailure: async () => false },
    });
    const { GROUP_JOIN, FETCH, HEARTBEAT, CRASH } = consumer.events;
    consumer.on(GROUP_JOIN, ({ payload }) => {
      if (this.current === consumer) this.onJoin(payload.memberAssignment[options.topic] ?? [], backoff);
    });
    consumer.on(FETCH, () => this.noteProgress());
    consumer.on(HEARTBEAT, () => this.noteProgress());
    consumer.on(CRASH, ({ payload }) => {
      if (this.current === consumer) this.onError(payload.error);
    });
    return consumer;
  }

  private async boot(consumer: Consumer): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [this.options.topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: CONCURRENCY,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.onBatch(consumer, payload),
    });
  }

  private async onBatch(consumer: Consumer, payload: EachBatchPayload): Promise<void> {
    const isTaken = this.current === consumer && !payload.isStale() && (await this.options.onBatch(payload));
    if (isTaken) payload.resolveOffset(payload.batch.lastOffset());
  }

  private onJoin(assigned: readonly number[], backoff: Backoff): void {
    this.hasJoined = true;
    this.hadJoined = true;
    this.noteProgress();
    backoff.reset();
    this.missedCoordinators = 0;
    this.options.context.access.over(this.purpose);
    this.options.onJoin(assigned);
    for (const wake of this.joinWaiters.splice(0)) wake();
  }

  private onError(error: unknown): void {
    const { access } = this.options.context;
    const hasNoCoordinator = error instanceof Error && error.name === 'KafkaJSGroupCoordinatorNotFound';
    this.missedCoordinators = hasNoCoordinator ? this.missedCoordinators + 1 : 0;
    if (!access.note(this.purpose, error) && this.missedCoordinators >= COORDINATOR_MISSES) {
      access.noteNoCoordinator(this.purpose);
    }
    this.endCurrent(describeKafkaError(error));
  }

  private get purpose(): string {
    return `read ${this.options.topic} in its consumer group`;
  }

  private watch(): void {
    if (this.silentMs > this.options.context.limits.watchdogMs) this.endCurrent('no progress');
  }

  /** kafkajs has no `assign`: the only member of a group of its own gives itself what we say. */
  private fixedAssigner(partitions: readonly number[]): PartitionAssigner {
    const name = 'hundi-fixed';
    const assignment = { [this.options.topic]: [...partitions] };
    const userData = Buffer.alloc(0);
    return ({ cluster }) => {
      this.cluster = cluster;
      return {
        name,
        version: 1,
        protocol: ({ topics }) => ({ name, metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData }) }),
        assign: async ({ members }) =>
          members.map(({ memberId }) => ({
            memberId,
            memberAssignment: AssignerProtocol.MemberAssignment.encode({ version: 1, assignment, userData }),
          })),
      };
    };
  }
}
