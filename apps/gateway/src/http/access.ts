import { applyDecorators } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Role } from '#contracts';
import type { Caller } from '../auth/authenticator';
import type { Scope } from '../auth/scopes';
import type { CountedAs } from '../limits/request-limits';
import { AddRouteConfig } from './route-config';
import type { SessionOfUser } from '../people/sessions/sessions.table';

/** What a route asks of its caller. A route that says nothing cannot be called at all: closed by default. */
export type RouteAccess = OpenAccess | ScopedAccess | PeopleAccess;

/** A route that needs no key. */
export interface OpenAccess {
  kind: 'open';
  /** False: not counted against the address of the request. Who watches this process must hear of it, however busy it is. */
  isCounted?: false;
}

/** A route for the pages of people. */
export interface PeopleAccess {
  kind: 'people';
  /** A session; one in which the password was asked for lately; that of an operator, for everybody else there is no such route; both. */
  needs: 'nothing' | 'session' | 'step_up' | 'operator' | 'operator_step_up';
}

/** A route that needs a key. */
export interface ScopedAccess {
  kind: 'scope';
  /** Null for any secret or restricted key: the route itself looks at what it shows. */
  scope: Scope | null;
  /** Which rate limit counts. */
  countedAs: CountedAs;
  /** It completes a payment, gives money back, or ends a key: it finds a place where others are refused as too many. */
  isCritical?: boolean;
  /** The key that the path names may call it whatever its scopes. */
  isOpenToItself?: boolean;
  /** Live keys are refused. */
  isTestOnly?: boolean;
  /**
   * What a publishable key, which stands in a page, may do here: ask what any payer may know (`anyPayer`), or act for the payment of the
   * path with its client secret (`payer`). Absent: nothing.
   */
  forPages?: 'anyPayer' | 'payer';
  /** What people who are signed in have to be beside what their scopes say. */
  ofPeople?: PeopleRule;
}

/** Who may do something by a session. */
export interface PeopleRule {
  roles: readonly Role[];
  /** The password was asked for lately. */
  needsStepUp: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** The handler gets the bytes of the body as they came, not what they say. */
    isBodyRaw?: boolean;
  }
  interface FastifyRequest {
    /** Set by the edge before any handler of a route that needs a key. */
    caller: Caller | null;
    /** Whose key it is, of a request that was not let in with it. */
    keyHolder: Caller | null;
    /** Set by the edge before any handler of a route that needs a session. */
    session: SessionOfUser | null;
    /** Key of the concurrency slot this request holds. */
    slot: string | null;
  }
}

/** Anyone may call this route, without a key. */
export function OpenRoute(): MethodDecorator & ClassDecorator {
  return AddRouteConfig({ access: { kind: 'open' } satisfies RouteAccess });
}

/** Anyone may call this route, as often as they like. */
export function WatchRoute(): MethodDecorator & ClassDecorator {
  return AddRouteConfig({ access: { kind: 'open', isCounted: false } satisfies RouteAccess });
}

/** Anyone may call this route, without a key; its body is kept as bytes, because it is signed. */
export function OpenRawRoute(): MethodDecorator & ClassDecorator {
  return AddRouteConfig({ access: { kind: 'open', isCounted: false } satisfies RouteAccess, isBodyRaw: true });
}

/** A route for the pages of people. */
export function PeopleRoute(needs: PeopleAccess['needs']): MethodDecorator & ClassDecorator {
  return AddRouteConfig({ access: { kind: 'people', needs } satisfies RouteAccess });
}

/** Only keys that carry this scope may call this route; its kind decides which rate limit counts, unless `more` does. */
export function RequireScope(
  scope: Scope,
  more: Pick<ScopedAccess, 'isTestOnly' | 'isCritical' | 'isOpenToItself' | 'forPages' | 'ofPeople'> & { countedAs?: CountedAs } = {},
): MethodDecorator & ClassDecorator {
  const countedAs = scope.endsWith(':write') ? 'writes' : 'reads';
  return applyDecorators(AddRouteConfig({ access: { kind: 'scope', scope, countedAs, ...more } satisfies RouteAccess }), NeedsKey(scope));
}

/** Any secret or restricted key may call this route, which judges by itself what the key may see. */
export function RequireKey(): MethodDecorator & ClassDecorator {
  return applyDecorators(AddRouteConfig({ access: { kind: 'scope', scope: null, countedAs: 'reads' } satisfies RouteAccess }), NeedsKey());
}

/** Documents the two ways of sending a key, and which scope it needs. */
function NeedsKey(...scopes: Scope[]): MethodDecorator & ClassDecorator {
  return applyDecorators(ApiSecurity('bearer', scopes), ApiSecurity('basic', scopes));
}

/** The caller of a route that needs a key. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route does not ask for a key');
  return request.caller;
}

/** The session of a route that needs one. */
export function sessionOf({ session }: Pick<FastifyRequest, 'session'>): SessionOfUser {
  if (session === null) throw new Error('this route does not ask for a session');
  return session;
}
