import type { Batch } from 'kafkajs';
import type { Command, Reply } from '#contracts';
import type { CommandHandler } from '../../bus';
import { callHandler } from '../../delivery/call-handler';
import { internalErrorReply } from '../../delivery/internal-error-reply';
import { PoisonMessageError, describeFailure } from '../../failures';
import { Backoff, untilTrue } from '../../waiting';
import { decodeCommand } from '../../wire/command-wire';
import { ForgedMessageError } from '../../wire/message-mac';
import { UndecodableError, refuseTooLarge } from '../../wire/undecodable';
import type { SourceMessage } from '../dead-letters/dead-letter-writer';
import type { KafkaContext } from '../kafka-options';
import type { OutcomeWriter } from './outcome-writer';
import type { FetchControl, Taken } from './partition-feed-parts';
import { SettledOffsets } from '../events/settled-offsets';

export interface PartitionFeedOptions {
  context: KafkaContext;
  topic: string;
  partition: number;
  handler: CommandHandler;
  outcomes: OutcomeWriter;
  fetch: FetchControl;
  onSettled(partition: number, nextOffset: bigint): void;
}

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;

/**
 * One command partition, from the broker to the writer and back. Messages are handed over in order; their replies are
 * produced as they come; the position moves up to where everything is answered and the answers are acknowledged.
 */
export class PartitionFeed {
  private queue: Taken[] = [];
  private rejected: Taken[] = [];
  private settled = new SettledOffsets(0n);
  private expectedOffset = 0n;
  private highWatermark = 0n;
  /** Rises whenever the partition is taken or dropped: what belongs to an earlier term settles nothing any more. */
  private term = 0;
  private owned = false;
  private isHeld = false;
  private isDraining = false;
  private isThrottled = false;
  private handedOut = 0;
  private isReporting = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private readonly backoff = new Backoff(RETRY_FIRST_MS, RETRY_MAX_MS);

  constructor(private readonly options: PartitionFeedOptions) {}

  get isOwned(): boolean {
    return this.owned;
  }

  get lag(): bigint {
    const lag = this.highWatermark - this.settled.nextOffset;
    return lag > 0n ? lag : 0n;
  }

  get nextOffset(): bigint {
    return this.settled.nextOffset;
  }

  /** The partition is ours from here on. */
  take(nextOffset: bigint): void {
    this.reset();
    this.owned = true;
    this.settled = new SettledOffsets(nextOffset);
    this.expectedOffset = nextOffset;
    this.place();
  }

  /** The partition is not ours any more. Handlers that run may still answer: what they committed is true. */
  drop(): void {
    this.reset();
    this.owned = false;
    this.options.fetch.pause([this.options.partition]);
  }

  /** Tell a consumer that has just joined where this partition stands: before its first fetch. */
  place(): void {
    const { fetch, partition } = this.options;
    if (!this.owned) return fetch.pause([partition]);
    fetch.seek(partition, this.expectedOffset);
    if (this.isThrottled) fetch.pause([partition]);
    else fetch.resume([partition]);
  }

  hold(): void {
    this.isHeld = true;
  }

  unhold(): void {
    this.isHeld = false;
    this.handOutNext();
  }

  accept(batch: Batch): void {
    if (!this.owned) return;
    if (BigInt(batch.firstOffset() ?? this.expectedOffset) < this.expectedOffset) this.onLogTruncated(batch);
    for (const message of batch.messages) {
      const offset = BigInt(message.offset);
      if (offset < this.expectedOffset) continue;
      this.queue.push({ message, ticket: this.settled.begin(offset), term: this.term });
    }
    this.expectedOffset = BigInt(batch.lastOffset()) + 1n;
    this.highWatermark = BigInt(batch.highWatermark);
    this.throttle();
    this.handOutNext();
  }

  /** Hand out nothing more and wait until what was handed out is answered and acknowledged, or the limit is over. */
  async drain(limitMs: number): Promise<void> {
    this.isDraining = true;
    clearTimeout(this.retryTimer);
    this.options.fetch.pause([this.options.partition]);
    await untilTrue(() => {
      const isAnswered = this.settled.openCount <= this.queue.length + this.rejected.length;
      return this.handedOut === 0 && isAnswered;
    }, limitMs);
    this.report();
  }

  private reset(): void {
    this.term += 1;
    this.queue = [];
    this.rejected = [];
    this.isThrottled = false;
    this.isDraining = false;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.backoff.reset();
  }

