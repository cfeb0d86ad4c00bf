import { PARTITION_COUNT, type Random } from '#contracts';
import { WakeableLoop } from '#loops';
import type { StoreLogger } from './options';
import type { Ownership } from './ownership';

/** How often it is looked whether partitions are free, or others have too few. */
const EVERY_MS = 250;
/** While all of them are ours: so long does a process that starts beside us wait for its share. */
const ALONE_MS = 5_000;
/** Under this name the locks are held: no topic is read, so there are no positions. */
const SOURCE = 'share';

export interface PartitionShareParts {
  ownership: Pick<Ownership, 'tryTake' | 'release' | 'liveInstances' | 'held' | 'ownsAll' | 'onLost'>;
  random: Random;
  logger: StoreLogger;
}

/**
 * Holds a fair share of the partitions in each process of a store that no command topic belongs to: somebody has to publish the
 * events of each shard, follow it with views and run what is due, and no two processes at once.
 */
export class PartitionShare {
  private readonly loop: WakeableLoop;
  /** Processes ask in different orders, so that they do not all want the same partition. */
  private readonly firstAsked: number;

  constructor(private readonly parts: PartitionShareParts) {
    const { random, logger } = parts;
    this.firstAsked = random.bytes(1)[0]! % PARTITION_COUNT;
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'partitions could not be shared out, trying again');
    this.loop = new WakeableLoop({
      run: () => this.giveBackOrTake(),
      everyMs: () => (parts.ownership.ownsAll() ? ALONE_MS : EVERY_MS),
      onError,
    });
    parts.ownership.onLost(() => this.loop.wakeWithin(EVERY_MS));
  }

  start(): void {
    this.loop.wake();
  }

  /** Ends the taking. The locks go back with the connections of the store. */
  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async giveBackOrTake(): Promise<void> {
    const { ownership } = this.parts;
    const share = Math.ceil(PARTITION_COUNT / (await ownership.liveInstances()));
    const held = ownership.held();
    for (const partition of held.slice(share)) await ownership.release(SOURCE, partition);
    await this.takeUpTo(share, new Set(held));
  }

  private async takeUpTo(share: number, held: Set<number>): Promise<void> {
    for (let step = 0; step < PARTITION_COUNT && held.size < share && !this.loop.isStopped; step++) {
      const partition = (this.firstAsked + step) % PARTITION_COUNT;
      if (!held.has(partition) && (await this.parts.ownership.tryTake(SOURCE, partition)) !== undefined) held.add(partition);
    }
  }
}
