import type { Clock, Command, EventMessage, Reply } from '#contracts';
import {
  BusUnavailableError,
  PartitionsInUseError,
  type Bus,
  type BusHealth,
  type CommandHandler,
  type Subscription,
  type EventBatchHandler,
  type SubscribeOptions,
  type PartitionOwnership,
} from '../bus';
import type { BusLogger, BusObserver } from '../observer';
import { untilTrue } from '../waiting';
import { CommandDispatch } from './command-dispatch';
import { EventDispatch } from './event-dispatch';

export interface InProcessBusOptions {
  clock: Clock;
  logger: BusLogger;
  observer?: BusObserver;
  /** How long `send` waits for an answer, in milliseconds. 8 000 by default. */
  commandWaitMs?: number;
  /** Commands sent and not answered, for each topic. 10 000 by default; more are turned away at once. */
  maxInFlight?: number;
  /** Commands the handler works on at the same time, for each topic. 2 000 by default. */
  maxHandedOut?: number;
  /** Events a consumer has taken and not handled. 10 000 by default; beyond that `publish` waits, or leaves them to the log (`readsAgain`). */
  maxQueuedEvents?: number;
  /** How long `publish` waits for a consumer that can read again what it has missed (`readsAgain`), in milliseconds. 1 000 by default. */
  eventWaitMs?: number;
  /**
   * For how long `consumeCommands` waits until every partition is owned before it fails, in milliseconds: a process that
   * serves alone must have all of them. Not at all when left out: what is missing is asked for again and again.
   */
  ownsAllWithinMs?: number;
  /** Events wait for this before they are delivered: until everybody who listens is there, for the bus keeps nothing. */
  listening?: Promise<void>;
}

/**
 * The bus of the embedded mode: everything in one process, with the promises of the Kafka adapter (ordered per shard, at
 * least once, bounded). Nothing is kept here: commands without a reply have an unknown outcome for their sender, and events are
 * published again by the relay, whose cursor has not moved.
 */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  return new InProcessBus(options);
}

class InProcessBus implements Bus {
  readonly kind = 'in-process';
  readonly sendsText = false;
  private readonly commands = new Map<string, CommandDispatch>();
  private readonly events = new Map<string, Set<EventDispatch>>();
  /** Consumers by topic and name that were stopped and have not come back. Nothing is kept for them here: the publisher has to. */
  private readonly absent = new Map<string, Set<string>>();
  private isStopped = false;

  constructor(private readonly options: InProcessBusOptions) {}

  async start(): Promise<void> {
    this.isStopped = false;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const running = [...this.commands.values(), ...[...this.events.values()].flatMap((consumers) => [...consumers])];
    await Promise.all(running.map((subscription) => subscription.stop()));
  }

  async ensureTopics(): Promise<void> {
    // A topic inside the process is a name: there is nothing to create.
  }

  send(topic: string, command: Command): Promise<Reply> {
    const dispatch = this.commands.get(topic);
    if (dispatch === undefined) return Promise.reject(new BusUnavailableError(`No subscriber takes commands of ${topic}.`));
    return dispatch.submit(command);
  }

  async publish(topic: string, messages: readonly EventMessage[]): Promise<void> {
    // Only when there is something to wait for: who publishes now reaches those who listen now.
    if (this.options.listening !== undefined) await this.options.listening;
    if (this.isStopped) throw new BusUnavailableError('The bus is stopped.');
    const [absentee] = this.absent.get(topic) ?? [];
    if (absentee !== undefined) throw new BusUnavailableError(`${absentee} does not listen to ${topic} just now.`);
    const consumers = this.events.get(topic);
    if (consumers === undefined || messages.length === 0) return;
    await Promise.all([...consumers].map((consumer) => consumer.deliver(messages)));
  }

  async consumeCommands(topic: string, handler: CommandHandler, ownership: PartitionOwnership): Promise<Subscription> {
    if (this.commands.has(topic)) throw new Error(`Commands of ${topic} have a handler already.`);
    const { clock, logger, observer = {}, ownsAllWithinMs } = this.options;
    const { commandWaitMs = 8_000, maxInFlight = 10_000, maxHandedOut = 2_000 } = this.options;
    const onStopped = (): void => void this.commands.delete(topic);
    const bounds = { waitMs: commandWaitMs, maxInFlight, maxHandedOut };
    const dispatch = new CommandDispatch({ topic, handler, ownership, clock, logger, observer, ...bounds, onStopped });
    this.commands.set(topic, dispatch);
    observer.consuming?.(topic, topic);
    await dispatch.takePartitions();
    if (ownsAllWithinMs !== undefined) await this.untilAllOwned(dispatch, ownsAllWithinMs);
    return dispatch;
  }

  async consumeEvents(
    topic: string,
    consumer: string,
    handler: EventBatchHandler,
    subscribeOptions: SubscribeOptions = {},
  ): Promise<Subscription> {
    const { logger, observer = {}, maxQueuedEvents: maxQueued = 10_000, eventWaitMs: waitMs = 1_000 } = this.options;
    const consumers = this.events.get(topic) ?? new Set();
    const absent = this.absent.get(topic) ?? new Set();
    const onStopped = (): void => {
      consumers.delete(dispatch);
      absent.add(consumer);
    };
    absent.delete(consumer);
    this.absent.set(topic, absent);
    const dispatch: EventDispatch = new EventDispatch({
      topic,
      consumer,
      handler,
      subscribeOptions,
      logger,
      observer,
      maxQueued,
      waitMs,
      onStopped,
    });
    this.events.set(topic, consumers.add(dispatch));
    observer.consuming?.(topic, consumer);
    return dispatch;
  }

  eventLag(topic: string, consumer: string): number {
    let lag = 0;
    for (const dispatch of this.events.get(topic) ?? []) if (dispatch.consumer === consumer) lag += dispatch.lag;
    return lag;
  }

  health(): BusHealth {
    return this.isStopped ? { connected: false, detail: 'stopped' } : { connected: true, detail: 'inside the process' };
  }

  private async untilAllOwned(dispatch: CommandDispatch, withinMs: number): Promise<void> {
    await untilTrue(() => dispatch.notOwned().length === 0, withinMs);
    const missing = dispatch.notOwned();
    if (missing.length === 0) return;
    await dispatch.stop();
    throw new PartitionsInUseError(`Another process serves the partitions ${missing.join(', ')} of ${dispatch.topic}.`);
  }
}
