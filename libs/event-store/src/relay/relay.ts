import { setTimeout as pause } from 'node:timers/promises';
import type { EventMessage } from '#contracts';
import { WakeableLoop } from '#loops';
import { AlteredEventError, LogEpochChangedError, OversizedEventError, PositionGapError } from '../errors';
import type { ProjectedEvent } from '../projection/projection';
import { AppendedEvents } from './appended-events';
import { CursorStore, type Cursor } from './cursors';
import { placeOf, type PageEvent, type Place } from './page-event';
import { OVERSIZED_REST_MS, RetryingPublisher, type RefusedMessages } from './retrying-publisher';
import { RelayBacklog } from './relay-backlog';
import type { RelayParts, RenderedPage } from './relay-parts';

/** Events read and published in one go. */
const PAGE_MAX = 500;
/** Safety net under the wake-ups of the writers: while a shard waits to be tried again, and otherwise. */
const POLL_EVERY_MS = 1_000;
const QUIET_MS = 10_000;
/** Pause before a page, so that small commits share it and the writers keep the processor: after a rest, and under load. None after a full page. */
const PAUSE_MS = 5;
const BUSY_PAUSE_MS = 50;
/** Cursors are written when the relay has caught up, and under load this often: a crash repeats what lies between. */
const SAVE_EVERY_MS = 100;
const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 500;

/**
 * Publishes committed events in order: takes what follows its cursors, from the writers of this
 * process or from the log, renders, hands one batch to the bus, waits until it is acknowledged, moves the cursors. One
 * request in flight, ever. A crash anywhere repeats what was not written down, and consumers drop what they have seen. It
 * goes by dense position and not by transaction id, so that a transaction left open by another session delays nothing.
 */
export class Relay {
  private readonly store: CursorStore;
  private readonly appended = new AppendedEvents();
  private readonly backlog = new RelayBacklog();
  private readonly cursors = new Map<number, Cursor>();
  /** Moved since they were written. */
  private readonly unsaved = new Map<number, Cursor>();
  private savedAtMs = 0;
  private readonly signalled = new Set<number>();
  private readonly stopped = new Set<number>();
  /** Shards whose next event could not be rendered or published: left out until a poll after that time, or they fill every page. */
  private readonly paused = new Map<number, number>();
  private readonly publisher: RetryingPublisher;
  private readonly poll: WakeableLoop;
  private readonly loop = new WakeableLoop({ run: () => this.run() });

  constructor(private readonly parts: RelayParts) {
    this.store = new CursorStore(parts.options.schema, parts.epochs);
    this.publisher = new RetryingPublisher({ publish: parts.publish, logger: parts.options.logger });
    parts.options.observe?.relayStarted?.(() => this.backlog.lagMs(parts.options.clock.nowMs()));
    const everyMs = (): number => (this.paused.size > 0 ? POLL_EVERY_MS : QUIET_MS);
    this.poll = new WakeableLoop({ run: async () => this.lookAgain(), everyMs }).start();
    this.wake(parts.ownedShards());
  }

  /** Events that a writer of this process has just stored. Wake the shard as well. */
  offer(shard: number, events: readonly ProjectedEvent[]): void {
    this.appended.offer(shard, events);
    const [first] = events;
    if (first !== undefined) this.backlog.saw(placeOf(first));
  }

  /** Another process appended to these shards: their next page comes from the log. Wake them as well. */
  readLog(shards: readonly number[]): void {
    for (const shard of shards) this.appended.forget(shard);
  }

  /** There may be new events in these shards. */
  wake(shards: readonly number[]): void {
    for (const shard of shards) this.signalled.add(shard);
    if (this.signalled.size > 0) this.loop.wake();
  }

  /** Shards handed on or taken over: what is known of their cursors is void, and not written: the log may end before them now. */
  forget(shards: readonly number[]): void {
    for (const shard of shards) {
      this.appended.forget(shard);
      this.backlog.forget(shard);
      this.cursors.delete(shard);
      this.unsaved.delete(shard);
      this.stopped.delete(shard);
    }
  }

