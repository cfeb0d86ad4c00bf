const LOOK_MS = 5;

/** Doubling delays with a ceiling, in milliseconds. */
export class Backoff {
  private currentMs: number;

  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.currentMs = firstMs;
  }

  nextMs(): number {
    const delayMs = this.currentMs;
    this.currentMs = Math.min(this.currentMs * 2, this.maxMs);
    return delayMs;
  }

  reset(): void {
    this.currentMs = this.firstMs;
  }
}

/** Resolves after the delay, or at once when the signal fires. Never rejects. */
export function delay(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** Waits for the work, but no longer than the limit, and never rejects. True when the work ended well in time. */
export async function settledWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const ended = work.then(
    () => true,
    () => false,
  );
  const timedOut = delay(limitMs, limit.signal).then(() => false);
  const inTime = await Promise.race([ended, timedOut]);
  limit.abort();
  return inTime;
}

/** What a wait ends with that was longer than it may be. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * The result of the work, unless it takes longer than the limit.
 *
 * @throws DeadlineError then; the work itself goes on unheard.
 */
export async function withDeadline<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`No answer within ${limitMs} ms.`)), limitMs);
    timer.unref();
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Looks every few milliseconds until the condition holds or the limit is over. For shutdowns, where no signal comes. */
export async function untilTrue(condition: () => boolean, limitMs: number): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  while (!condition() && !limit.signal.aborted) await delay(LOOK_MS, limit.signal);
  clearTimeout(timer);
}

/** A timer that never overlaps itself and never keeps the process alive. Returns the function that ends it. */
export function every(intervalMs: number, action: () => void | Promise<void>): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void Promise.resolve()
      .then(action)
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
