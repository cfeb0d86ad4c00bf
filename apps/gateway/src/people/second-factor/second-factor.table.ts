import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** Whether the user `u` has a second factor: an app that shows codes, or a passkey. */
export const HAS_SECOND_FACTOR = '(u.totp_confirmed_at IS NOT NULL OR EXISTS (SELECT FROM gateway.passkeys k WHERE k.user_id = u.id))';

/** Whether a user has one now. */
export async function findHasSecondFactor(ask: AskRows, userId: string): Promise<boolean> {
  return (await ask(`SELECT u.id FROM gateway.users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR}`, [userId])).length > 0;
}
