import { placeOf, type PageEvent, type Place } from './page-event';

type Seen = Pick<Place, 'position' | 'recordedAtMs'>;

/**
 * The oldest event of each shard that the relay knows of and has not handed over. It is asked when the lag is looked at, so that a
 * relay that stands still is seen to fall behind.
 */
export class RelayBacklog {
  private readonly oldest = new Map<number, Seen>();

  /** An event that is still to be handed over. */
  saw({ shard, position, recordedAtMs }: Place): void {
    const known = this.oldest.get(shard);
    if (known === undefined || position < known.position) this.oldest.set(shard, { position, recordedAtMs });
  }

  /** What of a page stands behind where its shards have come to. */
  sawRest(events: readonly PageEvent[], cursors?: ReadonlyMap<number, { position: bigint }>): void {
    for (const place of events.map(placeOf)) if (place.position > (cursors?.get(place.shard)?.position ?? 0n)) this.saw(place);
  }

  /** Everything of the shard up to the position was handed over. */
  handedOver(shard: number, position: bigint): void {
    const known = this.oldest.get(shard);
    if (known !== undefined && known.position <= position) this.oldest.delete(shard);
  }

  /** The shard belongs to another process now. */
  forget(shard: number): void {
    this.oldest.delete(shard);
  }

  /** Age of the oldest one of all shards; 0 when there is none. */
  lagMs(nowMs: number): number {
    let lagMs = 0;
    for (const { recordedAtMs } of this.oldest.values()) lagMs = Math.max(lagMs, nowMs - recordedAtMs);
    return lagMs;
  }
}
