import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { shardsOfPartition, type PublicEvent } from '#contracts';
import { askOn, queryOn, type EventStore } from '#event-store';
import { WakeableLoop } from '#loops';
import type { PublishedEvents } from '#service';
import { readLogMarks, saveLogMarks } from '../../accounts/log-marks.table';
import { ServicesAway } from '../../accounts/services-away';
import type { Mails, SealedMail } from '../mails/mails';
import type { Notices } from './notices';

const EVERY_MS = 10_000;
/** Under this name it is kept how far logs were read. */
const CONSUMER = 'notices';

export interface NoticeFollowerParts {
  store: EventStore;
  /** The logs of accounts and of the webhooks service. */
  logs: readonly PublishedEvents[];
  notices: Pick<Notices, 'mailsOf'>;
  /** How often it is looked for events, in milliseconds; every ten seconds unless given. */
  everyMs?: number;
  /** Called at the end. */
  onStop(): Promise<void>;
  mails: Pick<Mails, 'write'>;
}

/**
 * Writes the mails that events are a reason for, each once: mails and the position up to which the log was read are one commit. It
 * reads published events from the logs of their services, and no topic, so that it needs no broker.
 */
export class NoticeFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: WakeableLoop;
  private readonly away: ServicesAway;

  constructor(private readonly parts: NoticeFollowerParts) {
    const { store, everyMs = EVERY_MS } = parts;
    const { logger } = store.options;
    this.away = new ServicesAway('notices', store.options);
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'notices not written, trying again');
    this.loop = new WakeableLoop({ run: () => this.round(), everyMs, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.parts.onStop();
  }

  /** One that does not answer is tried again, and holds up no other. */
  private async round(): Promise<void> {
    for (const log of this.parts.logs) {
      const { service } = log;
      const shards = this.parts.store.ownership.held().flatMap(shardsOfPartition);
      if (shards.length === 0) return;
      try {
        await this.follow(log, shards);
        this.away.remove(service);
      } catch (error) {
        this.away.add(service, error);
      }
    }
  }

  private async follow(log: PublishedEvents, shards: readonly number[]): Promise<void> {
    const { acrossAccounts: ask } = this.parts.store;
    // Before the ends: what is published between the two is read the next time.
    const marks = await readLogMarks(ask, CONSUMER, log.service, shards);
    const ends = await log.ends();
    for (const [shard, position] of marks) {
      const end = ends.get(shard)?.position ?? 0n;
      const after = BigInt(position ?? 0n);
      // A log that was restored ends before the mark.
      if (position === null || after > end) await saveLogMarks(ask, CONSUMER, log.service, [[shard, String(after > end ? end : after)]]);
      if (after < end) await this.readOn(log, { shard, after, before: end + 1n });
    }
  }

  private async readOn(log: PublishedEvents, window: { shard: number; after: bigint; before: bigint }): Promise<void> {
    const { shard, before } = window;
    for (let { after } = window; ;) {
      const messages = await log.read({ shard, after, before });
      const last = messages.at(-1);
      if (last === undefined) return;
      const mails: SealedMail[] = [];
      for (const { event, value } of messages)
        mails.push(...(await this.parts.notices.mailsOf(event ?? (JSON.parse(value) as PublicEvent))));
      if (!(await this.write({ service: log.service, shard, from: after, to: last.position }, mails))) return;
      after = last.position;
    }
  }

  /** @returns false when another gateway, which has taken over the shard, has read on meanwhile: it writes them. */
  private async write(read: { service: string; shard: number; from: bigint; to: bigint }, mails: readonly SealedMail[]): Promise<boolean> {
    return this.parts.store.shardLocks.within(read.shard, async (client) => {
      const [mark] = await readLogMarks(queryOn(client), CONSUMER, read.service, [read.shard]);
      if (mark?.[1] !== String(read.from)) return false;
      for (const mail of mails) await this.parts.mails.write(askOn(client), mail);
      await saveLogMarks(client, CONSUMER, read.service, [[read.shard, String(read.to)]]);
      return true;
    });
  }
}