  /** Finishes the batch under way, within the patience of the bus. */
  async stop(): Promise<void> {
    this.publisher.end();
    void this.poll.stop();
    const stopped = this.loop.stop();
    if (this.loop.isRunning) await Promise.race([stopped, pause(1_500)]);
  }

  private lookAgain(): void {
    const nowMs = this.parts.options.clock.monotonicMs();
    for (const [shard, untilMs] of this.paused) if (untilMs <= nowMs) this.paused.delete(shard);
    this.wake(this.parts.ownedShards());
  }

  private async run(): Promise<void> {
    let [backoffMs, events] = [BACKOFF_FIRST_MS, 0];
    for (let pauseMs = PAUSE_MS; this.signalled.size > 0 && !this.loop.isStopped; pauseMs = events < PAGE_MAX ? BUSY_PAUSE_MS : 0) {
      try {
        await pause(pauseMs);
        events = await this.relayPage();
        if (this.signalled.size === 0 || this.parts.options.clock.monotonicMs() - this.savedAtMs >= SAVE_EVERY_MS) await this.saveCursors();
        backoffMs = BACKOFF_FIRST_MS;
      } catch (error) {
        this.parts.options.logger.warn({ error: String(error) }, 'relay cursor read or write failed, retrying');
        if (error instanceof LogEpochChangedError) await this.beginAgain();
        await pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
      }
    }
    // Ended between two writes: what cannot be written now is published again after the next start.
    await this.saveCursors().catch(() => undefined);
  }

  /** The log is another one: nothing that was known of it holds. The poll wakes what is owned. */
  private async beginAgain(): Promise<void> {
    this.unsaved.clear();
    this.forget([...this.cursors.keys()]);
    await this.parts.epochs.enter(this.parts.query).catch(() => undefined);
  }

  private async relayPage(): Promise<number> {
    const owned = new Set(this.parts.ownedShards());
    const shards = [...this.signalled].filter((shard) => owned.has(shard) && !this.stopped.has(shard) && !this.paused.has(shard));
    this.signalled.clear();
    if (shards.length === 0) return 0;
    try {
      const cursors = await this.cursorsOf(shards);
      const events = await this.takePage(cursors);
      if (events.length >= PAGE_MAX) for (const shard of shards) this.signalled.add(shard);
      if (events.length > 0) await this.relayEvents(events, cursors);
      return events.length;
    } catch (error) {
      for (const shard of shards) this.signalled.add(shard);
      throw error;
    }
  }

  /** What the writers handed over; of shards where that is nothing, what the log holds. */
  private async takePage(cursors: ReadonlyMap<number, Cursor>): Promise<PageEvent[]> {
    const events: PageEvent[] = [];
    const unknown = new Map<number, Cursor>();
    for (const [shard, cursor] of cursors) {
      const appended = events.length < PAGE_MAX ? this.appended.take(shard, cursor.position, PAGE_MAX - events.length) : [];
      events.push(...appended);
      if (appended.length === 0) unknown.set(shard, cursor);
    }
    const capacity = PAGE_MAX - events.length;
    if (unknown.size > 0 && capacity > 0) events.push(...(await this.store.readPage(this.parts.query, unknown, capacity)));
    return events;
  }

  private async relayEvents(events: readonly PageEvent[], cursors: ReadonlyMap<number, Cursor>): Promise<void> {
    this.backlog.sawRest(events);
    const page = await this.render(events, cursors);
    if (page.cursors.size === 0) return;
    this.parts.options.failpoint?.('mid-relay');
    const refused = await this.publisher.publish(page.messages);
    if (!refused) return;
    this.haltBefore(refused, page.cursors);
    this.parts.options.failpoint?.('mid-relay');
    for (const [shard, cursor] of page.cursors) {
      // A shard that was handed on meanwhile has been forgotten, and stays so; or was taken again, with its stored cursor.
      if (this.cursors.get(shard) !== cursors.get(shard)) continue;
      for (const kept of [this.unsaved, this.cursors]) kept.set(shard, cursor);
      this.backlog.handedOver(shard, cursor.position);
    }
    // What is left of a page before which a shard stopped waits on.
    this.backlog.sawRest(events, this.cursors);
    this.parts.options.observe?.relayed?.({ events: events.length, published: page.messages.length });
  }

