import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** What a signature is asked for. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_factor' | 'step_up';

/** A challenge that waits for its signature. */
export interface WaitingChallenge {
  purpose: ChallengePurpose;
  /** Who asked for it: the session, the sign-in under way, or the network of the request. */
  subject: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** The oldest of a subject make place: nobody fills the table by asking. $5: how many of a subject may wait before this one. */
const INSERT = `
  WITH oldest AS (
    DELETE FROM gateway.passkey_challenges WHERE digest IN (
      SELECT digest FROM gateway.passkey_challenges WHERE subject = $3 ORDER BY expires_at DESC, digest OFFSET $5))
  INSERT INTO gateway.passkey_challenges (digest, purpose, subject, expires_at) VALUES ($1, $2, $3, $4)`;

/** @param most of this subject that may wait at once. */
export async function insertChallenge(ask: AskRows, digest: Buffer, challenge: WaitingChallenge, most: number): Promise<void> {
  await ask(INSERT, [digest, challenge.purpose, challenge.subject, challenge.expiresAtMs, most - 1]);
}

/**
 * Takes the challenge away: of two who bring it at once, one gets it.
 *
 * @param wanted without a subject whoever asked for it. @returns false when there is none, or its time is over.
 */
export async function takeChallenge(
  ask: AskRows,
  digest: Buffer,
  { purpose, subject, nowMs }: { purpose: ChallengePurpose; subject: string | null; nowMs: number },
): Promise<boolean> {
  const text = `DELETE FROM gateway.passkey_challenges
    WHERE digest = $1 AND purpose = $2 AND ($3::text IS NULL OR subject = $3) AND expires_at > $4 RETURNING purpose`;
  return (await ask(text, [digest, purpose, subject, nowMs])).length > 0;
}

/** Those whose time is over. */
export async function deleteExpiredChallenges(ask: AskRows, nowMs: number): Promise<void> {
  await ask('DELETE FROM gateway.passkey_challenges WHERE expires_at <= $1', [nowMs]);
}
