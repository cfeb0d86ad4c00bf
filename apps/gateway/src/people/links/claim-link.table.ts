import { withOperatorClient } from '#event-store';
import type { KeyStore } from '../../accounts/operator-accounts';
import { isToken, tokenDigest } from '../users/tokens';

/** A link that is printed at each start works until it was used. */
const FOR_EVER_MS = 315_360_000_000_000;

const OFFER = `
  INSERT INTO gateway.one_time_links (digest, purpose, subject, expires_at)
  SELECT $1, 'claim', $2, $3 WHERE NOT EXISTS (SELECT FROM gateway.memberships WHERE account_id = $2)
  ON CONFLICT (digest) DO UPDATE SET subject = excluded.subject RETURNING digest`;

/**
 * Lets whoever has the token become the owner of an account that has none.
 *
 * @param token see `newToken`. @returns whether there is something to be claimed.
 */
export async function offerClaim({ databaseUrl }: Pick<KeyStore, 'databaseUrl'>, accountId: string, token: string): Promise<boolean> {
  if (!isToken(token)) throw new Error('no token of a claim');
  const { rowCount } = await withOperatorClient(databaseUrl, (client) => client.query(OFFER, [tokenDigest(token), accountId, FOR_EVER_MS]));
  return rowCount === 1;
}
