import type { ClientBase } from 'pg';
import { shardOfAccount, type AuditActorType, type AuditOutcome } from '#contracts';
import { auditHashOf, FIRST_HASH, type AuditEntry, type NewAuditEntry } from './audit-entry';

/** A connection of the accounts, in a transaction. */
export type AccountsClient = ClientBase;

/** A row, by its columns. */
export interface AuditRow {
  account_id: string;
  position: string;
  id: string;
  command_id: string;
  livemode: boolean;
  at: string;
  actor_type: AuditActorType;
  actor_id: string;
  actor_name: string | null;
  action: string;
  resource_type: string | null;
  resource_id: string | null;
  outcome: AuditOutcome;
  code: string | null;
  address: string | null;
  request_id: string | null;
  changes: string | null;
  hash: Buffer;
}

/** `changes` as the text that was hashed. */
export const AUDIT_COLUMNS = `a.account_id, a.position, a.id, a.command_id, a.livemode, a.at, a.actor_type, a.actor_id, a.actor_name, a.action,
  a.resource_type, a.resource_id, a.outcome, a.code, a.address, a.request_id, a.changes::text AS changes, a.hash`;

const KNOWN = 'SELECT command_id FROM accounts.audit_log WHERE account_id = $1 AND command_id = ANY ($2::uuid[])';
const HEAD = 'SELECT position, hash FROM accounts.audit_log WHERE account_id = $1 ORDER BY position DESC LIMIT 1';
const INSERT = `
  INSERT INTO accounts.audit_log SELECT $1, e.position, e.id, e.command_id, e.livemode, e.at, e.actor_type, e.actor_id, e.actor_name, e.action,
    e.resource_type, e.resource_id, e.outcome, e.code, e.address, e.request_id, e.changes::json, decode(e.hash, 'hex')
  FROM json_to_recordset($2::json) AS e (position bigint, id text, command_id uuid, livemode boolean, at bigint, actor_type text, actor_id text,
    actor_name text, action text, resource_type text, resource_id text, outcome text, code text, address text, request_id text, changes text,
    hash text)`;
const NAMES =
  "SELECT stream_id AS id, state->>'name' AS name FROM accounts.streams WHERE shard = $1 AND stream_id = ANY ($2) AND stream_type = 'api_key'";
const SAVE_HEAD = `
  INSERT INTO accounts.audit_heads (account_id, day, position, hash) VALUES ($1, (now() AT TIME ZONE 'Asia/Kolkata')::date, $2, $3)
  ON CONFLICT (account_id, day) DO UPDATE SET position = excluded.position, hash = excluded.hash`;

/**
 * Adds entries to the log of one account, in their order. Those that are there already are left out. The caller holds the lock of the
 * shard of the account, so that nobody else reads the same head.
 */
export async function appendAuditEntries(client: ClientBase, accountId: string, entries: readonly NewAuditEntry[]): Promise<void> {
  const { rows: known } = await client.query<{ command_id: string }>(KNOWN, [accountId, entries.map(({ commandId }) => commandId)]);
  const isKnown = new Set(known.map(({ command_id: id }) => id));
  const added = chained(
    accountId,
    await headOf(client, accountId),
    entries.filter(({ commandId }) => !isKnown.has(commandId)),
  );
  const last = added.at(-1);
  if (last === undefined) return;
  await client.query(INSERT, [accountId, JSON.stringify(added.map(rowOf))]);
  await client.query(SAVE_HEAD, [accountId, last.position, last.hash]);
}

/** What these keys are called now. */
export async function namesOfKeys(client: ClientBase, accountId: string, keyIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(NAMES, [shardOfAccount(accountId), [...new Set(keyIds)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Head {
  position: number;
  hash: Buffer;
}

async function headOf(client: ClientBase, accountId: string): Promise<Head> {
  const { rows } = await client.query<{ position: string; hash: Buffer }>(HEAD, [accountId]);
  return rows[0] === undefined ? { position: 0, hash: FIRST_HASH } : { position: Number(rows[0].position), hash: rows[0].hash };
}

function chained(accountId: string, head: Head, entries: readonly NewAuditEntry[]): AuditEntry[] {
  let { position, hash } = head;
  return entries.map((entry) => {
    const placed = { ...entry, accountId, position: ++position };
    hash = auditHashOf(hash, placed);
    return { ...placed, hash };
  });
}

function rowOf({ actor, resource, ...entry }: AuditEntry): object {
  return {
    ...{ position: entry.position, id: entry.id, command_id: entry.commandId, livemode: entry.livemode, at: entry.atMs },
    ...{ actor_type: actor.type, actor_id: actor.id, actor_name: actor.name, action: entry.action },
    ...{ resource_type: resource?.type ?? null, resource_id: resource?.id ?? null, outcome: entry.outcome, code: entry.code },
    ...{ address: entry.address, request_id: entry.requestId, changes: entry.changes, hash: entry.hash.toString('hex') },
  };
}

/** The entry of a row. */
export function auditEntryOf(row: AuditRow): AuditEntry {
  return {
    ...{ accountId: row.account_id, position: Number(row.position), id: row.id, commandId: row.command_id, livemode: row.livemode },
    atMs: Number(row.at),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    resource: row.resource_type === null || row.resource_id === null ? null : { type: row.resource_type, id: row.resource_id },
    ...{ outcome: row.outcome, code: row.code, address: row.address, requestId: row.request_id, changes: row.changes, hash: row.hash },
  };
}
