import type { AccountStatus } from '#contracts';
import type { AskRows } from '../secrets/key-grants.table';

/** An account, as operators see it. Times in milliseconds since the epoch. */
export interface AccountRow {
  id: string;
  name: string;
  status: AccountStatus;
  liveEnabled: boolean;
  liveEnabledAtMs: number | null;
  /** When an owner last asked for live mode, and for whom. */
  liveRequestedAtMs: number | null;
  legalName: string | null;
  website: string | null;
  createdAtMs: number;
  /** People who belong to it. */
  members: number;
}

/** Which accounts are asked for. What is left out narrows nothing. */
export interface AccountsQuery {
  /** The id of one, or a part of the name, in any case. */
  q?: string;
  status?: AccountStatus;
  liveEnabled?: boolean;
  /** The page begins after this one. */
  afterId?: string;
  limit: number;
}

const SHOWN = `s.stream_id AS id, s.state->>'name' AS name, s.status, (s.state->>'liveEnabled')::boolean AS "liveEnabled",
  (s.state->>'liveEnabledAtMs')::float8 AS "liveEnabledAtMs", (s.state->>'liveRequestedAtMs')::float8 AS "liveRequestedAtMs",
  s.state->>'legalName' AS "legalName", s.state->>'website' AS website, (s.state->>'madeAtMs')::float8 AS "createdAtMs",
  (SELECT count(*)::int FROM gateway.memberships m WHERE m.account_id = s.stream_id) AS members`;

const FIND = `
  SELECT ${SHOWN} FROM accounts.streams s
  WHERE s.stream_type = 'account'
    AND ($1::text IS NULL OR s.stream_id = $1 OR position(lower($1) IN lower(s.state->>'name')) > 0)
    AND ($2::text IS NULL OR s.status = $2) AND ($3::boolean IS NULL OR (s.state->>'liveEnabled')::boolean = $3)
    AND ($4::text IS NULL OR (s.created_at, s.stream_id) <
      (SELECT a.created_at, a.stream_id FROM accounts.streams a WHERE a.stream_type = 'account' AND a.stream_id = $4))
  ORDER BY s.created_at DESC, s.stream_id DESC LIMIT $5`;

/** Accounts of this Hundi, the newest first. */
export function findAccounts(ask: AskRows, { q, status, liveEnabled, afterId, limit }: AccountsQuery): Promise<AccountRow[]> {
  return ask<AccountRow>(FIND, [q ?? null, status ?? null, liveEnabled ?? null, afterId ?? null, limit]);
}

/** The account of this id; undefined when there is none. */
export async function findAccount(ask: AskRows, id: string): Promise<AccountRow | undefined> {
  return (await ask<AccountRow>(`SELECT ${SHOWN} FROM accounts.streams s WHERE s.stream_type = 'account' AND s.stream_id = $1`, [id]))[0];
}
