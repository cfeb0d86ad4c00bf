import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '#contracts';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import { writeKeyUses, type AccountsDatabase, type KeyUse } from './key-uses.table';

/** Each key is written once in it at most, however often it is used. */
const EVERY_MS = 60_000;

/** Remembers when and from where each key is used, and writes it down once a minute: a request does no more than note it in memory. */
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwritten = new Map<string, KeyUse>();
  private readonly loop: WakeableLoop;

  constructor(
    private readonly database: AccountsDatabase,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'last uses of keys not written, trying again');
    this.loop = new WakeableLoop({ run: () => this.write(), everyMs: EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Writes what is left. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.write().catch(() => undefined);
  }

  /** Called for each request with a key that is good. */
  saw(keyId: string, address: string): void {
    const use = this.unwritten.get(keyId);
    const atMs = this.clock.nowMs();
    if (use === undefined) this.unwritten.set(keyId, { keyId, atMs, address });
    else {
      use.atMs = atMs;
      use.address = address;
    }
  }

  private async write(): Promise<void> {
    if (this.unwritten.size === 0) return;
    const uses = this.unwritten;
    this.unwritten = new Map();
    try {
      await writeKeyUses(this.database, [...uses.values()]);
    } catch (error) {
      for (const [keyId, use] of uses) if (!this.unwritten.has(keyId)) this.unwritten.set(keyId, use);
      throw error;
    }
  }
}
