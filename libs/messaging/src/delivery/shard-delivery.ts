import type { EventMessage } from '#contracts';
import type { EventBatchHandler } from '../bus';
import { PoisonMessageError, describeFailure } from '../failures';
import type { BusLogger } from '../observer';
import { Backoff, delay } from '../waiting';

/** Thrown when delivery was ended before the messages were handled: they are brought again after the next start. */
export class DeliveryStoppedError extends Error {
  override readonly name = 'DeliveryStoppedError';
}

export interface ShardDeliveryOptions {
  consumer: string;
  handler: EventBatchHandler;
  /** Puts a message aside for good; resolves when that is certain. */
  block(message: EventMessage, reason: string): Promise<void>;
  logger: BusLogger;
}

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;
const BLOCKED_KEYS_MAX = 10_000;

/**
 * Brings events of one shard to a handler until they are handled or parked. A rejection means that
 * the world is away: the same messages come again, nothing is skipped. A poison message is parked, and with it all later
 * ones of the same aggregate, because they would be applied to a state that misses one.
 */
export class ShardDelivery {
  private readonly blockedKeys = new Set<string>();

  constructor(private readonly options: ShardDeliveryOptions) {}

  /** Aggregates that were parked before this process started. */
  rememberBlocked(keys: Iterable<string>): void {
    for (const key of keys) this.blockedKeys.add(key);
  }

  /**
   * @param signal ends the retries.
   * @throws DeliveryStoppedError when the signal fired first.
   */
  async deliver(messages: readonly EventMessage[], signal: AbortSignal): Promise<void> {
    const open = this.blockedKeys.size === 0 ? messages : await this.withoutBlocked(messages);
    if (open.length === 0) return;
    const poison = await this.untilTaken(open, signal);
    if (poison === undefined) return;
    if (open.length === 1) return this.blockKey(open[0]!, poison.reason, signal);
    for (const message of open) await this.deliver([message], signal);
  }

  private async withoutBlocked(messages: readonly EventMessage[]): Promise<readonly EventMessage[]> {
    const open: EventMessage[] = [];
    for (const message of messages) {
      if (this.blockedKeys.has(message.key)) await this.block(message, 'an earlier message of the same aggregate is parked');
      else open.push(message);
    }
    return open;
  }

  private async untilTaken(messages: readonly EventMessage[], signal: AbortSignal): Promise<PoisonMessageError | undefined> {
    const backoff = new Backoff(RETRY_FIRST_MS, RETRY_MAX_MS);
    while (!signal.aborted) {
      try {
        await this.options.handler(messages);
        return undefined;
      } catch (error) {
        if (error instanceof PoisonMessageError) return error;
        await this.waitToRetry(error, backoff, signal);
      }
    }
    throw new DeliveryStoppedError('The consumer was stopped before it took these events.');
  }

  private async blockKey(message: EventMessage, reason: string, signal: AbortSignal): Promise<void> {
    if (this.blockedKeys.size >= BLOCKED_KEYS_MAX) {
      this.options.logger.error({ consumer: this.options.consumer }, 'too many blocked keys: the consumer waits for an operator');
      await untilStopped(signal);
    }
    await this.block(message, reason);
    this.blockedKeys.add(message.key);
  }

  private async block(message: EventMessage, reason: string): Promise<void> {
    const { consumer, logger } = this.options;
    logger.error({ consumer, eventId: message.cloudEvent.id, type: message.cloudEvent.type, reason }, 'event blocked');
    await this.options.block(message, reason);
  }

  private async waitToRetry(error: unknown, backoff: Backoff, signal: AbortSignal): Promise<void> {
    const { consumer, logger } = this.options;
    const delayMs = backoff.nextMs();
    logger.warn({ consumer, reason: describeFailure(error), delayMs }, 'event delivery failed, retrying');
    await delay(delayMs, signal);
  }
}

async function untilStopped(signal: AbortSignal): Promise<never> {
  while (!signal.aborted) await delay(60_000, signal);
  throw new DeliveryStoppedError('The consumer was stopped before it took these events.');
}
