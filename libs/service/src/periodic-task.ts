/** Work that is done again and again, never twice at once. */
export interface PeriodicWork {
  everyMs: number;
  work(): Promise<void>;
  /** The work failed; it is tried again after the interval. */
  onError(error: unknown): void;
}

/** Begins after the first interval. @returns how to end it, after the run under way. */
export function runPeriodically({ everyMs, work, onError }: PeriodicWork): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
