import { TransientError } from '#contracts';

/** SQLSTATE classes that say "this statement is wrong": data, constraint, syntax or access. No retry mends them. */
const OUR_MISTAKE = /^(?:22|23|42)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Postgres cannot take the work now: bring the messages again. */
export class DatabaseAwayError extends TransientError {
  override readonly name = 'DatabaseAwayError';

  constructor(cause: unknown) {
    super('Postgres is not available', { cause });
  }
}

/** Whether an error of pg means that the world is away, and not that our statement is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && SQLSTATE.test(code)) return !OUR_MISTAKE.test(code);
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError);
}
