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
 * A read model that follows the log (architecture.md 4.9). It may only write its own table, and only what follows from
 * the events: no clock, no random, no effect, so that a rebuild is equal to the byte.
 */
export interface Projection {
  /** Lower-case letters, digits, underscores: the name readers select from. */
  readonly name: string;
  /** Raise it when table or rows change; the new version is built beside the live one. */
  readonly version: number;
  /** Make the table. @param table its full, quoted name. */
  create(client: ClientBase, table: string): Promise<void>;
  /** Fold a page of events of one shard, in order, into the table. */
  apply(client: ClientBase, table: string, events: readonly ProjectedEvent[]): Promise<void>;
}
