import type { ClientBase } from 'pg';
import { derivedUuid, withOperatorClient, type EventStore } from '#event-store';
import { systemCommand, type ApiKeyKind, type ImportApiKeyPayload, type Clock } from '#contracts';
import { usualNameOf } from '../../api-keys/new-key';
import { KIND_PREFIX } from '../../auth/api-key-format';
import { insertSecret } from '../secrets/secrets.table';

const KIND_OF = Object.fromEntries(Object.entries(KIND_PREFIX).map(([kind, prefix]) => [prefix, kind])) as Record<string, ApiKeyKind>;
/** Read in one go. */
const PAGE = 500;
const ACTOR = 'migration';

interface AccountRow {
  id: string;
  name: string;
  is_live_enabled: boolean;
  created_at_ms: number;
}

interface KeyRow {
  id: string;
  account_id: string;
  kind: string;
  livemode: boolean;
  digest: Buffer;
  pepper_version: number;
  last_four: string;
  scopes: string[];
  allowed_addresses: string[];
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

const NEW_ACCOUNTS = `
  SELECT id, name, is_live_enabled, extract(epoch FROM created_at)::float8 * 1000 AS created_at_ms FROM gateway.accounts a
  WHERE NOT EXISTS (SELECT FROM accounts.streams s WHERE s.stream_id = a.id AND s.stream_type = 'account') ORDER BY id LIMIT ${PAGE}`;

const NEW_KEYS = `
  SELECT id, account_id, kind, livemode, digest, pepper_version, last_four, scopes, allowed_addresses,
    extract(epoch FROM created_at)::float8 * 1000 AS created_at_ms, extract(epoch FROM expires_at)::float8 * 1000 AS expires_at_ms,
    extract(epoch FROM revoked_at)::float8 * 1000 AS revoked_at_ms
  FROM gateway.api_keys k WHERE NOT EXISTS (SELECT FROM accounts.secrets s WHERE s.owner_id = k.id) ORDER BY id LIMIT ${PAGE}`;

/**
 * Takes accounts and keys of the release before into the log, with their ids, times, scopes, addresses and digests. Again changes
 * nothing, and it may be ended at any point: what is there already is left out.
 */
export async function importFormerTables(store: EventStore, databaseUrl: string, clock: Clock): Promise<void> {
  await withOperatorClient(databaseUrl, async (client) => {
    await eachPage<AccountRow>(client, NEW_ACCOUNTS, (row) => importAccount(store, row, clock));
    await eachPage<KeyRow>(client, NEW_KEYS, (row) => importKey(store, row, clock));
  });
}

async function eachPage<TRow extends object>(client: ClientBase, text: string, take: (row: TRow) => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await client.query<TRow>(text);
    for (const row of rows) await take(row);
    if (rows.length < PAGE) return;
  }
}

async function importAccount(store: EventStore, row: AccountRow, clock: Clock): Promise<void> {
  const { id, name, is_live_enabled: liveEnabled, created_at_ms: createdAtMs } = row;
  const about = { type: 'accounts.import', streamId: id, accountId: id, livemode: true, payload: { name, liveEnabled, createdAtMs } };
  await store.decideHere(systemCommand({ ...about, commandId: importIdOf(id), actorId: ACTOR, nowMs: clock.nowMs() }));
}

async function importKey(store: EventStore, row: KeyRow, clock: Clock): Promise<void> {
  const { id, account_id: accountId, livemode, digest, pepper_version: pepperVersion } = row;
  const about = { type: 'api_keys.import', streamId: id, accountId, livemode, payload: payloadOf(row) };
  const command = systemCommand({ ...about, commandId: importIdOf(id), actorId: ACTOR, nowMs: clock.nowMs() });
  await store.decideHere(command, (client) => insertSecret(client, { ownerId: id, accountId, digest, pepperVersion }));
}

function payloadOf(row: KeyRow): ImportApiKeyPayload {
  const { kind: prefix, livemode, last_four: lastFour, scopes, created_at_ms: createdAtMs, revoked_at_ms: revokedAtMs } = row;
  const kind = KIND_OF[prefix] ?? 'secret';
  return {
    kind,
    name: usualNameOf(kind),
    scopes,
    allowedAddresses: row.allowed_addresses,
    hint: `${prefix}_${livemode ? 'live' : 'test'}_${row.id.slice(row.id.indexOf('_') + 1).slice(0, 4)}…${lastFour}`,
    createdAtMs,
    revokedAtMs,
    ...(row.expires_at_ms !== null && { expiresAtMs: row.expires_at_ms }),
  };
}

/** The same import is the same command, whichever process sends it. */
function importIdOf(id: string): string {
  return derivedUuid(`import ${id}`);
}
