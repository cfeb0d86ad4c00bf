import { shardOfAccount } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** Whom an account is written to. */
export interface DevelopersOfAccount {
  name: string;
  /** Sealed under the key of the account; null where it names none. */
  contacts: string | null;
}

const FIND = `SELECT state->>'name' AS name, state->>'developerContacts' AS contacts FROM accounts.streams
  WHERE shard = $1 AND stream_id = $2 AND stream_type = 'account' AND status <> 'closed'`;

/** Undefined for an account that is closed: what it had is meant to end. */
export async function developersOf(ask: AskRows, accountId: string): Promise<DevelopersOfAccount | undefined> {
  return (await ask<DevelopersOfAccount>(FIND, [shardOfAccount(accountId), accountId]))[0];
}
