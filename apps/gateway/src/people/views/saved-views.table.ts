import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A saved view as the table keeps it. */
export interface StoredView {
  id: string;
  accountId: string;
  userId: string;
  page: string;
  /** Name and query, sealed under the key of the account. */
  content: string;
  isShared: boolean;
  /** Milliseconds since the epoch. */
  createdAtMs: number;
}

/** Which views are asked for: those of a member, and those that others of the account share. */
export interface ViewsQuery {
  accountId: string;
  userId: string;
  page?: string;
  /** The list begins after this one. */
  afterId?: string;
  limit: number;
}

const COLUMNS = `id, account_id AS "accountId", user_id AS "userId", page, content, is_shared AS "isShared",
  created_at::float8 AS "createdAtMs"`;

/**
 * Of two at once each sees the other: the limit holds exactly.
 *
 * @param ask of a transaction. @returns false when the member has as many already.
 */
export async function insertView(ask: AskRows, view: StoredView, most: number): Promise<boolean> {
  const { id, accountId, userId, page, content, isShared, createdAtMs } = view;
  await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`saved_views ${accountId} ${userId}`]);
  const rows = await ask(
    `INSERT INTO gateway.saved_views (id, account_id, user_id, page, content, is_shared, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM gateway.saved_views WHERE account_id = $2 AND user_id = $3) < $8 RETURNING id`,
    [id, accountId, userId, page, content, isShared, createdAtMs, most],
  );
  return rows.length > 0;
}

/** The newest first. */
export function findViews(ask: AskRows, { accountId, userId, page, afterId, limit }: ViewsQuery): Promise<StoredView[]> {
  return ask<StoredView>(
    `SELECT ${COLUMNS} FROM gateway.saved_views
     WHERE account_id = $1 AND (user_id = $2 OR is_shared) AND ($3::text IS NULL OR page = $3)
       AND ($4::text IS NULL OR (created_at, id) < (SELECT a.created_at, a.id FROM gateway.saved_views a WHERE a.account_id = $1 AND a.id = $4))
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [accountId, userId, page ?? null, afterId ?? null, limit],
  );
}

/** @param mayDeleteShared also what another member shares. @returns false when there is none that may be deleted. */
export async function deleteView(
  ask: AskRows,
  { accountId, userId, id }: Pick<StoredView, 'accountId' | 'userId' | 'id'>,
  mayDeleteShared: boolean,
): Promise<boolean> {
  const text = 'DELETE FROM gateway.saved_views WHERE account_id = $1 AND id = $2 AND (user_id = $3 OR (is_shared AND $4)) RETURNING id';
  return (await ask(text, [accountId, id, userId, mayDeleteShared])).length > 0;
}
