import QuickLRU from 'quick-lru';
import type { Snapshot, StreamHead } from '../aggregate';

interface HotStream {
  head: StreamHead;
  /** JSON text: one object that the garbage collector moves once, where a state is fifty that it visits again and again. */
  state: string;
  reported: string | undefined;
  /** The ownership epoch of the partition in which the stream was learned. */
  epoch: number;
}

/**
 * The newest state of the streams a writer touched lately. A partition that was away comes back under a new epoch, which
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
    if (found?.epoch !== epoch) return undefined;
    const { head, state, reported } = found;
    return { head, state: JSON.parse(state) as unknown, reported: reported === undefined ? undefined : (JSON.parse(reported) as unknown) };
  }

  /** @param text of the snapshot's state, where it is at hand. */
  keep(streamId: string, { head, state, reported }: Snapshot, epoch: number, text?: string): void {
    const known = this.streams.get(streamId);
    if (known?.epoch === epoch && known.head.version === head.version) return;
    const kept = { state: text ?? JSON.stringify(state), reported: reported === undefined ? undefined : JSON.stringify(reported) };
    this.streams.set(streamId, { head, ...kept, epoch });
  }

  forget(streamId: string): void {
    this.streams.delete(streamId);
  }
}
