import { InFlightMap } from '#collections';
import type { EventMessage } from '#contracts';
import type { Subscription, EventBatchHandler, SubscribeOptions } from '../bus';
import { DeliveryStoppedError, ShardDelivery } from '../delivery/shard-delivery';
import { groupByShard } from '../delivery/group-by-shard';
import type { BusLogger, BusObserver } from '../observer';
import { delay, settledWithin } from '../waiting';

export interface EventDispatchOptions {
  topic: string;
  consumer: string;
  handler: EventBatchHandler;
  subscribeOptions: SubscribeOptions;
  logger: BusLogger;
  observer: BusObserver;
  /** Messages taken and not handled yet; beyond that a publisher waits, or leaves them to the log. */
  maxQueued: number;
  /** How long a publisher waits for a consumer that can read again what it has missed. */
  waitMs: number;
  onStopped(): void;
}

const STOP_MS = 1_500;
/** Messages of one shard that wait for such a consumer: one shard that stands still leaves room for the others. */
const SHARD_QUEUED_MAX = 1_000;

interface Waiting {
  count: number;
  isBehind: boolean;
}

/** Events of one topic on their way to one consumer, inside the process: one shard after another in order, shards apart. */
export class EventDispatch implements Subscription {
  private readonly stopping = new AbortController();
  private readonly delivery: ShardDelivery;
  /** The last delivery of each shard: the next one follows it. */
  private readonly tails = new InFlightMap<number, Promise<void>>();
  private readonly capacityWaiters: (() => void)[] = [];
  private resumption: Promise<void> | undefined;
  private endPause: (() => void) | undefined;
  private queued = 0;
  /** Of a consumer that reads again: messages of each shard that wait, and whether a publisher has waited long enough for them. */
  private readonly waiting = new InFlightMap<number, Waiting>();

  constructor(private readonly options: EventDispatchOptions) {
    this.delivery = new ShardDelivery({
      consumer: options.consumer,
      handler: options.handler,
      logger: options.logger,
      block: async (message, reason) => {
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
   * Resolves when the consumer has handled or parked all of them; of one that reads again, after `waitMs` at most, and at once
   * where it is behind.
   *
   * @throws DeliveryStoppedError when the consumer is stopped first.
   */
  async deliver(messages: readonly EventMessage[]): Promise<void> {
    if (this.options.subscribeOptions.readsAgain === true) return this.deliverForAWhile(messages);
    while (this.queued > 0 && this.queued + messages.length > this.options.maxQueued) await this.untilCapacity();
    if (this.stopping.signal.aborted) throw new DeliveryStoppedError('The consumer was stopped before it took these events.');
    this.queued += messages.length;
    try {
      await Promise.all([...groupByShard(messages)].map(([shard, group]) => this.enqueue(shard, group)));
    } finally {
      this.queued -= messages.length;
      for (const wake of this.capacityWaiters.splice(0)) wake();
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
    for (const wake of this.capacityWaiters.splice(0)) wake();
    await settledWithin(Promise.allSettled(this.tails.values()), STOP_MS);
  }

  /** The log is the truth: who falls behind reads it when it goes on, and delays no other. */
  private async deliverForAWhile(messages: readonly EventMessage[]): Promise<void> {
    if (this.stopping.signal.aborted) throw new DeliveryStoppedError('The consumer was stopped before it took these events.');
    const groups = groupByShard(messages);
    const taken = Promise.all([...groups].map(([shard, group]) => this.offer(shard, group))).then(() => true);
    const turn = new AbortController();
    const isTaken = await Promise.race([taken, delay(this.options.waitMs, turn.signal).then(() => false)]).finally(() => turn.abort());
    if (isTaken) return;
    for (const shard of groups.keys()) {
      const waiting = this.waiting.get(shard);
      if (waiting) waiting.isBehind = true;
    }
  }

  /** Resolves when the shard has taken them; at once when it is behind. */
  private async offer(shard: number, group: readonly EventMessage[]): Promise<void> {
    const waiting = this.waiting.get(shard) ?? { count: 0, isBehind: false };
    if (waiting.isBehind && waiting.count + group.length > SHARD_QUEUED_MAX) return;
    waiting.count += group.length;
    this.waiting.set(shard, waiting);
    this.queued += group.length;
    const taken = this.enqueue(shard, group).finally(() => {
      this.queued -= group.length;
      waiting.count -= group.length;
      if (waiting.count === 0) this.waiting.delete(shard);
    });
    if (waiting.isBehind) taken.catch(() => undefined);
    else await taken;
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

  private untilCapacity(): Promise<void> {
    return new Promise((resolve) => this.capacityWaiters.push(resolve));
  }
}