  private handOutNext(): void {
    let taken = 0;
    while (taken < this.queue.length && this.mayHandOut()) this.handOut(this.queue[taken++]!);
    if (taken > 0) this.queue.splice(0, taken);
  }

  private mayHandOut(): boolean {
    const isRetrying = this.rejected.length > 0 || this.retryTimer !== undefined;
    return this.owned && !this.isHeld && !this.isDraining && !isRetrying && this.handedOut < this.options.context.limits.maxHandedOut;
  }

  private handOut(taken: Taken): void {
    const command = this.decode(taken);
    if (command === undefined) return;
    this.handedOut += 1;
    callHandler(this.options.handler, command).then(
      (reply) => this.onAnswer(taken, reply),
      (error: unknown) => this.onRejection(taken, command, error),
    );
  }

  private decode(taken: Taken): Command | undefined {
    const { context, topic, partition } = this.options;
    try {
      refuseTooLarge(taken.message.value);
      context.macs.verify('command', { topic, partition, ...taken.message });
      return decodeCommand(taken.message.value);
    } catch (error) {
      if (error instanceof ForgedMessageError) context.observer.forged?.(topic);
      const reason = error instanceof UndecodableError ? error.reason : describeFailure(error);
      this.options.outcomes.deadLetter(this.sourceOf(taken), reason, () => this.settle(taken));
      return undefined;
    }
  }

  private onAnswer(taken: Taken, reply: Reply): void {
    this.handedOut -= 1;
    this.backoff.reset();
    this.options.outcomes.reply(taken.message.headers, reply, () => this.settle(taken));
    this.afterHandler();
  }

  private onRejection(taken: Taken, command: Command, error: unknown): void {
    this.handedOut -= 1;
    const { logger } = this.options.context;
    if (error instanceof PoisonMessageError) {
      logger.error({ commandId: command.commandId, type: command.type, err: error.cause }, 'handler failed');
      this.answerPoison(taken, command, error.reason);
      return this.afterHandler();
    }
    if (taken.term === this.term) this.rejected.push(taken);
    logger.warn({ commandId: command.commandId, reason: describeFailure(error) }, 'command delivery failed, retrying');
    this.afterHandler();
  }

  private answerPoison(taken: Taken, command: Command, reason: string): void {
    const { outcomes } = this.options;
    const answer = (): void => outcomes.reply(taken.message.headers, internalErrorReply(command), () => this.settle(taken));
    outcomes.deadLetter(this.sourceOf(taken), reason, answer);
  }

  private sourceOf({ message }: Taken): SourceMessage {
    return { topic: this.options.topic, partition: this.options.partition, message };
  }

  /** Everything that was rejected comes again first, in order, once nothing else is running. */
  private afterHandler(): void {
    if (this.rejected.length === 0) return this.handOutNext();
    if (this.handedOut > 0 || this.isDraining || this.retryTimer !== undefined) return;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      const again = this.rejected.sort((left, right) => left.ticket - right.ticket);
      this.rejected = [];
      this.queue.unshift(...again);
      this.handOutNext();
    }, this.backoff.nextMs());
  }

  private settle(taken: Taken): void {
    if (taken.term !== this.term) return;
    this.settled.settle(taken.ticket);
    if (this.isThrottled) this.throttle();
    if (this.isReporting) return;
    this.isReporting = true;
    // Acknowledgements come by the batch: one report for all of them.
    queueMicrotask(() => this.report());
  }

  private report(): void {
    this.isReporting = false;
    if (this.owned) this.options.onSettled(this.options.partition, this.settled.nextOffset);
  }

  private throttle(): void {
    const { context, fetch, partition } = this.options;
    const { maxUnsettled } = context.limits;
    const isFull = this.settled.openCount >= (this.isThrottled ? maxUnsettled / 2 : maxUnsettled);
    if (isFull === this.isThrottled) return;
    this.isThrottled = isFull;
    if (isFull) fetch.pause([partition]);
    else fetch.resume([partition]);
  }

  /** kafkajs has gone back to the start because our position lies beyond the log: what is there now is new. */
  private onLogTruncated(batch: Batch): void {
    const { topic, partition, context } = this.options;
    context.logger.error({ topic, partition, position: String(this.expectedOffset) }, 'position beyond the log, reading from its start');
    this.reset();
    this.expectedOffset = BigInt(batch.firstOffset()!);
    this.settled = new SettledOffsets(this.expectedOffset);
  }
}
