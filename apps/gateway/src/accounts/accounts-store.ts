import { EventStore } from '#event-store';
import { observeStore, type StoreDeps } from '#service';
import { defineAccount } from './account/aggregate';
import { defineApiKey } from './api-key/aggregate';
import { defineApp } from './app/aggregate';
import { defineConnection } from './connection/aggregate';
import { definePlatformConnection } from './platform-connection/aggregate';

/** The schema of accounts, and the first word of their topic. */
export const ACCOUNTS = 'accounts';

/** Little is asked of it, but many may wait at once for the shard of one account. */
const SIZES = { writerCount: 1, readConnectionsMax: 2, lockingConnectionsMax: 4, listConnectionsMax: 2 } as const;

/**
 * The event store of accounts, API keys, apps and connections, not started. Their commands are decided by the process that takes them
 * (`EventStore.decideHere`): who may call has to be known while the bus is away, and at once.
 */
export function openAccountsStore(databaseUrl: string, { clock, random, logger, metrics }: StoreDeps): EventStore {
  return new EventStore({
    schema: ACCOUNTS,
    databaseUrl,
    aggregates: [defineAccount(), defineApiKey(), defineApp(), defineConnection(), definePlatformConnection()],
    clock,
    random,
    logger,
    observe: observeStore(metrics, ACCOUNTS),
    othersAppend: true,
    ...SIZES,
  });
}
