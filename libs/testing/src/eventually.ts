import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** How long the assertion may take to become true, in milliseconds. */
  withinMs?: number;
  /** Pause between two tries, in milliseconds. */
  everyMs?: number;
}

/** Patience costs nothing where all is well, and a busy machine needs it: a limit that is the guarantee is said by its test. */
const WITHIN_MS = 20_000;
const EVERY_MS = 20;

/**
 * Repeat an assertion until it holds. This is the only way a test waits.
 *
 * @returns what the assertion returned. @throws its last error when the time is over.
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const withinMs = options.withinMs ?? WITHIN_MS;
  const endsAt = performance.now() + withinMs;
  let explanation: unknown;
  for (;;) {
    try {
      return await within(assertion, endsAt - performance.now());
    } catch (error) {
      // The try that the deadline cuts off says nothing; the one before it said what was wrong.
      explanation = error instanceof CutOffError ? (explanation ?? error) : error;
      if (performance.now() >= endsAt) throw explain(explanation, withinMs);
    }
    await delay(options.everyMs ?? EVERY_MS);
  }
}

class CutOffError extends Error {
  constructor() {
    super('the assertion did not settle');
  }
}

/** An assertion that never settles must not outlive the deadline. */
async function within<T>(assertion: () => T | Promise<T>, remainingMs: number): Promise<T> {
  const over = new AbortController();
  const expired = delay(Math.max(remainingMs, 1), undefined, { signal: over.signal }).then(() => {
    throw new CutOffError();
  });
  expired.catch(() => undefined);
  try {
    return await Promise.race([Promise.resolve().then(assertion), expired]);
  } finally {
    over.abort();
  }
}

function explain(error: unknown, withinMs: number): unknown {
  if (error instanceof Error) error.message = `${error.message}\n(still so after ${withinMs} ms)`;
  return error;
}
