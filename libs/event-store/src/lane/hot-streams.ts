import QuickLRU from 'quick-lru';
import type { Snapshot } from '../aggregate';

interface HotStream {
  snapshot: Snapshot;
  /** The ownership epoch of the partition in which the snapshot was learned. */
  epoch: number;
}

/**
 * The newest state of the streams a lane touched lately. A partition that was away comes back under a new epoch, which
 * makes everything known before worthless without searching for it. A stale entry can only cost a conflict and a
 * reload, never a wrong append: the append compares versions.
 */
export class HotStreams {
  private readonly streams: QuickLRU<string, HotStream>;

  constructor(countMax: number) {
    this.streams = new QuickLRU({ maxSize: countMax });
  }

  find(streamId: string, epoch: number): Snapshot | undefined {
    const found = this.streams.get(streamId);
    return found?.epoch === epoch ? found.snapshot : undefined;
  }

  keep(streamId: string, snapshot: Snapshot, epoch: number): void {
    this.streams.set(streamId, { snapshot, epoch });
  }

  forget(streamId: string): void {
    this.streams.delete(streamId);
  }
}
