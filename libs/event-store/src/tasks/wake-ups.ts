import { isUndecided, systemCommand, type Command, type Reply } from '#contracts';
import QuickLRU from 'quick-lru';
import type { EventStoreOptions } from '../options';
import type { AggregateRegistry } from '../registry';
import { derivedUuid } from '../writer/pending';
import type { DueRow, DueStreams } from './due-streams';
import { wakeTimesOf } from './wake-time';

const ATTEMPTS_MAX = 100;
const REMEMBERED_MAX = 20_000;

export interface WakeUpParts {
  options: EventStoreOptions;
  registry: AggregateRegistry;
  due: DueStreams;
  submit: (command: Command) => Promise<Reply>;
}

/** Wakes a stream once for each of its versions, at the time that was stored with it. */
export class WakeUps {
  /** Versions that were woken and settled, and how many of their commands expired unheard. */
  private readonly settled = new QuickLRU<string, true>({ maxSize: REMEMBERED_MAX });
  private readonly expired = new QuickLRU<string, number>({ maxSize: REMEMBERED_MAX });

  constructor(private readonly parts: WakeUpParts) {}

  isSettled(row: DueRow): boolean {
    return this.settled.has(keyOf(row));
  }

  async wake(row: DueRow): Promise<void> {
    const type = this.parts.registry.findByStreamType(row.stream_type)?.timer?.commandType;
    if (type === undefined) return;
    const attempt = this.expired.get(keyOf(row)) ?? 0;
    const reply = await this.parts.submit(this.commandFor(row, type, attempt)).catch(() => null);
    // Such a refusal is not stored and says nothing about the stream: the same command is sent with the next round.
    if (!reply || (reply.refusal && isUndecided(reply.refusal.code))) return;
    await this.end(row, attempt, reply);
  }

  private async end(row: DueRow, attempt: number, { refusal, position }: Reply): Promise<void> {
    if (refusal?.code === 'command_expired' && attempt < ATTEMPTS_MAX) return void this.expired.set(keyOf(row), attempt + 1);
    if (refusal === null && position === null) await this.putOff(row);
    this.settle(row);
  }

  /** It had nothing to do. Where its time has not come yet, since a setting puts it off that was another when it was stored, it is woken then. */
  private async putOff(row: DueRow): Promise<void> {
    const [stream] = await this.parts.due.read([row]);
    if (stream === undefined || stream.snapshot.head.version !== row.version) return;
    const { wakeAtMs } = wakeTimesOf(stream.aggregate, stream.snapshot);
    if (wakeAtMs === null || wakeAtMs > Number(row.wake_at)) await this.parts.due.putOff(row, wakeAtMs);
  }

  private settle(row: DueRow): void {
    const { stream_type: streamType, wake_at: wakeAt } = row;
    this.settled.set(keyOf(row), true);
    const { clock, observe } = this.parts.options;
    observe?.timerEnded?.({ streamType, lateMs: Math.max(0, clock.nowMs() - Number(wakeAt)) });
  }

  /**
   * A wake-up that waited beyond its deadline is stored as expired; the next attempt needs another id. It is issued no earlier than it is
   * due, although the clock may have gone back since that was seen.
   */
  private commandFor(row: DueRow, type: string, attempt: number): Command {
    const { stream_id: streamId, version, wake_at: wakeAt, account_id: accountId, livemode } = row;
    const commandId = derivedUuid(`wake ${streamId} ${version} ${wakeAt} ${attempt}`);
    const nowMs = Math.max(this.parts.options.clock.nowMs(), Number(wakeAt));
    return systemCommand({ commandId, type, streamId, accountId, livemode, actorId: 'waker', nowMs, payload: {} });
  }
}

function keyOf({ stream_id: streamId, version, wake_at: wakeAt }: DueRow): string {
  return `${streamId} ${version} ${wakeAt}`;
}
