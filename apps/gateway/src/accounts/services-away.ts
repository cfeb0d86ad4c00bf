import type { EventStore } from '#event-store';

/** Services that do not answer a follower of their logs: logged when it begins and when it ends, however often they are tried. */
export class ServicesAway {
  private readonly away = new Set<string>();

  /** @param follower how its logs call it, such as `audit log`. */
  constructor(
    private readonly follower: string,
    private readonly logger: EventStore['options']['logger'],
  ) {}

  /** Whether all have answered when they were last asked. */
  get isEmpty(): boolean {
    return this.away.size === 0;
  }

  add(service: string, error: unknown): void {
    if (this.away.has(service)) return;
    this.away.add(service);
    this.logger.warn({ service, error: String(error) }, `${this.follower} behind a service, retrying`);
  }

  remove(service: string): void {
    if (this.away.delete(service)) this.logger.info({ service }, `${this.follower} up to date with the service again`);
  }
}
