import { setTimeout as pause } from 'node:timers/promises';
import type { EventMessage } from '#contracts';
import { PositionGapError } from '../errors';
import type { EventRow } from '../fold';
import type { Query } from '../lane/load';
import type { EventStoreOptions } from '../options';
import { CursorStore, type Cursor } from './cursors';
import { toMessage, type EventRenderer } from './render';

/** Events read and published in one go. */
const PAGE_MAX = 500;
/** Safety net under the wake-ups of the lanes: also finds what a dead process left behind. */
const POLL_EVERY_MS = 1_000;
/** Pause between pages, so that small commits share a page and the lanes keep the processor. */
const PAUSE_MS = 5;
const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 500;

export type PublishMessages = (messages: readonly EventMessage[]) => Promise<void>;

export interface RelayParts {
  options: EventStoreOptions;
  renderer: EventRenderer;
  query: Query;
  publish: PublishMessages;
  /** Shards whose partitions this process holds now. */
  ownedShards: () => readonly number[];
}

/** What one page turned into. */
interface RenderedPage {
  messages: EventMessage[];
  cursors: Map<number, Cursor>;
}

/**
 * Publishes committed events in order (architecture.md 4.5): reads above its cursors, renders, hands one batch to the
 * bus, waits until it is acknowledged, moves the cursors. One request in flight, ever. A crash anywhere repeats a batch,
 * and consumers drop what they have seen. It reads by dense position and not by transaction id, so that a transaction
 * left open by somebody else delays nothing.
 */
export class Relay {
  private readonly store: CursorStore;
  private readonly cursors = new Map<number, Cursor>();
  private readonly woken = new Set<number>();
  private readonly stopped = new Set<number>();
  /** Shards whose next event could not be rendered: left out until the next poll, so that they do not fill every page. */
  private readonly resting = new Set<number>();
  private readonly poll: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private ended = false;

  constructor(private readonly parts: RelayParts) {
    this.store = new CursorStore(parts.options.schema);
    this.poll = setInterval(() => {
      this.resting.clear();
      this.wake(this.parts.ownedShards());
    }, POLL_EVERY_MS);
    this.wake(parts.ownedShards());
  }

  /** There may be new events in these shards. */
  wake(shards: readonly number[]): void {
    for (const shard of shards) this.woken.add(shard);
    if (this.running || this.ended || this.woken.size === 0) return;
    this.running = this.run().finally(() => {
      this.running = null;
    });
  }

  /** Shards handed on or taken over: what is known of their cursors is void. */
  forget(shards: readonly number[]): void {
    for (const shard of shards) {
      this.cursors.delete(shard);
      this.stopped.delete(shard);
    }
  }

  /** Finishes the batch under way, within the patience of the bus. */
  async stop(): Promise<void> {
    this.ended = true;
    clearInterval(this.poll);
    if (this.running) await Promise.race([this.running, pause(1_500)]);
  }

  private async run(): Promise<void> {
    let backoffMs = BACKOFF_FIRST_MS;
    while (this.woken.size > 0 && !this.ended) {
      try {
        await pause(PAUSE_MS);
        await this.relayPage();
        backoffMs = BACKOFF_FIRST_MS;
      } catch (error) {
        this.parts.options.logger.warn({ error: String(error) }, 'relay cannot read or write its cursors; trying on');
        await pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
      }
    }
  }

  private async relayPage(): Promise<void> {
    const owned = new Set(this.parts.ownedShards());
    const shards = [...this.woken].filter((shard) => owned.has(shard) && !this.stopped.has(shard) && !this.resting.has(shard));
    this.woken.clear();
    if (shards.length === 0) return;
    try {
      const cursors = await this.cursorsOf(shards);
      const rows = await this.store.readPage(this.parts.query, cursors, PAGE_MAX);
      if (rows.length === 0) return;
      if (rows.length === PAGE_MAX) for (const shard of shards) this.woken.add(shard);
      await this.relayRows(rows, cursors);
    } catch (error) {
      for (const shard of shards) this.woken.add(shard);
      throw error;
    }
  }

