import { PARTITION_COUNT, partitionOfShard, shardOfAccount, type Clock, type Command, type Reply } from '#contracts';
import { InFlightMap } from '#collections';
import { WakeableLoop } from '#loops';
import { BusUnavailableError, OutcomeUnknownError, type CommandHandler, type Subscription, type PartitionOwnership } from '../bus';
import { callHandler } from '../delivery/call-handler';
import { internalErrorReply } from '../delivery/internal-error-reply';
import { PoisonMessageError, describeFailure } from '../failures';
import type { BusLogger, BusObserver } from '../observer';
import { settledWithin, untilTrue } from '../waiting';
import type { PendingCommand } from './pending-command';
import { RetryLine } from './retry-line';

export interface CommandDispatchOptions {
  topic: string;
  handler: CommandHandler;
  ownership: PartitionOwnership;
  clock: Clock;
  logger: BusLogger;
  observer: BusObserver;
  /** How long a sender waits, in milliseconds. */
  waitMs: number;
  /** Commands accepted and not answered yet; more are turned away. */
  maxInFlight: number;
  /** Commands given to the handler at the same time; the others wait in order. */
  maxHandedOut: number;
  onStopped(): void;
}

const SWEEP_MS = 100;
const OWNERSHIP_POLL_MS = 250;
const STOP_MS = 1_500;
const RELEASE_MS = 300;

/**
 * Commands of one topic on their way to their handler, inside the process. The path without trouble is one call: no
 * serialization, no queue, no timer of its own. Commands of one shard are handed over in the order they were sent.
 */
export class CommandDispatch implements Subscription {
  /** By their order of arrival. */
  private readonly pending = new InFlightMap<number, PendingCommand>();
  private readonly backlog: PendingCommand[] = [];
  private readonly lines = new Map<number, RetryLine>();
  private readonly owned = new Array<boolean>(PARTITION_COUNT).fill(false);
  /** Run only while a command waits, or a partition is not ours. */
  private readonly expiring = new WakeableLoop({ run: async () => this.expire(), unref: true });
  private readonly taking = new WakeableLoop({ run: () => this.takePartitions(), unref: true });
  private readonly forgetLost: () => void;
  private handedOut = 0;
  private sequence = 0;
  private isPaused = false;
  private isStopped = false;

  constructor(private readonly options: CommandDispatchOptions) {
    this.taking.wakeWithin(OWNERSHIP_POLL_MS);
    this.forgetLost = options.ownership.onLost((partitions) => {
      for (const partition of partitions) this.owned[partition] = false;
      this.taking.wakeWithin(OWNERSHIP_POLL_MS);
    });
  }

  get topic(): string {
    return this.options.topic;
  }

  /** Partitions whose commands wait for another process to give them up. */
  notOwned(): number[] {
    return [...this.owned.keys()].filter((partition) => !this.owned[partition]);
  }

  /** Ask for every partition that is not owned yet. */
  async takePartitions(): Promise<void> {
    await this.tryTakeMissing();
    if (this.notOwned().length > 0) this.taking.wakeWithin(OWNERSHIP_POLL_MS);
  }

  private async tryTakeMissing(): Promise<void> {
    for (let partition = 0; partition < PARTITION_COUNT; partition++) {
      if (this.owned[partition] || this.isStopped) continue;
      try {
        const taken = await this.options.ownership.tryTake(this.source, partition);
        this.owned[partition] = taken !== undefined;
      } catch (error) {
        this.options.logger.warn({ partition, reason: describeFailure(error) }, 'command partition failed, retrying');
        return;
      }
    }
  }

