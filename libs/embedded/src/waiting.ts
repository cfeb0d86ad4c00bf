import { setTimeout as delay } from 'node:timers/promises';

/**
 * Ask again until there is an answer or the time is over.
 *
 * @param options.withinMs how long to go on asking, in milliseconds. @param options.everyMs pause between two tries.
 * @returns the first answer that is not undefined, or undefined when the time ran out.
 */
export async function pollUntil<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  options: { withinMs: number; everyMs: number },
): Promise<T | undefined> {
  const endsAt = performance.now() + options.withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= endsAt) return undefined;
    await delay(options.everyMs);
  }
}