  private async relayRows(rows: readonly EventRow[], cursors: ReadonlyMap<number, Cursor>): Promise<void> {
    const page = await this.render(rows, cursors);
    if (page.cursors.size === 0) return;
    this.parts.options.failpoint?.('mid-relay');
    if (page.messages.length > 0 && !(await this.publishUntilAcknowledged(page.messages))) return;
    this.parts.options.failpoint?.('mid-relay');
    await this.store.moveCursors(this.parts.query, page.cursors);
    // A shard that was handed on meanwhile has been forgotten, and stays so.
    for (const [shard, cursor] of page.cursors) if (this.cursors.has(shard)) this.cursors.set(shard, cursor);
    this.report(rows, page.messages.length);
  }

  private report(rows: readonly EventRow[], published: number): void {
    const { clock, observe } = this.parts.options;
    const oldestLagMs = Math.max(0, clock.nowMs() - Number(rows[0]?.occurred_at ?? 0));
    observe?.relayed?.({ events: rows.length, published, oldestLagMs });
  }

  private async cursorsOf(shards: readonly number[]): Promise<Map<number, Cursor>> {
    const unknown = shards.filter((shard) => !this.cursors.has(shard));
    if (unknown.length > 0) {
      for (const [shard, cursor] of await this.store.readCursors(this.parts.query, unknown)) this.cursors.set(shard, cursor);
    }
    return new Map(shards.map((shard) => [shard, this.cursors.get(shard) ?? { position: 0n, publicPosition: 0n }]));
  }

  private async render(rows: readonly EventRow[], from: ReadonlyMap<number, Cursor>): Promise<RenderedPage> {
    const page: RenderedPage = { messages: [], cursors: new Map() };
    const halted = new Set<number>();
    for (const row of rows) {
      if (halted.has(row.shard)) continue;
      const cursor = page.cursors.get(row.shard) ?? from.get(row.shard) ?? { position: 0n, publicPosition: 0n };
      try {
        page.cursors.set(row.shard, await this.renderRow(row, cursor, page.messages));
      } catch (error) {
        halted.add(row.shard);
        this.alarm(row, error);
      }
    }
    return page;
  }

  private async renderRow(row: EventRow, cursor: Cursor, messages: EventMessage[]): Promise<Cursor> {
    const position = BigInt(row.position);
    if (position !== cursor.position + 1n) throw new PositionGapError(row.shard, cursor.position + 1n, position);
    const event = await this.parts.renderer.render(row, this.parts.query);
    if (!event) return { position, publicPosition: cursor.publicPosition };
    messages.push(toMessage(row, event, cursor.publicPosition));
    return { position, publicPosition: position };
  }

  /** A hole never closes by itself: stand still. Anything else (a bug in rendering) is tried again with the next poll. */
  private alarm(row: EventRow, error: unknown): void {
    this.resting.add(row.shard);
    if (error instanceof PositionGapError) {
      this.stopped.add(row.shard);
      this.parts.options.observe?.relayStopped?.(row.shard);
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.parts.options.logger.error(
      { shard: row.shard, position: row.position, type: row.type, error: message, stack },
      'relay of a shard stands still',
    );
  }

  /** The same batch until the bus has it. False when the store stopped meanwhile: the batch comes again after the start. */
  private async publishUntilAcknowledged(messages: readonly EventMessage[]): Promise<boolean> {
    for (let backoffMs = BACKOFF_FIRST_MS; !this.ended; backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)) {
      try {
        await this.parts.publish(messages);
        return true;
      } catch (error) {
        this.parts.options.logger.warn({ error: String(error), messages: messages.length }, 'events could not be published; trying again');
        await pause(backoffMs);
      }
    }
    return false;
  }
}
