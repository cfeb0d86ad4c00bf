import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#contracts';
import type { Logger } from './log/logger';

/** Begins the argument that hands the begin of the first start, in milliseconds since 1970, to the next one. */
const SINCE = '--starting-since=';
const PAUSE_MS = 250;

/**
 * Begins the start of a process anew that lost a session of Postgres in it: what it had begun cannot be undone piece by piece. The
 * process keeps its number, and waits for Postgres as at first. Returns when the limit is over, or where the system cannot do it.
 */
export async function startAgain(limitMs: number, { clock, logger }: { clock: Clock; logger: Logger }, error: unknown): Promise<void> {
  const [program = '', ...words] = process.argv.slice(1);
  const since = words.find((word) => word.startsWith(SINCE))?.slice(SINCE.length);
  const sinceMs = Number(since ?? clock.nowMs() - process.uptime() * 1_000);
  if (clock.nowMs() - sinceMs > limitMs || process.execve === undefined) return;
  logger.warn({ error: String(error) }, 'Postgres was lost during the start, which begins again');
  await pause(PAUSE_MS);
  process.execve(process.execPath, [process.execPath, ...process.execArgv, program, `${SINCE}${sinceMs}`]);
}
