import type { EventStore } from '#event-store';
import type { AppDeps } from '#service';
import type { GatewayConfig } from '../config';
import { openAccountsStore } from './accounts-store';

/** Accounts and API keys of this process, and its share of the shards of all. */
export interface RunningAccounts {
  store: EventStore;
  stop(): Promise<void>;
}

/** Expects the migrations to have run. @throws Error of the database when it cannot be reached. */
export async function startAccounts({ databaseUrl }: GatewayConfig, deps: AppDeps): Promise<RunningAccounts> {
  const store = openAccountsStore(databaseUrl, deps);
  await store.start();
  store.takeShare();
  return { store, stop: () => store.stop() };
}
