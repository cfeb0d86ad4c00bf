import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** How many tries are free, and how the others are slowed down. */
export interface GuessLimit {
  free: number;
  windowMs: number;
  /** Beyond the free ones the wait doubles from a second up to this; Infinity: none at all until the counter is cleared. */
  waitMaxMs: number;
  /** A second unless given. */
  firstWaitMs?: number;
}

/** What came of asking for one more try. */
export interface GuessVerdict {
  isAllowed: boolean;
  /** Milliseconds until the next try; 0 when allowed. */
  waitMs: number;
}

/**
 * Counts a try and decides about it in one statement, before the work of checking it: of any number at once no more pass than may.
 * $1 key, $2 now, $3 window, $4 free tries, $5 longest wait, $6 first wait. A try that is refused is not counted.
 */
const TAKE = `
  INSERT INTO gateway.guess_counters AS c (key, tries, started_at, next_at) VALUES ($1, 1, $2, 0)
  ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN c.started_at <= $2 - $3 AND c.next_at <= $2 THEN 1 ELSE c.tries + 1 END,
    started_at = CASE WHEN c.started_at <= $2 - $3 AND c.next_at <= $2 THEN $2 ELSE c.started_at END,
    next_at = CASE WHEN (c.started_at <= $2 - $3 AND c.next_at <= $2) OR c.tries + 1 < $4 THEN 0
      ELSE $2 + least($5::float8, $6::float8 * power(2::float8, least(c.tries + 1 - $4, 30)))::bigint END
  WHERE c.next_at <= $2
  RETURNING tries`;

/** @returns whether the try may go on; with its wait when it may not. */
export async function takeGuess(ask: AskRows, key: string, limit: GuessLimit, nowMs: number): Promise<GuessVerdict> {
  const { free, windowMs, waitMaxMs, firstWaitMs = FIRST_WAIT_MS } = limit;
  const waits = waitMaxMs === Infinity ? [FOR_EVER_MS, FOR_EVER_MS] : [waitMaxMs, firstWaitMs];
  const taken = await ask(TAKE, [key, nowMs, Math.min(windowMs, FOR_EVER_MS), free, ...waits]);
  if (taken.length > 0) return { isAllowed: true, waitMs: 0 };
  const [row] = await ask<{ nextAtMs: number }>('SELECT next_at::float8 AS "nextAtMs" FROM gateway.guess_counters WHERE key = $1', [key]);
  return { isAllowed: false, waitMs: Math.max(1_000, (row?.nextAtMs ?? nowMs) - nowMs) };
}

const FIRST_WAIT_MS = 1_000;
/** Ten years. */
const FOR_EVER_MS = 315_360_000_000;

/** It was right: what was counted before does not count any more. */
export async function clearGuesses(ask: AskRows, keys: readonly string[]): Promise<void> {
  await ask('DELETE FROM gateway.guess_counters WHERE key = ANY ($1)', [[...keys]]);
}

/** A try that was right after all, where the others go on counting. */
export async function giveBackGuess(ask: AskRows, key: string): Promise<void> {
  await ask('UPDATE gateway.guess_counters SET tries = greatest(tries - 1, 0), next_at = 0 WHERE key = $1', [key]);
}

/** Counters that limit nothing any more. */
export async function deleteOldGuesses(ask: AskRows, beforeMs: number): Promise<void> {
  await ask('DELETE FROM gateway.guess_counters WHERE started_at < $1 AND next_at < $1 AND key NOT LIKE $2', [beforeMs, 'streak %']);
}

/** Streaks of addresses that are no user's: anybody can begin one. Those of users have no end but that they sign in. */
export async function deleteForeignStreaks(ask: AskRows, beforeMs: number): Promise<void> {
  await ask(
    `DELETE FROM gateway.guess_counters c WHERE key LIKE 'streak %' AND started_at < $1
       AND NOT EXISTS (SELECT FROM gateway.users u WHERE u.email_digest = substr(c.key, 8))`,
    [beforeMs],
  );
}
