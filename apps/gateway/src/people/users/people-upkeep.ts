import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '#contracts';
import { WakeableLoop } from '#loops';
import type { PersonalData } from '#personal-data';
import type { Logger } from '#service';
import type { GatewayDatabase } from '../../tables/gateway-database';
import { deleteForeignStreaks, deleteOldGuesses } from '../guessing/guess-counters.table';
import { deleteExpiredLinks } from '../links/links.table';
import { deleteMailsBefore } from '../mails/mails.table';
import { deleteExpiredChallenges } from '../passkeys/passkey-challenges.table';
import { deleteEndedSessions } from '../sessions/sessions.table';
import { deleteExpiredFlows } from '../sign-in/flows.table';
import { deleteExpiredSignUps } from '../sign-up/pending-sign-ups.table';

const EVERY_MS = 600_000;
/** Longer than any counter counts. */
const GUESSES_KEPT_MS = 172_800_000;
/** Ninety days: a counter that begins anew shows that an address is no user's, but only to those who wait that long. */
const FOREIGN_STREAKS_KEPT_MS = 7_776_000_000;
/** Seven days. */
const MAILS_KEPT_MS = 604_800_000;

/** What the upkeep needs. */
export interface UpkeepParts {
  database: GatewayDatabase;
  personalData: PersonalData;
  clock: Clock;
  logger: Logger;
  sessionIdleMs: number;
}

/** Takes away what is over: it opens nothing any more, and need not be there for who reads the tables. Several processes may do it at once. */
export class PeopleUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: WakeableLoop;

  constructor(private readonly parts: UpkeepParts) {
    const onError = (error: unknown): void => parts.logger.warn({ error: String(error) }, 'upkeep of sessions failed, trying again');
    this.loop = new WakeableLoop({ run: () => this.run(), everyMs: EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Once; also called by the loop. */
  async run(): Promise<void> {
    const { database, personalData, clock, sessionIdleMs } = this.parts;
    const nowMs = clock.nowMs();
    await deleteEndedSessions(database.ask, { nowMs, idleSinceMs: nowMs - sessionIdleMs });
    await deleteExpiredFlows(database.ask, nowMs);
    await deleteExpiredLinks(database.ask, nowMs);
    await deleteExpiredChallenges(database.ask, nowMs);
    await deleteOldGuesses(database.ask, nowMs - GUESSES_KEPT_MS);
    await deleteForeignStreaks(database.ask, nowMs - FOREIGN_STREAKS_KEPT_MS);
    await deleteMailsBefore(database.ask, nowMs - MAILS_KEPT_MS);
    // Under the keys of users that never came to be, nothing is kept any more.
    for (const id of await deleteExpiredSignUps(database.ask, nowMs)) await personalData.discard({ accountId: id, id });
  }
}
