import { shardOfAccount, shardOfId } from '#contracts';
import type { EventStore } from '#event-store';
import type { AskRows } from '../secrets/key-grants.table';

/** Whose app it is, and in which mode. */
export interface AppOwner {
  accountId: string;
  livemode: boolean;
}

/** Undefined when there is no such app. */
export async function findAppOwner(ask: AskRows, appId: string): Promise<AppOwner | undefined> {
  const shard = shardOfId('app', appId);
  if (shard === undefined) return undefined;
  const text = `SELECT account_id AS "accountId", livemode FROM accounts.streams WHERE shard = $1 AND stream_id = $2 AND stream_type = 'app'`;
  return (await ask<AppOwner>(text, [shard, appId]))[0];
}

const OF_ACCOUNT = {
  name: 'hundi_apps_of_account',
  text: `SELECT stream_id AS id, livemode FROM accounts.streams
    WHERE shard = $1 AND account_id = $2 AND stream_type = 'app' AND status = 'active' ORDER BY stream_id`,
};

/** The apps of an account that work. */
export function appsOfAccount(
  { acrossAccounts }: Pick<EventStore, 'acrossAccounts'>,
  accountId: string,
): Promise<{ id: string; livemode: boolean }[]> {
  return acrossAccounts(OF_ACCOUNT, [shardOfAccount(accountId), accountId]);
}
