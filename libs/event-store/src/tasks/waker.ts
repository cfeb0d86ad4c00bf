import type { Command, Reply } from '#contracts';
import { WakeableLoop } from '#loops';
import QuickLRU from 'quick-lru';
import type { Query, StreamReader } from '../writer/load';
import type { EventStoreOptions } from '../options';
import type { ProjectedEvent } from '../projection/projection';
import type { AggregateRegistry } from '../registry';
import { DueStreams, type DueRow } from './due-streams';
import type { DueStream, TaskRunner } from './task';
import { SessionGuard } from './task-guard';
import { TaskPool, type TaskPoolParts } from './task-pool';
import { TaskReporter } from './task-reporter';
import { TaskSession } from './task-session';
import { WakeUps } from './wake-ups';
import { firstWakeAtMs, timesOf, timesOnClock, type DueTimes } from './wake-time';

/** While something is due, or a stream changes that soon will be: no stream is later than this. */
const EVERY_MS = 500;
/** While nothing is, it is known when the next stream will be. */
const QUIET_MS = 10_000;
/** Pause before the next look when tasks wait for room. */
const MORE_AFTER_MS = 50;
const REMEMBERED_MAX = 20_000;
/** So many tasks of one stream begin at once within ten seconds; further ones wait for the next look. */
const BURST_MAX = 8;
const BURST_MS = 10_000;

export interface WakerParts {
  /** Shards that this process serves now. */
  ownedShards: () => readonly number[];
  options: EventStoreOptions;
  registry: AggregateRegistry;
  reader: StreamReader;
  query: Query;
  submit: (command: Command) => Promise<Reply>;
  runnerOf: (name: string) => TaskRunner | undefined;
}

/**
 * Looks after streams whose time has come (docs/decisions/0008, 0010). One that wants to be woken gets the wake command of
 * its aggregate, once for each version: the command id derives from stream and version, so that two processes, or one
 * before and after a crash, wake it once. One that has something to ask of the outside gets its task run.
 */
export class Waker {
  private readonly due: DueStreams;
  private readonly pool: TaskPool;
  private readonly session: TaskSession;
  private readonly loop: WakeableLoop;
  private readonly wakeUps: WakeUps;
  /** Of versions that were looked at: so that one whose task rests or waits is not read again in every round. */
  private readonly times = new QuickLRU<string, DueTimes>({ maxSize: REMEMBERED_MAX });
  private readonly bursts = new QuickLRU<string, { count: number; sinceMs: number }>({ maxSize: REMEMBERED_MAX });
  private hasMore = false;
  /** The last look found nothing due. */
  private isQuiet = false;
  private stopped: Promise<void> | null = null;

  constructor(private readonly parts: WakerParts) {
    const { options, registry, reader, query, submit, runnerOf, ownedShards } = parts;
    const due = (this.due = new DueStreams(options.schema, registry, reader, query));
    this.wakeUps = new WakeUps({ options, registry, due, submit });
    const reporter = new TaskReporter({ clock: options.clock, submit });
    const session = (this.session = new TaskSession(options));
    const guards = { session, streams: new DueStreams(options.schema, registry, reader, session.query), ownedShards };
    const guardOf: TaskPoolParts['guardOf'] = (stream, task, signal) => new SessionGuard(guards, stream, task, signal);
    this.pool = new TaskPool({ options, reporter, runnerOf, guardOf, onEnded: () => this.lookSoon() });
    const onError = (error: unknown): void => options.logger.warn({ error: String(error) }, 'due streams could not be processed, retrying');
    this.loop = new WakeableLoop({ run: () => this.lookAfterDue(), everyMs: () => this.everyMs, onError }).start();
  }

  /** These were appended just now with a task that is due: no round is waited for. */
  runNow(streams: readonly DueStream[]): void {
    for (const stream of streams) {
      if (this.loop.isStopped || !this.isWithinBurst(stream)) continue;
      this.offer(stream);
    }
  }

  /** These were appended just now: a stream that is due soon is looked after then. No look comes sooner than it would while something is due. */
  foresee(events: Iterable<readonly ProjectedEvent[]>): void {
    const untilMs = firstWakeAtMs(events, this.parts.registry) - this.parts.options.clock.nowMs();
    if (untilMs < QUIET_MS) this.lookWithin(untilMs);
  }

  /**
   * Partitions were taken or given up: their streams are ours now, and tasks of streams that are not end. Or another process appended: what
   * it changed may be due.
   */
  lookAgain(): void {
    this.lookWithin(EVERY_MS);
  }

