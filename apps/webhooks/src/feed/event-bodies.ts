import QuickLRU from 'quick-lru';
import type { ClientBase, Pool } from 'pg';
import { queryOn } from '#event-store';
import { unpacked, type Pack } from './pack-bodies';

/** Where the body of an event is kept; null for an event that is not kept any more. */
export interface BodyPlace {
  pack: string | null;
  body_at: number | null;
}

/** A pool, or the session of a transaction whose own events are to be seen. */
type Connection = Pick<ClientBase, 'query'> | Pool;

/** Packs in memory, of 64 kB each: a few hundred payments. What was just taken is sent, and what is read is read on. */
const PACKS_MAX = 64;

const READ_PACKS = {
  name: 'event-bodies',
  text: 'SELECT pack, bodies FROM webhooks.event_bodies WHERE pack = ANY ($1::uuid[])',
};
const FIND_PLACE = {
  name: 'event-body-place',
  text: 'SELECT pack, body_at FROM webhooks.feed_entries WHERE event_id = $1',
};

/** Reads the bodies of events from the packs in which the feed keeps them. A pack never changes. */
export class EventBodies {
  private readonly known = new QuickLRU<string, readonly string[]>({ maxSize: PACKS_MAX });

  /** These were just stored and will be asked for. */
  remember(packs: readonly Pack[]): void {
    for (const { id, bodies } of packs) this.known.set(id, bodies);
  }

  /** The event to the byte, personal values sealed; null when it is not kept any more. */
  async find(connection: Connection, eventId: string): Promise<string | null> {
    const places = await queryOn(connection)<BodyPlace>(FIND_PLACE, [eventId]);
    return (await this.read(connection, places))[0] ?? null;
  }

  /** Bodies in the order of their places, null for what is not kept any more. */
  async read(connection: Connection, places: readonly BodyPlace[]): Promise<(string | null)[]> {
    const found = new Map<string, readonly string[]>();
    const missing = new Set<string>();
    for (const { pack } of places) {
      const bodies = pack === null ? undefined : this.known.get(pack);
      if (pack !== null && bodies !== undefined) found.set(pack, bodies);
      else if (pack !== null) missing.add(pack);
    }
    if (missing.size > 0) for (const { id, bodies } of await this.readPacks(connection, [...missing])) found.set(id, bodies);
    return places.map(({ pack, body_at: at }) => found.get(pack ?? '')?.[at ?? 0] ?? null);
  }

  private async readPacks(connection: Connection, ids: readonly string[]): Promise<Omit<Pack, 'bytes'>[]> {
    const rows = await queryOn(connection)<{ pack: string; bodies: Buffer }>(READ_PACKS, [ids]);
    const packs = rows.map(({ pack, bodies }) => ({ id: pack, bodies: unpacked(bodies) }));
    for (const { id, bodies } of packs) this.known.set(id, bodies);
    return packs;
  }
}
