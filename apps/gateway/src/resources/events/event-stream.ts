import { setTimeout as pause } from 'node:timers/promises';
import { appendQuery, type TailQuery } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { Caller } from '../../auth/authenticator';
import { shownTo } from '../../personal-data/contact-mask';
import type { QueryAnswer, ServiceQueries } from '../../queries/service-queries';

/** How long one part waits for an event, and so how often a silent stream shows that it is alive. */
const WAIT_MS = 15_000;
/** Beyond what a part waits, the service has failed. */
const GRACE_MS = 5_000;
/** After a failure of the service, growing to the second. */
const PAUSE_FIRST_MS = 500;
const PAUSE_MS_MAX = 8_000;
/** About a minute of failures; then the stream ends. */
const FAILURES_MAX = 8;

export interface EventStreamParts {
  caller: Caller;
  queries: Pick<ServiceQueries, 'get' | 'follow'>;
  personalData: Pick<PersonalData, 'unseal'>;
  types: string | null;
  /** On the clock of `nowMs`. */
  endsAtMs: number;
  nowMs: () => number;
  /** Whether the key is still good. */
  isAllowed: () => Promise<boolean>;
  /** The reader has gone, or the process stops. */
  signal: AbortSignal;
  onEnd: () => void;
}

/**
 * One reader of the feed as server-sent events. A part is fetched when the one before has been taken, so that a slow reader
 * slows its own stream down and holds one part in memory.
 */
export class EventStream {
  private position = '0';
  private failures = 0;

  constructor(private readonly parts: EventStreamParts) {}

  /** @param after null begins at the end of the feed. @throws what ServiceQueries.get throws. */
  async begin(after: string | null): Promise<void> {
    this.position = after ?? (await this.fetch(null, 0)).position;
  }

  /** The text of the stream, until the reader goes, the process stops, the key is revoked or the time is up. */
  async *chunks(): AsyncGenerator<string> {
    try {
      // A reader that is cut off before the first event knows where to go on.
      yield `: connected\nid: ${this.position}\n\n`;
      while (await this.goesOn()) {
        const text = await this.next();
        // Asked again after the wait, which is longer than a revocation may take.
        if (text !== null && (await this.parts.isAllowed())) yield text;
      }
    } finally {
      this.parts.onEnd();
    }
  }

  private async goesOn(): Promise<boolean> {
    const { signal, nowMs, endsAtMs, isAllowed } = this.parts;
    return !signal.aborted && nowMs() < endsAtMs && this.failures < FAILURES_MAX && (await isAllowed());
  }

  /** The next part, a sign of life when there is nothing, or null after a failure. */
  private async next(): Promise<string | null> {
    try {
      const leftMs = Math.max(0, Math.ceil(this.parts.endsAtMs - this.parts.nowMs()));
      const { text, position } = await this.fetch(this.position, Math.min(WAIT_MS, leftMs));
      const shown = await this.parts.personalData.unseal(text, this.parts.caller.accountId, shownTo(this.parts.caller));
      this.position = position;
      this.failures = 0;
      return shown === '' ? `: alive\nid: ${position}\n\n` : shown;
    } catch {
      this.failures++;
      const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_FIRST_MS * 2 ** (this.failures - 1));
      await pause(pauseMs, undefined, { signal: this.parts.signal }).catch(() => undefined);
      return null;
    }
  }

  private async fetch(after: string | null, waitMs: number): Promise<{ text: string; position: string }> {
    const { queries, caller, types, signal } = this.parts;
    const query: TailQuery = { after, types: types?.split(',') ?? [], waitMs };
    const path = appendQuery('/internal/events/tail', query);
    const { text, headers }: QueryAnswer = await queries.follow(path, caller, { timeoutMs: waitMs + GRACE_MS, signal });
    return { text, position: headers['feed-position'] ?? this.position };
  }
}
