import { TransientError, type Command, type EventMessage, type Reply } from '#contracts';

/** A topic as the bus creates it: never created by accident. */
export interface TopicSpec {
  name: string;
  partitions: number;
  /** How long the broker keeps messages, in milliseconds. */
  retentionMs: number;
}

/** Something that takes messages until it is stopped. */
export interface Subscription {
  /** Take no further messages; what was taken is finished. */
  pause(): void;
  resume(): void;
  /** Finish what was taken, flush replies and positions, let go. Resolves within two seconds. */
  stop(): Promise<void>;
}

/** Answers one command. It must settle every command; rejecting means "the world is away, bring it again". */
export type CommandHandler = (command: Command) => Promise<Reply>;

/** How a consumer of events wants them. */
export interface SubscribeOptions {
  /**
   * It is not waited for, and most events do not concern it: over Kafka they come in large parts, up to half
   * a second later, for a fraction of the requests. Inside a process there are none to save.
   */
  waitsForBatches?: boolean;
  /**
   * It knows by position what it has, and reads from the log of the publisher what did not come. Inside a process a publisher
   * waits for it for a second at most, and what is more than its queue holds is left to the log. Over Kafka the topic keeps it.
   */
  readsAgain?: boolean;
}

/** Takes a batch of one shard in order. Rejecting means "the world is away, bring it again". */
export type EventBatchHandler = (messages: readonly EventMessage[]) => Promise<void>;

/**
 * Which command partitions this process may serve (decision 4). The writers of the event store implement it: a
 * partition is a session lock on the connection that appends, so a process that lost the lock cannot append either.
 */
export interface PartitionOwnership {
  /**
   * Try to take a partition. Undefined when another instance holds it; else the next offset to read in this source,
   * null when nothing is known and reading starts at the earliest message.
   *
   * @param source names topic and cluster, so that a new broker is not read at an old broker's offsets.
   */
  tryTake(source: string, partition: number): Promise<{ nextOffset: bigint | null } | undefined>;
  /** Write the settled position and let another instance take the partition. */
  release(source: string, partition: number): Promise<void>;
  /** How many instances of this service are alive, this one included: the base of the fair share. */
  liveInstances(): Promise<number>;
  /** Every command below this offset has been replied to and its reply acknowledged. Stored with the next append. */
  settled(source: string, partition: number, nextOffset: bigint): void;
  /** Called with partitions that were lost without being released. Returns the unsubscribe function. */
  onLost(listener: (partitions: readonly number[]) => void): () => void;
}

export interface BusHealth {
  /** False when nothing can be sent right now. */
  connected: boolean;
  /** One sentence for the operator, without secrets. */
  detail: string;
}

/** The bus, independent of its transport. Two adapters, one contract suite. */
export interface Bus {
  /** `in-process` or `kafka`, for logs and the welcome. */
  readonly kind: string;
  /** Whether events leave the process, so that every one of them becomes text; inside it, only what a consumer reads. */
  readonly sendsText: boolean;
  start(): Promise<void>;
  /** Flush and leave. Resolves within two seconds; what could not be flushed is brought again after the next start. */
  stop(): Promise<void>;
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;
  /**
   * Send a command and wait for its answer. The same command is sent again while no answer comes (3 s), to the same
   * partition.
   *
   * @throws BusUnavailableError nothing was sent, nothing will happen.
   * @throws OutcomeUnknownError sent, and not answered within the wait (8 s).
   */
  send(topic: string, command: Command): Promise<Reply>;
  /** Publish events in order. Resolves when all are acknowledged; the same batch is repeated until then. */
  publish(topic: string, messages: readonly EventMessage[]): Promise<void>;
  consumeCommands(topic: string, handler: CommandHandler, ownership: PartitionOwnership): Promise<Subscription>;
  /** @param consumer the stable name under which positions and lag are kept. */
  consumeEvents(topic: string, consumer: string, handler: EventBatchHandler, subscribeOptions?: SubscribeOptions): Promise<Subscription>;
  /**
   * Events that are published and that the consumer in this process has not handled, as far as it reads the topic itself. Of
   * a part that stands still: as many as there were when it was fetched.
   */
  eventLag(topic: string, consumer: string): number;
  health(): BusHealth;
}

/** Nothing was sent: the broker is away, or too many commands are in flight. */
export class BusUnavailableError extends TransientError {
  override readonly name = 'BusUnavailableError';
}

/** Another process serves partitions that this one needs for itself. */
export class PartitionsInUseError extends Error {
  override readonly name = 'PartitionsInUseError';
}

/** The command was sent and may still take effect until its deadline. */
export class OutcomeUnknownError extends TransientError {
  override readonly name = 'OutcomeUnknownError';
}
