import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import type { OAuthObjects } from './oauth-objects.table';

const EVERY_MS = 60_000;
/** Rows that one round takes away, at most: it must not hold up those who use the table. */
const ROWS_MAX = 5_000;

/** Takes away what OAuth kept and nobody can use any more. */
export class ExpiredObjects implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: WakeableLoop;

  constructor(objects: OAuthObjects, logger: Logger) {
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'expired objects of OAuth not deleted, trying again');
    this.loop = new WakeableLoop({ run: () => objects.deleteExpired(ROWS_MAX), everyMs: EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
