import { WakeableLoop } from '#loops';
import type { Logger } from '#service';

/** Work that is done when it is woken and from time to time. A failure is logged, and the next time comes all the same. */
export function periodicTask({ name, everyMs, work, logger }: PeriodicTaskParts): WakeableLoop {
  const onError = (error: unknown): void => logger.warn({ work: name, error: String(error) }, 'periodic task failed, retrying');
  return new WakeableLoop({ run: work, everyMs, onError, unref: true });
}

interface PeriodicTaskParts {
  name: string;
  everyMs: number;
  work: () => Promise<void>;
  logger: Logger;
}
