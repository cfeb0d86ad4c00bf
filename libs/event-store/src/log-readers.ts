import type { ProjectedEvent } from './projection/projection';
import type { Views } from './projection/views';
import type { Relay } from './relay/relay';

/** What follows the log in this process: the views, and the relay once it is started. */
export class LogReaders {
  relay: Relay | null = null;

  constructor(
    private readonly views: Views,
    private readonly ownedShards: () => readonly number[],
  ) {}

  /** New events, by shard. Those of a shard that another process serves are its to follow: here nothing would ever take them out again. */
  announce(events: ReadonlyMap<number, readonly ProjectedEvent[]>): void {
    const owned = this.ownedShards();
    for (const [shard, appended] of events) {
      if (!owned.includes(shard)) continue;
      this.relay?.offer(shard, appended);
      this.views.offer(shard, appended);
    }
    this.wake([...events.keys()]);
  }

  /** Another process appended to these shards of ours: what the writers of this process handed over is not all. */
  readLog(shards: readonly number[]): void {
    this.relay?.readLog(shards);
    this.views.forget(shards);
    this.wake(shards);
  }

  /** Shards that are ours from now on: their former owner may have left events unpublished. */
  readAgain(shards: readonly number[]): void {
    this.forget(shards);
    this.wake(shards);
  }

  /** Shards that are not ours any more. */
  forget(shards: readonly number[]): void {
    this.relay?.forget(shards);
    this.views.forget(shards);
  }

  private wake(shards: readonly number[]): void {
    this.relay?.wake(shards);
    this.views.wake(shards);
  }
}
