import type { LogEpochs } from '../epochs/log-epochs';
import type { Query } from '../writer/load';
import type { EventStoreOptions } from '../options';
import type { OwnedShards } from '../ownership';
import type { PublishMessages } from './retrying-publisher';
import type { EventRenderer } from './render';

export interface RelayParts extends OwnedShards {
  options: EventStoreOptions;
  renderer: EventRenderer;
  query: Query;
  epochs: LogEpochs;
  publish: PublishMessages;
  /** Messages are rendered before they are published: one that cannot be stops its own shard alone. */
  needsText: boolean;
}
