import type { Pool, PoolClient } from 'pg';
import { queryOn, type Query, type StreamReader } from '../writer/load';
import { ChangedStreams, type ChangesAfter, type Place } from './changed-streams';
import { Checkpoints, type CheckpointOwner, type Move } from './checkpoints';
import type { ProjectedEvent, Projection } from './projection';
import { RecentStates } from './recent-states';
import { inTransaction } from '../in-transaction';

/** Shards read in one page: all of them when nothing but the poll asks. */
const SHARDS_MAX = 64;

interface Page {
  written: number;
  /** Shards of which there may be more. */
  unfinished: number[];
}

/** One table that is kept up to date, and where it stands. */
interface Followed {
  projection: Projection;
  owner: CheckpointOwner;
  table: string;
  positions: Map<number, bigint>;
  /** It could not write its rows: left out until the next `rested`, so that it does not delay the others. */
  isPaused: boolean;
}

/** The part of a page that one table takes. */
interface Share {
  followed: Followed;
  moves: Move[];
  changes: ChangesAfter[];
}

/** Where a follower reads and writes: a pool, or one client within the caller's transaction. */
export interface ViewConnection {
  query: Query;
  transact<TResult>(work: (client: PoolClient) => Promise<TResult>): Promise<TResult>;
}

/** Each page in a transaction of its own. */
export function onPool(pool: Pool): ViewConnection {
  return { query: queryOn(pool), transact: (work) => inTransaction(pool, work) };
}

/** All pages in the transaction that is open on this client. */
export function onClient(client: PoolClient): ViewConnection {
  return { query: queryOn(client), transact: (work) => work(client) };
}

export interface StateFollowerParts {
  connection: ViewConnection;
  schema: string;
  reader: StreamReader;
  /** The stream type of an id; empty for one of no aggregate. */
  streamTypeOf: (streamId: string) => string;
  /** A table could not be written and rests. May throw, which ends the round. */
  onFailed: (table: string, error: Error) => void;
}

/** Another process moved a checkpoint: what was read is void. */
class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/**
 * Keeps any number of state projections up to date with one reading of the log. Rows and checkpoints move in the same
 * transaction, and a checkpoint only from where it was read: of two followers of a shard one writes, the other reads
 * again, and an older state never overwrites a newer one.
 */
export class StateFollower {
  private readonly followed: Followed[] = [];
  private readonly changed: ChangedStreams;
  private readonly checkpoints: Checkpoints;
  private readonly recent = new RecentStates();
  /** Shards of which another process moved a checkpoint meanwhile: it wrote what it had read, and there may be more. */
  private readonly overtaken = new Set<number>();

  constructor(private readonly parts: StateFollowerParts) {
    this.changed = new ChangedStreams(parts.schema, parts.reader);
    this.checkpoints = new Checkpoints(parts.schema);
  }

  /** Follow with one more table, which is there already. @param owner under which its checkpoints are kept. */
  follow(projection: Projection, table: string, owner: CheckpointOwner): void {
    this.followed.push({ projection, table, owner, positions: new Map(), isPaused: false });
  }

  /** Leave one table alone from now on. */
  unfollow({ name, version }: CheckpointOwner): void {
    const index = this.followed.findIndex(({ owner }) => owner.name === name && owner.version === version);
    if (index >= 0) this.followed.splice(index, 1);
  }

  /** Shards of which a table that readers see is behind one that only another process follows, as one of the version before does. */
  overtakenShards(): Promise<number[]> {
    return this.checkpoints.readOvertaken(
      this.parts.connection.query,
      this.followed.map(({ owner }) => owner),
    );
  }

  /** Whether some could not write and wait for `rested`. */
  get hasPaused(): boolean {
    return this.followed.some(({ isPaused }) => isPaused);
  }

  /** Those that could not write try again. */
  rested(): void {
    for (const followed of this.followed) followed.isPaused = false;
  }

  /** Shards handed on or taken over: what is known of their checkpoints may be old. */
  forget(shards: readonly number[]): void {
    for (const shard of shards) {
      this.recent.forget(shard);
      for (const { positions } of this.followed) positions.delete(shard);
    }
  }

  /** Events that a writer of this process has just stored. Wake the shard as well. */
  offer(shard: number, events: readonly ProjectedEvent[]): void {
    if (this.followed.length > 0) this.recent.offer(shard, events);
  }

  /** Bring every table up to date with these shards. @returns how many rows were written or removed, over all tables. */
  async catchUp(shards: readonly number[]): Promise<number> {
    let written = 0;
    for (let first = 0; first < shards.length; first += SHARDS_MAX) {
      // A page is shared by its shards: one that is behind alone gets all of the next one.
      for (let left = shards.slice(first, first + SHARDS_MAX); left.length > 0;) {
        const page = await this.followPage(left);
        written += page.written;
        left = page.unfinished;
      }
    }
    return written;
  }