  submit(command: Command): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.isStopped) return reject(new BusUnavailableError('No subscriber takes commands of this topic.'));
      if (this.pending.size >= this.options.maxInFlight) return reject(new BusUnavailableError('Too many commands are in flight.'));
      const pending: PendingCommand = {
        command,
        shard: shardOfAccount(command.accountId),
        sequence: this.sequence++,
        expiresAtMs: this.options.clock.monotonicMs() + this.options.waitMs,
        wasHandedOut: false,
        failures: 0,
        isSettled: false,
        resolve,
        reject,
      };
      this.pending.set(pending.sequence, pending);
      this.expiring.wakeWithin(SWEEP_MS);
      if (this.isPaused || this.backlog.length > 0 || this.handedOut >= this.options.maxHandedOut) this.backlog.push(pending);
      else this.dispatch(pending);
    });
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.drainBacklog();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.options.onStopped();
    this.forgetLost();
    void this.expiring.stop();
    void this.taking.stop();
    await untilTrue(() => this.handedOut === 0, STOP_MS);
    for (const line of this.lines.values()) line.end();
    for (const pending of this.pending.values()) this.abandon(pending);
    await settledWithin(this.releasePartitions(), RELEASE_MS);
  }

  private get source(): string {
    return `in-process/${this.options.topic}`;
  }

  private dispatch(pending: PendingCommand): void {
    const line = this.lines.get(pending.shard);
    if (line !== undefined) line.add(pending);
    else if (!this.owned[partitionOfShard(pending.shard)]) this.hold(pending);
    else this.handOut(pending);
  }

  private handOut(pending: PendingCommand): void {
    pending.wasHandedOut = true;
    this.handedOut += 1;
    callHandler(this.options.handler, pending.command).then(
      (reply) => this.onAnswer(pending, reply),
      (error: unknown) => this.onRejection(pending, error),
    );
  }

  private onAnswer(pending: PendingCommand, reply: Reply): void {
    this.handedOut -= 1;
    this.settle(pending);
    pending.resolve(reply);
    if (this.backlog.length > 0) this.drainBacklog();
  }

  private onRejection(pending: PendingCommand, error: unknown): void {
    if (error instanceof PoisonMessageError) {
      this.reportPoison(pending.command, error);
      return this.onAnswer(pending, internalErrorReply(pending.command));
    }
    this.handedOut -= 1;
    if (!pending.isSettled) {
      this.options.logger.warn(
        { topic: this.options.topic, commandId: pending.command.commandId, reason: describeFailure(error) },
        'command delivery failed, retrying',
      );
      pending.failures += 1;
      this.hold(pending);
    }
    if (this.backlog.length > 0) this.drainBacklog();
  }

  private reportPoison(command: Command, error: PoisonMessageError): void {
    const { topic, logger, observer } = this.options;
    logger.error(
      { topic, commandId: command.commandId, type: command.type, reason: error.reason, err: error.cause },
      'command dead-lettered',
    );
    observer.deadLettered?.({ topic, consumer: topic, reason: error.reason, key: command.streamId });
  }

  /** The shard waits: later commands of it queue behind this one. */
  private hold(pending: PendingCommand): void {
    let line = this.lines.get(pending.shard);
    if (line === undefined) {
      line = new RetryLine((due) => this.redeliver(pending.shard, due));
      this.lines.set(pending.shard, line);
    }
    line.add(pending);
  }

  private redeliver(shard: number, due: readonly PendingCommand[]): void {
    const isOwned = this.owned[partitionOfShard(shard)];
    const line = this.lines.get(shard);
    for (const pending of due) {
      if (pending.isSettled) continue;
      if (isOwned) this.handOut(pending);
      else line?.add(pending);
    }
    if (line?.isEmpty) this.lines.delete(shard);
  }

  private drainBacklog(): void {
    let taken = 0;
    while (taken < this.backlog.length && !this.isPaused && this.handedOut < this.options.maxHandedOut) {
      const pending = this.backlog[taken++]!;
      if (!pending.isSettled) this.dispatch(pending);
    }
    this.backlog.splice(0, taken);
  }

  private expire(): void {
    const nowMs = this.options.clock.monotonicMs();
    for (const pending of this.pending.values()) {
      if (pending.expiresAtMs > nowMs) return this.expiring.wakeWithin(SWEEP_MS);
      this.abandon(pending);
    }
  }

  private abandon(pending: PendingCommand): void {
    this.settle(pending);
    if (pending.wasHandedOut) pending.reject(new OutcomeUnknownError('The command was not answered in time.'));
    else pending.reject(new BusUnavailableError('The command was not taken in time; nothing happened.'));
  }

  private settle(pending: PendingCommand): void {
    pending.isSettled = true;
    this.pending.delete(pending.sequence);
  }

  private async releasePartitions(): Promise<void> {
    for (let partition = 0; partition < PARTITION_COUNT; partition++) {
      if (this.owned[partition]) await this.options.ownership.release(this.source, partition);
    }
  }
}
