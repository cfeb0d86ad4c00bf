import { ApiError } from '../../http/api-error';
import type { ConnectionGrants } from '../clients/connection-grants';
import type { OAuthObjects } from './oauth-objects.table';

/** The connection of a refresh token that somebody else has as well. */
export interface ReusedGrant {
  grantId: string;
  appId: string;
  /** Undefined when the request did not bring it. */
  refreshToken?: string | undefined;
}

/**
 * A refresh token was brought twice, or was found by a stranger: that is kept first, then its tokens end, then the connection. Of several
 * who bring it at once one may find the account busy: what is kept ends the connection then (LostConnections).
 */
export async function endReusedGrant(
  { objects, grants }: { objects: OAuthObjects; grants: ConnectionGrants },
  { grantId, appId, refreshToken }: ReusedGrant,
): Promise<void> {
  if (refreshToken !== undefined) await objects.markReused('RefreshToken', refreshToken);
  for (const kind of ['AccessToken', 'RefreshToken']) await objects.deleteOfGrant(kind, grantId);
  await grants.revoke(grantId, 'reuse', appId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'lock_timeout') throw error;
  });
}