  /** Takes nothing new and ends what is under way. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    await Promise.all([this.loop.stop(), this.pool.stop()]);
    await this.session.stop();
  }

  private get everyMs(): number {
    return this.isQuiet ? QUIET_MS : EVERY_MS;
  }

  private lookWithin(untilMs: number): void {
    this.loop.wakeWithin(Math.max(EVERY_MS, untilMs));
  }

  private lookSoon(): void {
    if (this.hasMore) this.loop.wakeWithin(MORE_AFTER_MS);
  }

  private async lookAfterDue(): Promise<void> {
    const shards = this.parts.ownedShards();
    this.pool.abortTask(new Set(shards));
    this.hasMore = false;
    if (shards.length === 0) return;
    const wasQuiet = this.isQuiet;
    this.isQuiet = false;
    if (wasQuiet && (await this.isNothingDue(shards))) this.isQuiet = true;
    else if ((await this.lookAfterAll(shards)) === 0) this.isQuiet = await this.isNothingDue(shards);
  }

  /** One short question where nothing is due; the answer is when to look again. */
  private async isNothingDue(shards: readonly number[]): Promise<boolean> {
    const untilMs = (await this.due.nextAtMs(shards)) - this.parts.options.clock.nowMs();
    if (untilMs > 0 && untilMs < QUIET_MS) this.loop.wakeWithin(Math.max(MORE_AFTER_MS, untilMs));
    return untilMs > 0;
  }

  /** @returns how many streams are due. */
  private async lookAfterAll(shards: readonly number[]): Promise<number> {
    const nowMs = this.parts.options.clock.nowMs();
    let count = 0;
    // Page after page: streams that stay due, because their aggregate throws, must not stand before all others. The next one is asked for
    // while the writers have this one.
    let underWay: Promise<void> = Promise.resolve();
    try {
      for await (const rows of this.due.pages(shards, nowMs)) {
        await underWay;
        count += rows.length;
        if (this.loop.isStopped) return count;
        underWay = this.lookAfter(rows, nowMs);
        underWay.catch(() => undefined);
      }
    } finally {
      await underWay;
    }
    return count;
  }

  private async lookAfter(rows: readonly DueRow[], nowMs: number): Promise<void> {
    const unread = rows.filter((row) => this.mustRead(row, nowMs));
    const read = new Map((await this.due.read(unread)).map((stream) => [stream.snapshot.head.streamId, stream]));
    const signalled: Promise<void>[] = [];
    for (const row of rows) {
      const stream = read.get(row.stream_id);
      // Changed since the page was read: the next round sees it as it is.
      if (stream && stream.snapshot.head.version !== row.version) continue;
      if (stream) this.offer(stream);
      if (this.isToBeSignalled(row, nowMs)) signalled.push(this.wakeUps.wake(row));
    }
    await Promise.all(signalled);
  }

  /** A stream without tasks needs no reading: it is due because it wants to be woken. */
  private mustRead(row: DueRow, nowMs: number): boolean {
    if (!this.parts.registry.findByStreamType(row.stream_type)?.taskOf) return false;
    const times = this.times.get(versionKey(row));
    if (!times) return true;
    if (times.taskMs === null || times.taskMs > nowMs) return false;
    if (this.pool.isFull) this.hasMore = true;
    return this.pool.mayStart(row.stream_id, row.version);
  }

  private isToBeSignalled(row: DueRow, nowMs: number): boolean {
    if (this.wakeUps.isSettled(row)) return false;
    if (!this.parts.registry.findByStreamType(row.stream_type)?.taskOf) return true;
    const wakeMs = this.times.get(versionKey(row))?.wakeMs ?? null;
    return wakeMs !== null && wakeMs <= nowMs;
  }

  private offer(stream: DueStream): void {
    const { aggregate, snapshot } = stream;
    const task = aggregate.taskOf?.(snapshot) ?? null;
    const { streamId, version, clockId } = snapshot.head;
    const times = clockId === undefined ? timesOf(stream, task) : timesOnClock(task);
    this.times.set(`${streamId} ${version}`, times);
    if (!task || (times.taskMs ?? Infinity) > this.parts.options.clock.nowMs()) return;
    if (this.pool.mayStart(streamId, version)) this.pool.start(stream, task);
    else this.hasMore = true;
  }

  /** Each task of a test clock is asked for by a call, and callers have limits of their own. */
  private isWithinBurst({ aggregate, snapshot: { head } }: DueStream): boolean {
    if (aggregate.clock !== undefined) return true;
    const { streamId } = head;
    const nowMs = this.parts.options.clock.monotonicMs();
    const burst = this.bursts.get(streamId);
    if (burst && nowMs - burst.sinceMs <= BURST_MS) return ++burst.count <= BURST_MAX;
    this.bursts.set(streamId, { count: 1, sinceMs: nowMs });
    return true;
  }
}

function versionKey(row: DueRow): string {
  return `${row.stream_id} ${row.version}`;
}
