const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So many days before its end the account hears of it, when the key is in use. */
export const NOTICE_DAYS = [7, 1] as const;

/** A key that ends within the hour is most likely a mistake in the unit. */
export function isTooSoon(expiresAtMs: number | undefined, nowMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs < nowMs + HOUR_MS;
}

/** What of a key's life the notices of its end follow from. */
export interface Ending {
  expiresAtMs?: number;
  /** Since when it ends then: what would have been due before is left out. */
  madeAtMs: number;
  lookedAtDays?: number;
  rolledTo?: string;
}

/** The next notice to be looked at; null when none is left. Of a key that was rolled its owner knows. */
export function nextNotice({ expiresAtMs, madeAtMs, lookedAtDays = Infinity, rolledTo }: Ending): { days: number; dueAtMs: number } | null {
  if (expiresAtMs === undefined || rolledTo !== undefined) return null;
  for (const days of NOTICE_DAYS) {
    const dueAtMs = expiresAtMs - days * DAY_MS;
    if (days < lookedAtDays && dueAtMs > madeAtMs) return { days, dueAtMs };
  }
  return null;
}
