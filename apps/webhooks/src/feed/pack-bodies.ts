import type { Random } from '#contracts';
import { SEPARATOR } from '#event-store';
import { compressed, decompressed } from '#service';
import { BODY_BYTES_MAX, type FeedEvent } from './feed-event';
import { feedKeyOf } from './feed-subscribers';

/** Bodies that are kept together. */
export interface Pack {
  /** A UUID. */
  id: string;
  bodies: readonly string[];
  /** As it is stored. */
  bytes: Buffer;
}

/** Events in packs: which has the body of which, and at which place, both from 0. */
export interface Packs {
  packs: readonly Pack[];
  places: ReadonlyMap<FeedEvent, { pack: number; at: number }>;
}

/** Characters of the bodies of one pack, unless it holds only one: to read one of them is to read all. */
const PACK_LENGTH_MAX = 65_536;
/** Bytes; to compress less than one event brings nothing. */
const COMPRESSED_FROM = 1_024;
/** What a pack is made of at most: one long body, or several that are not. Characters take up to three bytes. */
const UNPACKED_BYTES_MAX = Math.max(BODY_BYTES_MAX, 3 * PACK_LENGTH_MAX);

/**
 * Bodies of events have most of their text in common, those of one object nearly all of it: together they take a tenth of their
 * bytes. Those of an account are put together, since they are read together.
 */
export function packed(events: readonly FeedEvent[], random: Random): Packs {
  const places = new Map<FeedEvent, { pack: number; at: number }>();
  const groups: string[][] = [];
  let length = 0;
  for (const event of [...Map.groupBy(events, feedKeyOf).values()].flat()) {
    let group = groups.at(-1);
    if (group === undefined || length + event.body.length > PACK_LENGTH_MAX) {
      group = [];
      groups.push(group);
      length = 0;
    }
    places.set(event, { pack: groups.length - 1, at: group.length });
    group.push(event.body);
    length += event.body.length;
  }
  return {
    packs: groups.map((bodies) => ({ id: random.uuid(), bodies, bytes: compressed(bodies.join(SEPARATOR), COMPRESSED_FROM) })),
    places,
  };
}

/** The bodies of a pack, in their order. */
export function unpacked(bytes: Buffer): string[] {
  return decompressed(bytes, UNPACKED_BYTES_MAX).split(SEPARATOR);
}
