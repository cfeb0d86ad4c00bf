import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** How long the assertion may take to become true, in milliseconds. */
  withinMs?: number;
  /** Pause between two tries, in milliseconds. */
  everyMs?: number;
}

const WITHIN_MS = 5_000;
const EVERY_MS = 20;

/**
 * Repeat an assertion until it holds. This is the only way a test waits.
 *
 * @returns what the assertion returned. @throws its last error when the time is over.
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const withinMs = options.withinMs ?? WITHIN_MS;
  const endsAt = performance.now() + withinMs;
  for (;;) {
    try {
      return await within(assertion, endsAt - performance.now());
    } catch (error) {
      if (performance.now() >= endsAt) throw explain(error, withinMs);
    }
    await delay(options.everyMs ?? EVERY_MS);
  }
}

/** An assertion that never settles must not outlive the deadline. */
async function within<T>(assertion: () => T | Promise<T>, remainingMs: number): Promise<T> {
  const over = new AbortController();
  const expired = delay(Math.max(remainingMs, 1), undefined, { signal: over.signal }).then(() => {
    throw new Error('the assertion did not settle');
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
