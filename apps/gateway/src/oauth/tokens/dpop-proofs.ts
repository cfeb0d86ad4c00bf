import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import type { PublicUrl } from '../../http/public-url';
import { countHeader } from '../../http/count-header';
import type { OAuthObjects } from '../objects/oauth-objects.table';
import { refusedToken } from './token-authenticator';

/** A proof is as old as that at most, and as far ahead, in seconds (RFC 9449, 4.3). */
const PROOF_AGE_MAX_S = 60;
const ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519'];

/** Checks that whoever brings a token has the key that it is bound to (RFC 9449, 7). */
export class DpopProofs {
  constructor(
    private readonly objects: Pick<OAuthObjects, 'isFirstUse'>,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
  ) {}

  /** @param jkt thumbprint of the key. @throws ApiError token_invalid, with `invalid_dpop_proof` in its challenge. */
  async check(request: FastifyRequest, token: string, jkt: string): Promise<void> {
    const proof = request.headers.dpop;
    const isOne = typeof proof === 'string' && countHeader(request.raw.rawHeaders, 'dpop') === 1;
    if (!isOne || !(await this.isGood(proof, request, { token, jkt }))) throw refusedToken('token_invalid', 'DPoP', 'invalid_dpop_proof');
  }

  private async isGood(proof: string, request: FastifyRequest, bound: { token: string; jkt: string }): Promise<boolean> {
    const { claims, thumbprint } = await verified(proof);
    const { jti, iat, htm, htu, ath } = claims;
    const isOfToken = ath === hash('sha256', bound.token, 'base64url') && thumbprint === bound.jkt;
    const isOfRequest = htm === request.method && this.isHere(htu, request.url);
    if (!isOfToken || !isOfRequest || !this.isRecent(iat) || typeof jti !== 'string' || jti === '') return false;
    return this.objects.isFirstUse(`${bound.jkt} ${jti}`, 2 * PROOF_AGE_MAX_S);
  }

  private isRecent(iat: unknown): boolean {
    return Math.abs(this.clock.nowMs() / 1_000 - Number(iat)) <= PROOF_AGE_MAX_S;
  }

  private isHere(htu: unknown, url: string): boolean {
    const named = typeof htu === 'string' ? URL.parse(htu) : null;
    const here = URL.parse(url, this.publicUrl.toString());
    return named !== null && here !== null && named.origin === here.origin && named.pathname === here.pathname;
  }
}

/** What a proof says, and of which key; nothing when it is not signed by the key that it names. */
async function verified(proof: string): Promise<{ claims: Record<string, unknown>; thumbprint: string | null }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ALGORITHMS });
    const { jwk } = protectedHeader;
    return { claims: payload, thumbprint: jwk === undefined ? null : await calculateJwkThumbprint(jwk) };
  } catch {
    return { claims: {}, thumbprint: null };
  }
}
