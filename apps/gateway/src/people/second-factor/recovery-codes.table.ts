import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** In place of those before. */
export async function replaceRecoveryCodes(ask: AskRows, userId: string, digests: readonly Buffer[]): Promise<void> {
  await ask('DELETE FROM gateway.recovery_codes WHERE user_id = $1', [userId]);
  await ask('INSERT INTO gateway.recovery_codes (user_id, digest) SELECT $1, unnest($2::bytea[])', [userId, [...digests]]);
}

/** Takes the code away. @returns false when there is none like it. */
export async function takeRecoveryCode(ask: AskRows, userId: string, digest: Buffer): Promise<boolean> {
  return (
    (await ask('DELETE FROM gateway.recovery_codes WHERE user_id = $1 AND digest = $2 RETURNING user_id', [userId, digest])).length > 0
  );
}
