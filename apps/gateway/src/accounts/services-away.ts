import type { EventStore } from '#event-store';

/** A service that starts, or is replaced by its next release, is back by then. */
const LOGGED_AFTER_MS = 15_000;

interface Away {
  sinceMs: number;
  isLogged: boolean;
}

/** Services that do not answer a follower of their logs: logged when it lasts and when it ends, however often they are tried. */
export class ServicesAway {
  private readonly away = new Map<string, Away>();

  /** @param follower how its logs call it, such as `audit log`. */
  constructor(
    private readonly follower: string,
    private readonly options: Pick<EventStore['options'], 'logger' | 'clock'>,
  ) {}

  /** Whether all have answered when they were last asked. */
  get isEmpty(): boolean {
    return this.away.size === 0;
  }

  add(service: string, error: unknown): void {
    const { logger, clock } = this.options;
    const nowMs = clock.monotonicMs();
    const known = this.away.get(service) ?? { sinceMs: nowMs, isLogged: false };
    this.away.set(service, known);
    if (known.isLogged || nowMs - known.sinceMs < LOGGED_AFTER_MS) return;
    known.isLogged = true;
    logger.warn({ service, error: String(error) }, `${this.follower} behind a service, retrying`);
  }

  remove(service: string): void {
    const known = this.away.get(service);
    this.away.delete(service);
    if (known?.isLogged) this.options.logger.info({ service }, `${this.follower} up to date with the service again`);
  }
}
