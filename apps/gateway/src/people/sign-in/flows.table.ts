import type { AskRows } from '../../accounts/secrets/key-grants.table';
import type { ProofOf } from '../passkeys/passkey-proofs';

/** Wrong second factors of one sign-in; then it begins anew. */
export const FLOW_TRIES_MAX = 5;

/** What a passkey proves for a sign-in, which is named by its digest alone. */
export function proofOfFlow(digest: Buffer, userId: string): ProofOf {
  return { subject: digest.toString('base64url'), userId };
}

/** A sign-in whose password was right, and whose second factor is asked for. */
export async function insertFlow(
  ask: AskRows,
  digest: Buffer,
  { userId, expiresAtMs }: { userId: string; expiresAtMs: number },
): Promise<void> {
  await ask('INSERT INTO gateway.sign_in_flows (digest, user_id, expires_at) VALUES ($1, $2, $3)', [digest, userId, expiresAtMs]);
}

/** Counts a try of the second factor. @returns whose sign-in it is; undefined when there is none, or no try is left. */
export async function takeFlowTry(
  ask: AskRows,
  digest: Buffer,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<string | undefined> {
  const rows = await ask<{ userId: string }>(
    `UPDATE gateway.sign_in_flows SET tries = tries + 1 WHERE digest = $1 AND expires_at > $2 AND tries < $3 RETURNING user_id AS "userId"`,
    [digest, nowMs, most],
  );
  return rows[0]?.userId;
}

/** Whose sign-in it is, without counting a try; undefined when there is none, or no try is left. */
export async function findFlow(
  ask: AskRows,
  digest: Buffer,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<string | undefined> {
  const text = 'SELECT user_id AS "userId" FROM gateway.sign_in_flows WHERE digest = $1 AND expires_at > $2 AND tries < $3';
  return (await ask<{ userId: string }>(text, [digest, nowMs, most]))[0]?.userId;
}

/** @returns false when another request has ended it. */
export async function endFlow(ask: AskRows, digest: Buffer): Promise<boolean> {
  return (await ask('DELETE FROM gateway.sign_in_flows WHERE digest = $1 RETURNING digest', [digest])).length > 0;
}

/** All of a user. */
export async function deleteFlowsOf(ask: AskRows, userId: string): Promise<void> {
  await ask('DELETE FROM gateway.sign_in_flows WHERE user_id = $1', [userId]);
}

/** Those whose time is over. */
export async function deleteExpiredFlows(ask: AskRows, nowMs: number): Promise<void> {
  await ask('DELETE FROM gateway.sign_in_flows WHERE expires_at <= $1', [nowMs]);
}
