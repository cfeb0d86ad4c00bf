import type { FastifyRequest } from 'fastify';
import type { ConnectedAccounts } from '../oauth/tokens/connected-accounts';
import type { DpopProofs } from '../oauth/tokens/dpop-proofs';
import { ACCESS_TOKEN_PREFIX, refusedToken, type TokenAuthenticator } from '../oauth/tokens/token-authenticator';
import type { Authenticator, Caller } from './authenticator';
import { readKey } from './read-key';
import type { Scope } from './scopes';

const DPOP = /^DPoP +([^\s]+) *$/i;

/** Who calls: by a key, by an access token, and for which account. */
export class Callers {
  constructor(
    private readonly keys: Authenticator,
    private readonly tokens: TokenAuthenticator,
    private readonly proofs: DpopProofs,
    private readonly connected: ConnectedAccounts,
  ) {}

  /**
   * @param needed the scope of the route.
   * @param isProven the request has shown the key of its token before: a proof is good once.
   * @returns at once for a key that was looked up lately, which is nearly always; else a promise.
   * @throws ApiError what `Authenticator`, `TokenAuthenticator`, `DpopProofs` and `ConnectedAccounts` throw.
   */
  identify(request: FastifyRequest, needed: Scope | null, isProven = false): Caller | Promise<Caller> {
    const caller = this.bearerOf(request, isProven);
    const account = request.headers['hundi-account'];
    if (account === undefined) return caller;
    return Promise.resolve(caller).then((known) => this.connected.actingFor(known, String(account), needed));
  }

  private bearerOf(request: FastifyRequest, isProven: boolean): Caller | Promise<Caller> {
    const bound = DPOP.exec(request.headers.authorization ?? '')?.[1];
    if (bound !== undefined) return this.bound(bound, request, isProven);
    const text = readKey(request);
    return text.startsWith(`${ACCESS_TOKEN_PREFIX}_`) ? this.unbound(text, request) : this.keys.authenticate(text, request.ip);
  }

  private async bound(token: string, request: FastifyRequest, isProven: boolean): Promise<Caller> {
    const { caller, jkt } = await this.tokens.authenticate(token, request.ip);
    // Who sends a token that is not bound with a proof believes that it is.
    if (jkt === null) throw refusedToken('token_invalid', 'DPoP');
    if (!isProven) await this.proofs.check(request, token, jkt);
    return caller;
  }

  private async unbound(token: string, request: FastifyRequest): Promise<Caller> {
    const { caller, jkt } = await this.tokens.authenticate(token, request.ip);
    if (jkt !== null) throw refusedToken('token_invalid', 'DPoP');
    return caller;
  }
}
