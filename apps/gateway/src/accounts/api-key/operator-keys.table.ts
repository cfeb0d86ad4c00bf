import { withOperatorClient, type Owner } from '#event-store';
import { shardOfAccount, type ApiKeyKind, type ApiKeyResource } from '#contracts';
import { apiKeyResource } from './render';
import type { ApiKeyState } from './state';

const STATEMENT_TIMEOUT_MS = 60_000;

interface KeyRow {
  stream_id: string;
  livemode: boolean;
  version: number;
  sequence: number;
  created_at: string;
  updated_at: string;
  state: ApiKeyState;
}

/** Whose key it is, and of which kind. */
export interface FoundKey extends Owner {
  kind: ApiKeyKind;
}

/** The key of this id, for an operator who knows no more of it; null when there is none. */
export async function findKey(databaseUrl: string, keyId: string): Promise<FoundKey | null> {
  const ask = `SELECT k.account_id AS "accountId", k.livemode, k.state->>'kind' AS kind FROM accounts.secrets s
    JOIN accounts.streams k ON k.shard = s.shard AND k.stream_id = s.owner_id WHERE s.owner_id = $1 LIMIT 1`;
  const { rows } = await withOperatorClient(databaseUrl, (client) => client.query<FoundKey>(ask, [keyId]), STATEMENT_TIMEOUT_MS);
  return rows[0] ?? null;
}

/** How many keys that have not ended are digested under a version of the pepper. */
export interface PepperCount {
  pepperVersion: number;
  keys: number;
}

/** One row for each version that is in use, the newest first. */
export async function countPeppers(databaseUrl: string): Promise<PepperCount[]> {
  const ask = `SELECT s.pepper_version AS "pepperVersion", count(*)::int AS keys FROM accounts.secrets s
    JOIN accounts.streams k ON k.shard = s.shard AND k.stream_id = s.owner_id WHERE k.status = 'active' GROUP BY 1 ORDER BY 1 DESC`;
  return (await withOperatorClient(databaseUrl, (client) => client.query<PepperCount>(ask), STATEMENT_TIMEOUT_MS)).rows;
}

/** The keys of an account in both modes, newest first. */
export async function keysOfAccount(databaseUrl: string, accountId: string): Promise<ApiKeyResource[]> {
  const ask = `SELECT stream_id, livemode, version, sequence, created_at, updated_at, state FROM accounts.streams
    WHERE shard = $1 AND account_id = $2 AND stream_type = 'api_key' ORDER BY last_position DESC`;
  const { rows } = await withOperatorClient(
    databaseUrl,
    (client) => client.query<KeyRow>(ask, [shardOfAccount(accountId), accountId]),
    STATEMENT_TIMEOUT_MS,
  );
  const keys = rows.map(({ stream_id: streamId, state, created_at: createdAt, updated_at: updatedAt, ...head }) =>
    apiKeyResource({ head: { streamId, accountId, ...head, createdAtMs: Number(createdAt), updatedAtMs: Number(updatedAt) }, state }),
  );
  return keys.sort((left, right) => right.created_at - left.created_at || (left.id < right.id ? 1 : -1));
}