  /**
   * A message that the bus will not take stops its shard: left out, it would be a hole to every consumer. It is tried again
   * once a minute, for a larger bound on the broker mends it.
   */
  private haltBefore(refused: RefusedMessages, cursors: Map<number, Cursor>): void {
    for (const [shard, { position, prev, cloudEvent, value }] of refused) {
      cursors.set(shard, { position: position - 1n, publicPosition: prev });
      const { id, type } = cloudEvent;
      this.alarm({ shard, position, type }, new OversizedEventError(`the bus refuses ${id} of ${Buffer.byteLength(value)} bytes`));
    }
  }

  private async saveCursors(): Promise<void> {
    if (this.unsaved.size === 0) return;
    const moved = new Map(this.unsaved);
    this.unsaved.clear();
    try {
      await this.store.moveCursors(this.parts.query, moved);
    } catch (error) {
      for (const [shard, cursor] of moved) if (this.cursors.get(shard) === cursor) this.unsaved.set(shard, cursor);
      throw error;
    }
    this.savedAtMs = this.parts.options.clock.monotonicMs();
  }

  private async cursorsOf(shards: readonly number[]): Promise<Map<number, Cursor>> {
    const unknown = shards.filter((shard) => !this.cursors.has(shard));
    if (unknown.length > 0) {
      for (const [shard, cursor] of await this.store.readCursors(this.parts.query, unknown)) this.cursors.set(shard, cursor);
    }
    return new Map(shards.map((shard) => [shard, this.cursors.get(shard) ?? { position: 0n, publicPosition: 0n }]));
  }

  private async render(events: readonly PageEvent[], from: ReadonlyMap<number, Cursor>): Promise<RenderedPage> {
    const page: RenderedPage = { messages: [], cursors: new Map(), halted: new Set() };
    for (const event of events) {
      const place = placeOf(event);
      if (page.halted.has(place.shard)) continue;
      const cursor = page.cursors.get(place.shard) ?? from.get(place.shard) ?? { position: 0n, publicPosition: 0n };
      try {
        if (place.position !== cursor.position + 1n) throw new PositionGapError(place.shard, cursor.position + 1n, place.position);
        const projected = 'event' in event ? event : await this.parts.renderer.read(event, this.parts.query);
        page.cursors.set(place.shard, this.renderOne(projected, cursor, page.messages));
      } catch (error) {
        page.halted.add(place.shard);
        this.alarm(place, error);
      }
    }
    return page;
  }

  private renderOne(projected: ProjectedEvent, cursor: Cursor, messages: EventMessage[]): Cursor {
    const { position } = projected.event;
    const message = this.parts.renderer.message(projected, cursor.publicPosition);
    if (!message) return { position, publicPosition: cursor.publicPosition };
    if (this.parts.needsText) void message.value;
    messages.push(message);
    return { position, publicPosition: position };
  }

  /** A hole never closes by itself, and what was altered stays so: stand still. Anything else (a bug in rendering) is tried again with the next poll. */
  private alarm({ shard, position, type }: Pick<Place, 'shard' | 'position' | 'type'>, error: unknown): void {
    const isOversized = error instanceof OversizedEventError;
    this.paused.set(shard, this.parts.options.clock.monotonicMs() + (isOversized ? OVERSIZED_REST_MS : 0));
    this.poll.wakeWithin(POLL_EVERY_MS);
    const isBroken = error instanceof PositionGapError || error instanceof AlteredEventError;
    if (isBroken) this.stopped.add(shard);
    if (isBroken || isOversized) this.parts.options.observe?.relayStopped?.(shard);
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.parts.options.logger.error({ shard, position: String(position), type, error: message, stack }, 'relay of a shard stalled');
  }
}