  private async followPage(shards: readonly number[]): Promise<Page> {
    const active = this.followed.filter(({ isPaused }) => !isPaused);
    const places = await this.placesOf(active, shards);
    if (places.length === 0) return { written: 0, unfinished: [] };
    const pages = await this.changesAfter(places, [...new Set(active.map(({ projection }) => projection.streamType))]);
    const written = await this.write(active, pages);
    const unfinished = new Set(this.overtaken);
    this.overtaken.clear();
    for (const { isFull, place } of pages) if (isFull) unfinished.add(place.shard);
    return { written, unfinished: [...unfinished] };
  }

  /** From memory where all of it is there, and from the log where not. */
  private async changesAfter(places: readonly Place[], streamTypes: readonly string[]): Promise<ChangesAfter[]> {
    const pages: ChangesAfter[] = [];
    const unknown = places.filter((place) => {
      const recent = this.recent.findAfter(place);
      if (recent === undefined) return true;
      const streams = recent.snapshots.map((snapshot) => ({ streamType: this.parts.streamTypeOf(snapshot.head.streamId), snapshot }));
      pages.push({ place, through: recent.through, streams, isFull: false });
      return false;
    });
    if (unknown.length > 0) pages.push(...(await this.changed.read(this.parts.connection.query, unknown, streamTypes)));
    return pages;
  }

  /** Where the tables stand, each place once. */
  private async placesOf(active: readonly Followed[], shards: readonly number[]): Promise<Place[]> {
    const places = new Map<string, Place>();
    for (const followed of active) {
      await this.learnPositions(followed, shards);
      for (const shard of shards) {
        const position = followed.positions.get(shard);
        if (position !== undefined) places.set(`${shard} ${position}`, { shard, position });
      }
    }
    return [...places.values()];
  }

  private async learnPositions(followed: Followed, shards: readonly number[]): Promise<void> {
    const unknown = shards.filter((shard) => !followed.positions.has(shard));
    if (unknown.length === 0) return;
    const found = await this.checkpoints.readPositions(this.parts.connection.query, followed.owner, unknown);
    for (const [shard, position] of found) followed.positions.set(shard, position);
  }

  private async write(active: readonly Followed[], pages: readonly ChangesAfter[]): Promise<number> {
    const shares = active.map((followed) => shareOf(followed, pages)).filter(({ moves }) => moves.length > 0);
    if (shares.length === 0) return 0;
    const [only] = shares;
    try {
      return await this.writeShares(shares);
    } catch (error) {
      if (only && shares.length === 1) return this.giveUp(only, error);
    }
    // One of them is to blame: each alone, so that only the culprit stays behind.
    let written = 0;
    for (const share of shares) written += await this.writeShares([share]).catch((error: unknown) => this.giveUp(share, error));
    return written;
  }

  /** Overtaken is no failure: it goes on from where the other one came to. Anything else waits for the next poll. */
  private giveUp({ followed, moves }: Share, error: unknown): number {
    const isOvertaken = error instanceof OvertakenError;
    for (const { shard } of moves) {
      followed.positions.delete(shard);
      if (isOvertaken) this.overtaken.add(shard);
    }
    if (isOvertaken) return 0;
    followed.isPaused = true;
    this.parts.onFailed(followed.table, error instanceof Error ? error : new Error(String(error)));
    return 0;
  }

  private async writeShares(shares: readonly Share[]): Promise<number> {
    const written = await this.parts.connection.transact(async (client) => {
      // Checkpoints first: a wait for their lock then holds no lock on a table that a rebuild wants to replace.
      const moves = shares.flatMap((share) => share.moves);
      if (!(await this.checkpoints.movePositions(queryOn(client), moves))) throw new OvertakenError('a checkpoint was moved by another');
      let count = 0;
      for (const { followed, changes } of shares) {
        const { projection, table } = followed;
        const snapshots = changes.flatMap(({ streams }) =>
          streams.filter(({ streamType }) => streamType === projection.streamType).map(({ snapshot }) => snapshot),
        );
        if (snapshots.length > 0) await projection.apply(client, table, snapshots);
        count += snapshots.length;
      }
      return count;
    });
    for (const { followed, moves } of shares) for (const { shard, through } of moves) followed.positions.set(shard, through);
    this.dropSeen(shares);
    return written;
  }

  private dropSeen(shares: readonly Share[]): void {
    for (const shard of new Set(shares.flatMap(({ moves }) => moves.map((move) => move.shard)))) {
      const positions = this.followed.map((followed) => followed.positions.get(shard) ?? 0n);
      this.recent.seen(
        shard,
        positions.reduce((least, position) => (position < least ? position : least)),
      );
    }
  }
}

function shareOf(followed: Followed, pages: readonly ChangesAfter[]): Share {
  const changes = pages.filter(({ place }) => followed.positions.get(place.shard) === place.position);
  const moves = changes.map(({ place, through }) => ({ ...followed.owner, shard: place.shard, from: place.position, through }));
  return { followed, changes, moves };
}
