import type { StoredEvent } from '#contracts';
import type { ClientBase } from 'pg';
import type { Snapshot } from '../aggregate';

/** One event with the stream around it, as a projection sees it. */
export interface ProjectedEvent {
  event: StoredEvent;
  before: Snapshot | null;
  after: Snapshot;
}

interface Named {
  /** Lower-case letters, digits, underscores: the name readers select from. */
  readonly name: string;
  /** Raise it when table or rows change; the new version is built beside the live one. */
  readonly version: number;
  /** Make the table. @param table its full, quoted name. */
  create(client: ClientBase, table: string): Promise<void>;
}

/**
 * A read model that follows the log event by event. It may only write its own table, and only what
 * follows from the events: no clock, no random, no effect, so that a rebuild is equal to the byte.
 */
export interface Projection extends Named {
  /** Fold a page of events of one shard, in order, into the table. */
  apply(client: ClientBase, table: string, events: readonly ProjectedEvent[]): Promise<void>;
}

/**
 * A read model whose rows follow from the newest state of each stream, whatever happened in between: lists. It is far
 * cheaper than a fold, because a stream with ten new events is read and written once and its state is there already.
 * The same law: rows follow from the snapshots alone, so that a rebuild is equal to the byte.
 */
export interface StateProjection extends Named {
  /** The streams it looks at; all others pass it by. */
  readonly streamType: string;
  /** Write the rows of these streams, each at most once in a page and never older than what was written before. */
  applyStates(client: ClientBase, table: string, snapshots: readonly Snapshot[]): Promise<void>;
}

/** Whichever kind. */
export type AnyProjection = Projection | StateProjection;

/** Which of the two kinds. */
export function followsStates(projection: AnyProjection): projection is StateProjection {
  return 'applyStates' in projection;
}
