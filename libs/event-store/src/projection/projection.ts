import type { StoredEvent } from '#contracts';
import type { ClientBase } from 'pg';
import type { Snapshot } from '../aggregate';

/** One event with the stream around it, as a projection sees it. */
export interface ProjectedEvent {
  event: StoredEvent;
  before: Snapshot | null;
  after: Snapshot;
}

/**
 * A read model whose rows follow from the newest state of each stream, whatever happened in between. It is far cheaper
 * than a fold of events, because a stream with ten new events is read and written once and its state is there already.
 * It may only write its own table, and only what follows from the snapshots: no clock, no random, no effect, so that a
 * rebuild is equal to the byte.
 */
export interface Projection {
  /** Lower-case letters, digits, underscores: the name readers select from. */
  readonly name: string;
  /** Raise it when table or rows change; the new version is built beside the live one. */
  readonly version: number;
  /** The streams it looks at; all others pass it by. */
  readonly streamType: string;
  /** Make the table. @param table its full, quoted name. */
  create(client: ClientBase, table: string): Promise<void>;
  /** Write the rows of these streams, each at most once in a page and never older than what was written before. */
  apply(client: ClientBase, table: string, snapshots: readonly Snapshot[]): Promise<void>;
}
