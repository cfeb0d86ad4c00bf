import type { Clock } from '#contracts';

/**
 * The time for which a looked-up key, token or connection is believed, in milliseconds. A revocation must act in every process within
 * five seconds (docs/reference/security.md, API keys): this plus one look-up stays below it without any message between processes.
 */
export const KEY_TTL_MS = 4_000;

/** The accounts that this process changed lately: what was read of an account before its change is not believed any more. */
export class AccountChanges {
  /** Time of the last change by account, the oldest first; what is older than any reading that is believed is forgotten. */
  private readonly changedAtMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Expects the change to be committed. */
  note(accountId: string): void {
    const nowMs = this.clock.monotonicMs();
    for (const [id, atMs] of this.changedAtMs) {
      if (nowMs - atMs < KEY_TTL_MS) break;
      this.changedAtMs.delete(id);
    }
    this.changedAtMs.delete(accountId);
    this.changedAtMs.set(accountId, nowMs);
  }

  /** Whether a reading that began at that time may miss a change of these accounts. */
  isMissedBy(readAtMs: number, ...accountIds: readonly (string | undefined)[]): boolean {
    return accountIds.some((id) => id !== undefined && (this.changedAtMs.get(id) ?? -Infinity) > readAtMs);
  }

  /** @param readAtMs time before the reading, by the monotonic clock. */
  isCurrent(readAtMs: number, ...accountIds: readonly (string | undefined)[]): boolean {
    return this.clock.monotonicMs() - readAtMs < KEY_TTL_MS && !this.isMissedBy(readAtMs, ...accountIds);
  }
}
