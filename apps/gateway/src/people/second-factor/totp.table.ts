import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A secret that was shown, and counts from its first code on. @returns false when another one counts already: nothing was written. */
export async function saveTotpSecret(ask: AskRows, userId: string, sealedSecret: string): Promise<boolean> {
  const text = 'UPDATE gateway.users SET totp_secret = $2, totp_last_step = 0 WHERE id = $1 AND totp_confirmed_at IS NULL RETURNING id';
  return (await ask(text, [userId, sealedSecret])).length > 0;
}

/** From now on the factor is asked for. @returns false when it was begun anew since this secret was shown. */
export async function confirmTotp(
  ask: AskRows,
  userId: string,
  { sealedSecret, atMs }: { sealedSecret: string | null; atMs: number },
): Promise<boolean> {
  const text = `UPDATE gateway.users SET totp_confirmed_at = $3
    WHERE id = $1 AND totp_secret = $2 AND totp_confirmed_at IS NULL RETURNING id`;
  return (await ask(text, [userId, sealedSecret, atMs])).length > 0;
}

/** No factor is asked for any more. */
export async function removeTotp(ask: AskRows, userId: string): Promise<void> {
  await ask('UPDATE gateway.users SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = 0 WHERE id = $1', [userId]);
}

/** Each step counts once, and none before it: of two who bring one code at once, one gets in. @returns whether this one may. */
export async function takeTotpStep(ask: AskRows, userId: string, step: number): Promise<boolean> {
  const text = 'UPDATE gateway.users SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2 RETURNING id';
  return (await ask(text, [userId, step])).length > 0;
}
