import type { EventMessage } from '#contracts';
import type { PublishedEnd } from '#event-store';
import { WakeableLoop } from '#loops';
import type { Logger } from '../log/logger';
import type { PublishedEvents } from '../published-events';
import type { MissingEvents } from './missing-events';

/** Pages of one shard in one look; what is more comes with the next looks. */
const PAGES_MAX = 50;
/** Between two looks, in milliseconds, where all that was published is taken and nothing comes. */
const QUIET_MS = 30_000;

export interface LostTailsParts {
  /** Whom to ask, by topic. */
  owners: Readonly<Record<string, PublishedEvents>>;
  /** How far each shard of a topic is taken; 0 for those that are left out. */
  marks: (topic: string) => Promise<ReadonlyMap<number, bigint>>;
  /** Messages of a topic that wait to be taken. */
  lagOf: (topic: string) => number;
  /** Takes messages as if they had come by their topic. @returns the mark after them. */
  take: (topic: string, messages: readonly EventMessage[]) => Promise<bigint>;
  missing: Pick<MissingEvents, 'noteHole' | 'noteReread'>;
  logger: Logger;
}

/** What was found at one look. */
interface Look {
  marks: ReadonlyMap<number, bigint>;
  ends: ReadonlyMap<number, PublishedEnd>;
}

/**
 * Finds what is missing at the very end of a shard, where no message follows that would show the hole (missing-events.ts). What
 * was published at one look, and neither taken nor come nearer at the next, is lost: it is read again from its service. Should
 * it come all the same, it is passed over like everything that comes twice.
 */
export class LostTails {
  private readonly looks = new Map<string, Look>();
  /** Topics of which something is published and not taken, or whose service did not answer. */
  private readonly behind = new Set<string>();
  private readonly loop: WakeableLoop;
  private everyMs = QUIET_MS;

  constructor(private readonly parts: LostTailsParts) {
    this.loop = new WakeableLoop({ run: () => this.look(), everyMs: () => (this.behind.size > 0 ? this.everyMs : QUIET_MS), unref: true });
  }

  /** Looks from now on. @param everyMs from one look to the next while messages come or something is missing, in milliseconds. */
  start(everyMs: number): void {
    this.everyMs = everyMs;
    this.loop.wake();
  }

  /** Messages have come: what was published with them is looked for soon. */
  noteArrival(): void {
    this.loop.wakeWithin(this.everyMs);
  }

  /** Once over all topics. An owner that cannot be asked now is asked at the next look. */
  async look(): Promise<void> {
    for (const [topic, owner] of Object.entries(this.parts.owners)) {
      await this.lookAt(topic, owner).catch((error: unknown) => {
        this.behind.add(topic);
        this.parts.logger.debug({ topic, reason: String(error) }, 'check for missing events failed');
      });
    }
  }

  /** Takes nothing more. Resolves when the look under way has ended. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async lookAt(topic: string, owner: PublishedEvents): Promise<void> {
    const earlier = this.looks.get(topic);
    const look = { marks: await this.parts.marks(topic), ends: await owner.ends() };
    this.looks.set(topic, look);
    if ([...look.ends].every(([shard, { position }]) => (look.marks.get(shard) ?? 0n) >= position)) this.behind.delete(topic);
    else this.behind.add(topic);
    // While messages wait, what is missing may be among them.
    if (earlier === undefined || this.parts.lagOf(topic) > 0) return;
    for (const [shard, end] of earlier.ends) {
      const mark = look.marks.get(shard) ?? 0n;
      if (mark < end.position && mark === (earlier.marks.get(shard) ?? 0n)) await this.readAgain({ topic, owner, shard, mark, end });
    }
  }

  private async readAgain({ topic, owner, shard, mark, end: { position: end, restoredTo } }: Tail): Promise<void> {
    const { take, missing } = this.parts;
    missing.noteHole({ topic, through: end, restoredTo });
    let reached = mark;
    for (let page = 0; page < PAGES_MAX && reached < end && !this.loop.isStopped; page++) {
      const after = reached;
      const messages = await owner.read({ shard, after, before: end + 1n });
      if (messages.length === 0) return;
      reached = await take(topic, messages);
      missing.noteReread({ topic, shard, after, through: reached, events: messages.length });
    }
  }
}

interface Tail {
  topic: string;
  owner: PublishedEvents;
  shard: number;
  mark: bigint;
  end: PublishedEnd;
}
