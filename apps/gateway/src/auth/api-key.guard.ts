import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeyUses } from '../accounts/key-uses/key-uses';
import type { ScopedAccess } from '../http/access';
import { ApiError, hungUp } from '../http/api-error';
import { refuseUnknownVersion } from '../http/api-version';
import { noSuchRoute } from '../http/no-such-route';
import { ServedRoutes } from '../http/served-routes';
import { unavailable } from '../http/unavailable';
import { RequestLimits } from '../limits/request-limits';
import { PeopleGuard } from '../people/http/people-guard';
import { refusePerson, refuseRole, SessionCallers } from '../people/http/session-callers';
import { PublishableAccess } from '../publishable/publishable-access';
import type { Caller } from './authenticator';
import { Callers } from './callers';
import { newKeyCommand } from './new-key-command';
import { refusalFor, type Scope } from './scopes';

/**
 * Lets a request in, or refuses it: its key, where the key may be used, its rate, its scope. What a route asks for stands in its
 * decorators (`@RequireScope`, `@OpenRoute`). Fastify runs it before the body is read (docs/decisions/0032); Nest runs its own
 * guards after that.
 */
@Injectable()
export class ApiKeyGuard {
  constructor(
    private readonly callers: Callers,
    private readonly limits: RequestLimits,
    private readonly routes: ServedRoutes,
    private readonly uses: KeyUses,
    private readonly pages: PublishableAccess,
    private readonly people: PeopleGuard,
    private readonly sessions: SessionCallers,
  ) {}

  /**
   * Writes the caller into the request.
   *
   * @returns undefined when the request may go on at once, which is nearly always; a promise while its key is looked up.
   * @throws ApiError what `SessionCallers.find` throws of a session; api_key_missing, api_key_invalid, api_key_revoked, token_invalid,
   *   token_expired, account_not_connected, ip_not_allowed, key_restricted, scope_insufficient, role_insufficient, second_factor_missing,
   *   rate_limited, concurrency_limited, api_version_unknown, route_unknown.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const access = request.is404 ? undefined : request.routeOptions.config.access;
    if (access?.kind === 'open') {
      if (access.isCounted !== false) this.limits.admitOpen(request);
      return undefined;
    }
    return access?.kind === 'people' ? this.people.admit(request, access) : this.admitScoped(access, request, reply);
  }

  private admitScoped(access: ScopedAccess | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    try {
      if (access === undefined) throw noSuchRoute(request, this.routes);
      const caller = this.callerOf(request, access.scope);
      if (!(caller instanceof Promise)) return void this.admitCaller(fromAllowedAddress(caller, request), access, request, reply);
      return caller
        .then((known) => fromAllowedAddress(known, request))
        .then(
          (known) => this.admitCaller(known, access, request, reply),
          (error: unknown) => this.limits.countRefusal(request, reply, error),
        );
    } catch (error) {
      if (request.caller !== null) throw error;
      return void this.limits.countRefusal(request, reply, error);
    }
  }

  /**
   * Whether a long connection may stay open: its key is valid, may be used from its address, and has the scope of the route still. One of
   * a person whose role is another by now ends: it shows what the role before was shown.
   */
  async mayContinue(request: FastifyRequest): Promise<boolean> {
    try {
      const { access } = request.routeOptions.config;
      const scope = access?.kind === 'scope' ? access.scope : null;
      const caller = fromAllowedAddress(await this.callerOf(request, scope, true), request);
      refuseScope(caller, scope);
      return caller.user?.role === request.caller?.user?.role;
    } catch (error) {
      return unavailable(error) !== undefined || (error instanceof ApiError && error.code === 'rate_limited');
    }
  }

  /** @param isProven see `Callers.identify`. */
  private callerOf(request: FastifyRequest, needed: Scope | null, isProven = false): Caller | Promise<Caller> {
    return this.sessions.isMeant(request) ? this.sessions.find(request) : this.callers.identify(request, needed, isProven);
  }

  private admitCaller(caller: Caller, access: ScopedAccess, request: FastifyRequest, reply: FastifyReply): void {
    // The caller is gone: a slot taken now would never be given back.
    if (request.raw.destroyed || request.raw.socket.destroyed) throw hungUp();
    request.caller = caller;
    this.count(caller, access, request, reply);
    if (access.isTestOnly && caller.livemode) throw new ApiError('key_restricted', { message: 'Test helpers take test keys only.' });
    if (caller.kind === 'publishable') this.pages.admit(access, caller, request);
    else if (!isItself(caller, access, request)) refuseScope(caller, access.scope);
    if (caller.user !== undefined && access.ofPeople !== undefined) refusePerson(caller.user, access.ofPeople);
    refuseUnknownVersion(request.headers['api-version']);
  }

  private count(caller: Caller, access: ScopedAccess, request: FastifyRequest, reply: FastifyReply): void {
    if (caller.user === undefined) this.uses.saw(caller.app?.connectionId ?? caller.keyId, request.ip);
    // A publishable key stands in pages: a visitor who reads it there must not use up the limits of its owner.
    if (caller.kind === 'publishable') return this.limits.admitOpen(request, reply);
    this.limits.admit(request, reply, access);
    const isWrite = access.countedAs !== 'reads' && access.countedAs !== 'searches';
    if (caller.app !== undefined && isWrite) this.limits.admitPlatform(caller.app);
  }
}

/** A key may end itself: that harms less than the key can. */
function isItself({ keyId, app }: Caller, { isOpenToItself }: ScopedAccess, { params }: FastifyRequest): boolean {
  return isOpenToItself === true && app === undefined && (params as { id?: string }).id === keyId;
}

/** @throws ApiError scope_insufficient. */
function refuseScope(caller: Caller, needed: ScopedAccess['scope']): void {
  const refusal = refusalFor(caller.kind, caller.scopes, needed);
  if (refusal !== null && needed !== null && caller.user !== undefined) refuseRole(caller, needed);
  if (refusal === 'scope_insufficient' && caller.app !== undefined) throw insufficientScope(String(needed));
  if (refusal === 'scope_insufficient') throw new ApiError(refusal, { hint: scopeHint(caller, String(needed)) });
  if (refusal !== null) throw new ApiError(refusal);
}

/** Counted as a refusal against the address: a thief of the key must not use up the limits of its owner. */
function fromAllowedAddress(caller: Caller, request: FastifyRequest): Caller {
  const { ip } = request;
  if (caller.addresses === null || caller.addresses.includes(ip)) return caller;
  request.keyHolder = caller;
  throw new ApiError('ip_not_allowed', {
    hint: `The request came from ${ip}. "npm run keys -- allow ${caller.keyId} <addresses>" changes the list of the key.`,
  });
}

/** RFC 6750, 3.1. */
function insufficientScope(scope: string): ApiError {
  const hint = `The connection does not have the scope ${scope}: ask the account for it at /oauth/authorize.`;
  return new ApiError('scope_insufficient', { hint }, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` });
}

function scopeHint(caller: Caller, scope: string): string {
  return `The route needs the scope ${scope}: ${newKeyCommand(caller, [scope])} makes a key that has it.`;
}
