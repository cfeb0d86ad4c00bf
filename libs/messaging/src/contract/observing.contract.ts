import { TransientError } from '#contracts';
import { eventually } from '#testing';

/** Watches that something stays true for a while: the only way to see that a thing does not happen. */
export async function holdsFor(forMs: number, assertion: () => void): Promise<void> {
  const startedAt = performance.now();
  let failure: unknown;
  await eventually(
    () => {
      try {
        assertion();
      } catch (error) {
        failure ??= error;
      }
      if (failure === undefined) expect(performance.now() - startedAt).toBeGreaterThanOrEqual(forMs);
    },
    { withinMs: forMs * 3 },
  );
  if (failure !== undefined) throw failure as Error;
}

/** A door that handlers wait at until the test opens it. */
export class Gate {
  private open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  letThrough(): void {
    this.open();
  }
}

/** How long the work took, in milliseconds. */
export async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

/** What a writer throws when its database is gone. */
export class UnavailableError extends TransientError {}
