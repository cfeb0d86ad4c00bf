import type { ClientBase } from 'pg';
import { ID_PREFIX } from '#contracts';
import type { AccountState } from '../account/state';
import type { ApiKeyState } from '../api-key/state';
import { KIND_PREFIX } from '../../auth/api-key-format';

/** A stream as an event left it. */
export interface ChangedStream {
  event: { streamId: string; accountId: string; livemode: boolean };
  after: { state: unknown };
}

/**
 * Writes accounts and keys into the tables that gateways of the release before read, in the transaction of their events: so that
 * processes of both releases know the same keys while one takes the place of the other. To be deleted, with the tables, in the next
 * release.
 */
export async function keepFormerTables(client: ClientBase, changes: readonly ChangedStream[]): Promise<void> {
  for (const { event, after } of changes) {
    if (event.streamId === event.accountId) await keepAccount(client, event.accountId, after.state as AccountState);
  }
  for (const { event, after } of changes) {
    if (event.streamId.startsWith(`${ID_PREFIX.apiKey}_`)) await keepKey(client, event, after.state as ApiKeyState);
  }
}

/** A suspended account has no live mode there: that release knew nothing else of an account. */
async function keepAccount(client: ClientBase, id: string, state: AccountState): Promise<void> {
  if (state.status === 'none') return;
  await client.query(
    `INSERT INTO gateway.accounts (id, name, is_live_enabled, created_at) VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000))
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_live_enabled = excluded.is_live_enabled`,
    [id, state.name, state.liveEnabled && state.status === 'active', state.madeAtMs],
  );
}

async function keepKey(
  client: ClientBase,
  { streamId: id, accountId, livemode }: ChangedStream['event'],
  state: ApiKeyState,
): Promise<void> {
  if (state.status === 'none') return;
  await client.query(
    `INSERT INTO gateway.api_keys (id, account_id, kind, livemode, digest, pepper_version, last_four, scopes, allowed_addresses,
       created_at, expires_at, revoked_at)
     SELECT $1, $2, $3, $4, s.digest, s.pepper_version, right($5, 4), $6, $7, to_timestamp($8::float8 / 1000),
       to_timestamp($9::float8 / 1000), to_timestamp($10::float8 / 1000) FROM accounts.secrets s WHERE s.owner_id = $1 LIMIT 1
     ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes, allowed_addresses = excluded.allowed_addresses,
       expires_at = excluded.expires_at, revoked_at = coalesce(api_keys.revoked_at, excluded.revoked_at)`,
    [
      ...[id, accountId, KIND_PREFIX[state.kind], livemode, state.hint, [...state.scopes], [...state.allowedAddresses], state.madeAtMs],
      ...[state.expiresAtMs ?? null, state.status === 'revoked' ? state.revokedAtMs : null],
    ],
  );
}
