import { SHARD_COUNT } from '#contracts';
import type { Pool } from 'pg';
import { queryOn, type StreamReader } from '../writer/load';
import type { EventStoreOptions } from '../options';
import type { AggregateRegistry } from '../registry';
import { CheckpointWatch, type Awaited } from './checkpoint-watch';
import type { ViewProgress } from './checkpoints';
import type { ProjectedEvent, Projection } from './projection';
import { ProjectionFeed } from './projection-feed';
import { onPool, StateFollower } from './state-follower';
import { ProjectionVersions } from './versions';

export interface ViewsParts {
  /** Shards that this process serves now. */
  ownedShards: () => readonly number[];
  options: EventStoreOptions;
  registry: AggregateRegistry;
  reader: StreamReader;
  /** Writes views; a lost view is built again, so its commits need not wait for the disk. */
  pool: Pool;
  /** Answers those who wait. */
  readPool: Pool;
}

/** The views of one store: keeps them close behind the log, builds new versions beside the live ones, lets readers wait. */
export class Views {
  private readonly follower: StateFollower;
  private readonly watch: CheckpointWatch;
  /** Versions that are to become live when they have caught up, and the version that is live until then. */
  private readonly building = new Map<ProjectionVersions, { name: string; live: number }>();
  private feed: ProjectionFeed | null = null;
  private switching: Promise<void> | null = null;
  private lookingAfter: Promise<void> | null = null;
  private areOthersBehind = false;

  constructor(private readonly parts: ViewsParts) {
    const { options, registry, reader, pool, readPool } = parts;
    this.follower = new StateFollower({
      connection: onPool(pool),
      schema: options.schema,
      reader,
      streamTypeOf: (streamId) => registry.findByStreamId(streamId)?.streamType ?? '',
      onFailed: (table, { message, stack }) => options.logger.error({ table, error: message, stack }, 'view update failed, retrying'),
    });
    this.watch = new CheckpointWatch({
      schema: options.schema,
      query: queryOn(readPool),
      runNow: (shards) => this.runNow(shards),
    });
  }

  /**
   * Keep a view up to date from now on, for the shards this process owns. Makes its table when it is not there yet. A
   * version newer than the live one is built beside it, and both are kept up to date until the new one takes over.
   */
  async start(projection: Projection): Promise<void> {
    const versions = new ProjectionVersions(this.parts.pool, this.parts.options.schema, projection);
    await versions.prepare();
    const { name, version } = projection;
    const live = await versions.liveVersion();
    this.follower.follow(projection, versions.table, { name, version });
    if (live !== null && live !== version) {
      this.building.set(versions, { name, live });
      // Readers see the older version until then: it has to stay fresh, and its columns are the same.
      if (live < version) this.follower.follow(projection, versions.tableOf(live), { name, version: live });
    }
    this.feed ??= this.startFeed();
    this.feed.wake(this.parts.ownedShards());
  }

  /** Events that a writer of this process has just stored. Wake the shard as well. */
  offer(shard: number, events: readonly ProjectedEvent[]): void {
    this.follower.offer(shard, events);
  }

  /** There may be new events in these shards. */
  wake(shards: readonly number[]): void {
    this.feed?.wake(shards);
  }

  /** Shards handed on or taken over. */
  forget(shards: readonly number[]): void {
    this.follower.forget(shards);
  }

  /** See `CheckpointWatch.waitFor`. */
  waitFor(awaited: Awaited): Promise<boolean> {
    return this.watch.waitFor(awaited);
  }

  /** See `CheckpointWatch.progressOf`. */
  progressOf(view: Pick<Awaited, 'name' | 'shard'>): Promise<ViewProgress> {
    return this.watch.progressOf(view);
  }

  /** Finishes the pages under way. */
  async stop(): Promise<void> {
    this.watch.stop();
    await this.feed?.stop();
    await Promise.all([this.switching, this.lookingAfter]);
  }

  private startFeed(): ProjectionFeed {
    const { options, ownedShards } = this.parts;
    return new ProjectionFeed({
      follower: this.follower,
      logger: options.logger,
      ownedShards,
      isQuiet: () => this.building.size === 0 && !this.follower.hasPaused && !this.areOthersBehind,
      onProgress: () => this.watch.progressed(),
      onPoll: () => {
        this.follower.rested();
        this.switchWhenReady();
        this.lookAfterOthers();
      },
    });
  }

  private switchWhenReady(): void {
    if (this.building.size === 0 || this.switching) return;
    this.switching = this.switchThoseReady()
      .catch((error: unknown) => this.parts.options.logger.warn({ error: String(error) }, 'view switch failed, retrying'))
      .finally(() => {
        this.switching = null;
      });
  }

  private async switchThoseReady(): Promise<void> {
    for (const [versions, { name, live }] of this.building) {
      if (!(await versions.hasCaughtUpWith(live))) continue;
      await versions.switchLive();
      this.follower.unfollow({ name, version: live });
      this.building.delete(versions);
      this.parts.options.logger.info({ view: name }, 'new view version is live');
    }
  }

  /**
   * During a roll-out a process of the version before may store events while the new version of a view is live already. It feeds its
   * own version only, so that readers would not see them before its end.
   */
  private lookAfterOthers(): void {
    if (this.lookingAfter || this.parts.ownedShards().length === SHARD_COUNT) return;
    this.lookingAfter = this.feedForOthers()
      .catch((error: unknown) =>
        this.parts.options.logger.warn({ error: String(error) }, 'views of other processes not compared, retrying'),
      )
      .finally(() => {
        this.lookingAfter = null;
      });
  }

  private async feedForOthers(): Promise<void> {
    const overtaken = await this.follower.overtakenShards();
    const owned = new Set(this.parts.ownedShards());
    const foreign = overtaken.filter((shard) => !owned.has(shard));
    this.areOthersBehind = foreign.length > 0;
    this.follower.forget(foreign);
    this.feed?.wake(foreign);
  }

  private runNow(shards: readonly number[]): void {
    const owned = new Set(this.parts.ownedShards());
    const ours = shards.filter((shard) => owned.has(shard));
    if (ours.length > 0) this.feed?.runNow(ours);
  }
}
