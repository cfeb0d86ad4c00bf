import { InFlightMap } from '#collections';
import { partitionOfShard, shardOfAccount, type Command, type Reply } from '#contracts';
import { WakeableLoop } from '#loops';
import { BusUnavailableError, OutcomeUnknownError } from '../../bus';
import { encodeCommand } from '../../wire/command-wire';
import { MAC_HEADER } from '../../wire/message-mac';
import type { BatchingProducer } from '../produce/batching-producer';
import type { KafkaContext } from '../kafka-options';
import type { Outgoing } from '../produce/outgoing-queue';
import type { ReplyAddress } from './reply-reader';

interface Waiter {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A command that was sent and not answered. */
interface InFlight {
  readonly topic: string;
  readonly command: Command;
  readonly value: string;
  readonly waiters: Waiter[];
  readonly expiresAtMs: number;
  resendAtMs: number;
  /** The last send is acknowledged, and only then may it be sent again: two copies in flight could overtake each other. */
  isAcknowledged: boolean;
  /** Some send may have reached the broker. */
  mayHaveActed: boolean;
  outgoing: Outgoing | undefined;
}

const SWEEP_MS = 100;

/** Sends commands and matches replies to them. One sweeping timer serves all waits, and runs only while there are some. */
export class CommandSender {
  private readonly inFlight = new InFlightMap<string, InFlight>();
  private readonly sweeping = new WakeableLoop({ run: async () => this.sweep(), unref: true });
  private isStopped = false;

  constructor(
    private readonly context: KafkaContext,
    private readonly producer: BatchingProducer,
    private readonly address: () => ReplyAddress | undefined,
  ) {}

  /** The same command id sent twice at once waits for one answer. */
  send(topic: string, command: Command): Promise<Reply> {
    const refusal = this.reasonToRefuse();
    if (refusal !== undefined) return Promise.reject(new BusUnavailableError(refusal));
    return new Promise((resolve, reject) => {
      const running = this.inFlight.get(command.commandId);
      if (running !== undefined) running.waiters.push({ resolve, reject });
      else this.start(topic, command, { resolve, reject });
    });
  }

  onReply(reply: Reply): void {
    const entry = this.inFlight.get(reply.commandId);
    if (entry === undefined) return;
    this.end(entry);
    for (const waiter of entry.waiters) waiter.resolve(reply);
  }

  /** Answers to what was sent so far may go to a partition without a reader: ask again, now. */
  onAddressChanged(): void {
    const nowMs = this.context.clock.monotonicMs();
    for (const entry of this.inFlight.values()) entry.resendAtMs = nowMs;
  }

  /** From here on nothing is taken: without the sweep the wait would not end. */
  stop(): void {
    this.isStopped = true;
    void this.sweeping.stop();
    for (const entry of this.inFlight.values()) this.fail(entry);
  }

  private reasonToRefuse(): string | undefined {
    if (this.isStopped) return 'The bus is stopped.';
    if (this.producer.isAway) return 'The broker is away.';
    if (this.address() === undefined) return 'No reply partition is leased.';
    if (this.inFlight.size >= this.context.limits.maxInFlight) return 'Too many commands are in flight.';
    return this.producer.hasCapacity ? undefined : 'Too many messages wait for the broker.';
  }

  private start(topic: string, command: Command, waiter: Waiter): void {
    const nowMs = this.context.clock.monotonicMs();
    const entry: InFlight = {
      topic,
      command,
      value: encodeCommand(command),
      waiters: [waiter],
      expiresAtMs: nowMs + this.context.limits.commandWaitMs,
      resendAtMs: nowMs,
      isAcknowledged: false,
      mayHaveActed: false,
      outgoing: undefined,
    };
    this.inFlight.set(command.commandId, entry);
    this.sweeping.wakeWithin(SWEEP_MS);
    this.transmit(entry, nowMs);
  }

  private transmit(entry: InFlight, nowMs: number): void {
    const address = this.address();
    if (address === undefined) return;
    const { command, topic, value } = entry;
    entry.resendAtMs = nowMs + this.context.limits.resendAfterMs;
    entry.isAcknowledged = false;
    const headers = { reply_partition: String(address.partition), gateway_epoch: address.epoch };
    const message = { topic, partition: partitionOfShard(shardOfAccount(command.accountId)), key: command.streamId, value };
    const mac = this.context.macs.macOf('command', { ...message, headers });
    entry.outgoing = {
      ...message,
      headers: { ...headers, [MAC_HEADER]: mac },
      onAcknowledged: () => {
        entry.isAcknowledged = true;
        entry.mayHaveActed = true;
      },
      onFailed: (error, mayBeStored) => this.onSendFailed(entry, error, mayBeStored),
    };
    this.producer.enqueue(entry.outgoing);
  }

  private onSendFailed(entry: InFlight, error: Error, mayBeStored: boolean): void {
    // The same command may be waited for anew: that is another entry, with a send of its own.
    if (this.inFlight.get(entry.command.commandId) !== entry) return;
    this.end(entry);
    const failure =
      entry.mayHaveActed || mayBeStored
        ? new OutcomeUnknownError('The command could not be sent again.', { cause: error })
        : new BusUnavailableError('The command could not be sent.', { cause: error });
    for (const waiter of entry.waiters) waiter.reject(failure);
  }

  private sweep(): void {
    const nowMs = this.context.clock.monotonicMs();
    for (const entry of this.inFlight.values()) {
      if (entry.expiresAtMs <= nowMs) this.fail(entry);
      else if (entry.isAcknowledged && entry.resendAtMs <= nowMs && !this.producer.isAway) this.transmit(entry, nowMs);
    }
    if (this.inFlight.size > 0) this.sweeping.wakeWithin(SWEEP_MS);
  }

  private fail(entry: InFlight): void {
    const wasStillQueued = this.end(entry);
    const error =
      wasStillQueued && !entry.mayHaveActed
        ? new BusUnavailableError('The command could not be sent in time; nothing happened.')
        : new OutcomeUnknownError('The command was not answered in time.');
    for (const waiter of entry.waiters) waiter.reject(error);
  }

  /** Forget it. True when its last send had not left the queue. */
  private end(entry: InFlight): boolean {
    this.inFlight.delete(entry.command.commandId);
    return entry.outgoing !== undefined && this.producer.cancel(entry.outgoing);
  }
}
