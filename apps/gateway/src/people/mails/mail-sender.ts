import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '#contracts';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import type { GatewayDatabase } from '../../tables/gateway-database';
import type { MailTransport } from './mail-transport';
import type { Mails } from './mails';
import { closeMail, emptyMail, retryMail, takeMails, type StoredMail } from './mails.table';

/** While mails are written or handed over, and otherwise: what another process wrote and did not hand over is found then. */
const EVERY_MS = 500;
const QUIET_MS = 5_000;
/** The transaction of a mail has ended by then. */
const WRITTEN_MS = 10_000;
/** After a mail of this process was written: its transaction has ended then, as a rule. */
const SOON_MS = 20;
/** Longer than handing over one takes: until then no other process tries. */
const LEASE_MS = 60_000;
const AT_ONCE = 10;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 3_600_000;
/** Half a day of tries. */
const TRIES_MAX = 20;

/** What handing over needs. */
export interface MailSenderParts {
  database: GatewayDatabase;
  mails: Pick<Mails, 'read' | 'listen'>;
  /** Null: mails are kept, and read by operators. */
  transport: MailTransport | null;
  clock: Clock;
  logger: Logger;
}

/** Hands mails over, each at least once. No address and no link is logged. */
export class MailSender implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: WakeableLoop;
  /** By the monotonic clock. */
  private activeUntilMs = 0;

  constructor(private readonly parts: MailSenderParts) {
    const onError = (error: unknown): void => parts.logger.warn({ error: String(error) }, 'mails not sent, trying again');
    this.loop = new WakeableLoop({ run: () => this.run(), everyMs: () => this.everyMs, onError, unref: true });
    parts.mails.listen(() => {
      this.activeUntilMs = parts.clock.monotonicMs() + WRITTEN_MS;
      this.loop.wakeWithin(SOON_MS);
    });
  }

  private get everyMs(): number {
    return this.parts.clock.monotonicMs() < this.activeUntilMs ? EVERY_MS : QUIET_MS;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    this.parts.transport?.close();
  }

  private async run(): Promise<void> {
    const { database, transport, clock } = this.parts;
    if (transport === null) return;
    const nowMs = clock.nowMs();
    for (const mail of await takeMails(database.ask, { nowMs, leaseMs: LEASE_MS, most: AT_ONCE })) await this.hand(mail, transport);
  }

  private async hand(stored: StoredMail, transport: MailTransport): Promise<void> {
    const { database, mails, clock, logger } = this.parts;
    const mail = await mails.read(stored);
    try {
      if (mail !== null) await transport.deliver(mail);
      await (transport.isServer ? emptyMail : closeMail)(database.ask, stored.id);
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      logger.warn({ mailId: stored.id, kind: stored.kind, tries: stored.tries, code }, 'mail not handed over, retrying');
      if (stored.tries >= TRIES_MAX) return closeMail(database.ask, stored.id);
      await retryMail(database.ask, stored.id, clock.nowMs() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** stored.tries));
    }
  }
}
