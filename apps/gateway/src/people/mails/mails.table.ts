import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A mail as the table keeps it. */
export interface StoredMail {
  id: string;
  kind: string;
  /** Sealed. */
  content: string;
  /** Milliseconds since the epoch. */
  createdAtMs: number;
  tries: number;
}

const COLUMNS = 'id, kind, content, created_at::float8 AS "createdAtMs", tries';

/** A mail that is to be handed over at once. */
export async function insertMail(ask: AskRows, mail: Omit<StoredMail, 'tries'>): Promise<void> {
  await ask('INSERT INTO gateway.mails (id, kind, content, created_at, next_try_at) VALUES ($1, $2, $3, $4, $4)', [
    ...[mail.id, mail.kind, mail.content, mail.createdAtMs],
  ]);
}

/** Takes mails to be handed over: no other process takes them until the lease is over. */
export function takeMails(ask: AskRows, { nowMs, leaseMs, most }: { nowMs: number; leaseMs: number; most: number }): Promise<StoredMail[]> {
  return ask<StoredMail>(
    `UPDATE gateway.mails SET next_try_at = $1::bigint + $2::bigint, tries = tries + 1 WHERE id IN (
       SELECT id FROM gateway.mails WHERE next_try_at <= $1 ORDER BY next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [nowMs, leaseMs, most],
  );
}

/** It was shown, or is given up. */
export async function closeMail(ask: AskRows, id: string): Promise<void> {
  await ask('UPDATE gateway.mails SET next_try_at = NULL WHERE id = $1', [id]);
}

/** It was handed over to a mail server: its text, with the link, is kept no longer. */
export async function emptyMail(ask: AskRows, id: string): Promise<void> {
  await ask("UPDATE gateway.mails SET next_try_at = NULL, content = '' WHERE id = $1", [id]);
}

/** It could not be handed over: again at this time. */
export async function retryMail(ask: AskRows, id: string, atMs: number): Promise<void> {
  await ask('UPDATE gateway.mails SET next_try_at = $2 WHERE id = $1', [id, atMs]);
}

/** The latest first. */
export function latestMails(ask: AskRows, most: number): Promise<StoredMail[]> {
  return ask<StoredMail>(`SELECT ${COLUMNS} FROM gateway.mails ORDER BY created_at DESC, id DESC LIMIT $1`, [most]);
}

/** Handed over or not. */
export async function deleteMailsBefore(ask: AskRows, beforeMs: number): Promise<void> {
  await ask('DELETE FROM gateway.mails WHERE created_at < $1', [beforeMs]);
}
