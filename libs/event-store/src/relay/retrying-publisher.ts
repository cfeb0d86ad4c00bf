import { setTimeout as pause } from 'node:timers/promises';
import { MessageTooLargeError, type EventMessage } from '#contracts';
import type { StoreLogger } from '../options';

const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 500;
/** Before an event that the bus refused for its size is offered to it again. */
export const OVERSIZED_REST_MS = 60_000;

export type PublishMessages = (messages: readonly EventMessage[]) => Promise<void>;

/** What became of a batch: the first message of each shard that the bus will never take. Those behind it were not sent. */
export type RefusedMessages = ReadonlyMap<number, EventMessage>;

const NONE: RefusedMessages = new Map();

/** Publishes the same batch until the bus has it. */
export class RetryingPublisher {
  private isEnded = false;

  constructor(private readonly parts: { publish: PublishMessages; logger: StoreLogger }) {}

  end(): void {
    this.isEnded = true;
  }

  /** @returns undefined when it was ended meanwhile: nothing is known of the batch. */
  async publish(messages: readonly EventMessage[]): Promise<RefusedMessages | undefined> {
    if (messages.length === 0) return NONE;
    const verdict = await this.untilAcknowledged(messages);
    if (verdict === 'ended') return undefined;
    return verdict === 'refused' ? this.publishSingly(messages) : NONE;
  }

  /** The bus refuses some message of the batch and does not say which. What it took already is dropped by consumers the second time. */
  private async publishSingly(messages: readonly EventMessage[]): Promise<RefusedMessages | undefined> {
    const refused = new Map<number, EventMessage>();
    for (const message of messages) {
      if (refused.has(message.shard)) continue;
      const verdict = await this.untilAcknowledged([message]);
      if (verdict === 'ended') return undefined;
      if (verdict === 'refused') refused.set(message.shard, message);
    }
    return refused;
  }

  private async untilAcknowledged(messages: readonly EventMessage[]): Promise<'published' | 'refused' | 'ended'> {
    for (let backoffMs = BACKOFF_FIRST_MS; !this.isEnded; backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)) {
      try {
        await this.parts.publish(messages);
        return 'published';
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        this.parts.logger.warn({ error: String(error), messages: messages.length }, 'publish failed, retrying');
        await pause(backoffMs);
      }
    }
    return 'ended';
  }
}

/** The bus's word for a message that no retry gets through. Known by its name: the store does not know the bus. */
function isRefusal(error: unknown): boolean {
  return error instanceof MessageTooLargeError;
}
