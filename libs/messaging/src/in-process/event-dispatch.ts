import type { EventMessage } from '#contracts';
import type { Consumption, EventBatchHandler } from '../bus';
import { DeliveryStoppedError, ShardDelivery } from '../delivery/shard-delivery';
import { groupByShard } from '../delivery/group-by-shard';
import type { BusLogger, BusObserver } from '../observer';
import { settledWithin } from '../waiting';

export interface EventDispatchOptions {
  topic: string;
  consumer: string;
  handler: EventBatchHandler;
  logger: BusLogger;
  observer: BusObserver;
  /** Messages taken and not handled yet; a publisher waits beyond that. */
  maxQueued: number;
  onStopped(): void;
}

const STOP_MS = 1_500;

/** Events of one topic on their way to one consumer, inside the process: one shard after another in order, shards apart. */
export class EventDispatch implements Consumption {
  private readonly stopping = new AbortController();
  private readonly delivery: ShardDelivery;
  /** The last delivery of each shard: the next one follows it. */
  private readonly tails = new Map<number, Promise<void>>();
  private readonly roomWaiters: (() => void)[] = [];
  private resumption: Promise<void> | undefined;
  private endPause: (() => void) | undefined;
  private queued = 0;

  constructor(private readonly options: EventDispatchOptions) {
    this.delivery = new ShardDelivery({
      consumer: options.consumer,
      handler: options.handler,
      logger: options.logger,
      park: async (message, reason) => {
        options.observer.deadLettered?.({ topic: options.topic, consumer: options.consumer, reason, key: message.key });
      },
    });
  }

  get consumer(): string {
    return this.options.consumer;
  }

  /** Events it was given and has not handled. */
  get lag(): number {
    return this.queued;
  }

  /**
   * Resolves when the consumer has handled or parked all of them.
   *
   * @throws DeliveryStoppedError when the consumer is stopped first.
   */
  async deliver(messages: readonly EventMessage[]): Promise<void> {
    while (this.queued > 0 && this.queued + messages.length > this.options.maxQueued) await this.untilRoom();
    if (this.stopping.signal.aborted) throw new DeliveryStoppedError('The consumer was stopped before it took these events.');
    this.queued += messages.length;
    try {
      await Promise.all([...groupByShard(messages)].map(([shard, group]) => this.enqueue(shard, group)));
    } finally {
      this.queued -= messages.length;
      for (const wake of this.roomWaiters.splice(0)) wake();
    }
  }

  pause(): void {
    this.resumption ??= new Promise((resolve) => {
      this.endPause = resolve;
    });
  }

  resume(): void {
    this.endPause?.();
    this.resumption = undefined;
  }

  async stop(): Promise<void> {
    this.options.onStopped();
    this.stopping.abort();
    this.resume();
    for (const wake of this.roomWaiters.splice(0)) wake();
    await settledWithin(Promise.allSettled(this.tails.values()), STOP_MS);
  }

  private enqueue(shard: number, group: readonly EventMessage[]): Promise<void> {
    const before = this.tails.get(shard);
    const own = this.follow(before, group);
    this.tails.set(shard, own);
    const forget = (): void => {
      if (this.tails.get(shard) === own) this.tails.delete(shard);
    };
    own.then(forget, forget);
    return own;
  }

  private async follow(before: Promise<void> | undefined, group: readonly EventMessage[]): Promise<void> {
    await before;
    await this.resumption;
    await this.delivery.deliver(group, this.stopping.signal);
  }

  private untilRoom(): Promise<void> {
    return new Promise((resolve) => this.roomWaiters.push(resolve));
  }
}
