/** Looks again and again until it holds. @throws Error after so long. */
export async function until(
  holds: () => Promise<boolean>,
  { everyMs, withinMs, what }: { everyMs: number; withinMs: number; what: string },
) {
  const endsAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > endsAt) throw new Error(`not within ${withinMs} ms: ${what}`);
    await pause(everyMs);
  }
}

/** Waits. */
export function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
