import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { PublicUrl } from '../../http/public-url';
import { ownOrigins } from '../http/own-origin';

/** Whom a passkey is for (W3C, Web Authentication Level 3, 4: Relying Party). */
export interface RelyingParty {
  /** The host name under which the page was opened. A passkey works under the one that it was made for, and no other. */
  id: string;
  /** Of pages that may ask for a signature. */
  origins: string[];
}

/**
 * That of a request. Its host is ours: the guard has seen to that.
 *
 * @throws ApiError passkeys_unavailable under a bare IP address, which no passkey can be made for.
 */
export function relyingPartyOf({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: PublicUrl): RelyingParty {
  const id = new URL(`http://${headers.host ?? ''}`).hostname;
  if (isIP(id.replaceAll(/[[\]]/g, '')) !== 0) throw new ApiError('passkeys_unavailable');
  return { id, origins: ownOrigins(headers.host, publicUrl).filter((origin) => origin !== '' && new URL(origin).hostname === id) };
}
