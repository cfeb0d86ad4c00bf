import type { EventMessage } from '#contracts';
import type { LogEpochs } from '../epochs/log-epochs';
import type { Query } from '../writer/load';
import type { EventStoreOptions } from '../options';
import type { Cursor } from './cursors';
import type { PublishMessages } from './retrying-publisher';
import type { EventRenderer } from './render';

export interface RelayParts {
  /** Shards that this process serves now. */
  ownedShards: () => readonly number[];
  options: EventStoreOptions;
  renderer: EventRenderer;
  query: Query;
  epochs: LogEpochs;
  publish: PublishMessages;
  /** Messages are rendered before they are published: one that cannot be stops its own shard alone. */
  needsText: boolean;
}

/** What one page turned into. */
export interface RenderedPage {
  messages: EventMessage[];
  cursors: Map<number, Cursor>;
  halted: Set<number>;
}
