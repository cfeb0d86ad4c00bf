import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import type { ConnectionGrants } from './connection-grants';

const EVERY_MS = 15_000;
/** Connections that one round ends, at most. */
const ROUND_MAX = 100;

/**
 * Ends connections that give nothing any more: whoever consented has left the account or may not connect apps any more, or a refresh
 * token was brought twice and the account was busy then. Their tokens are refused from the first moment on; this tells both sides.
 */
export class LostConnections implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: WakeableLoop;

  constructor(
    private readonly grants: Pick<ConnectionGrants, 'lost' | 'revoke'>,
    logger: Logger,
  ) {
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'lost connections not ended, trying again');
    this.loop = new WakeableLoop({ run: () => this.endThem(), everyMs: EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async endThem(): Promise<void> {
    for (const { id, appId, reason } of await this.grants.lost(ROUND_MAX)) await this.grants.revoke(id, reason, appId);
  }
}
