import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { toSeconds, type FirstKey, type SessionAnswer } from '#contracts';
import { membershipsOf, type Membership } from '../../accounts/memberships/memberships.table';
import { scopesOfRole } from '../../auth/roles';
import { GatewayConfig } from '../../config';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Cookies } from '../http/cookies';
import { hasSecondFactor } from '../second-factor/factors-of';
import type { PersonRequest } from '../users/person-request';
import { Users } from '../users/users';
import type { StoredUser } from '../users/users.table';
import { Sessions, type NewSession } from './sessions';

/** What a page is told about who is signed in. */
@Injectable()
export class SessionAnswers {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly config: GatewayConfig,
  ) {}

  /** Of a session that has begun just now: with its cookie. */
  async begun(
    { request, reply }: PersonRequest,
    userId: string,
    { id, token }: NewSession,
    firstKeys?: FirstKey[],
  ): Promise<SessionAnswer> {
    this.cookies.setSession(reply, token, Math.floor(this.config.sessionMaxMs / 1_000));
    const session = await this.sessions.find(token);
    const answer = await this.of(request, { id, userId, authenticatedAtMs: session.authenticatedAtMs });
    return firstKeys === undefined ? answer : { ...answer, first_keys: firstKeys };
  }

  /** Of the session of a request. */
  async of(
    request: Pick<FastifyRequest, 'headers'>,
    session: { id: string; userId: string; authenticatedAtMs: number },
  ): Promise<SessionAnswer> {
    const user = await this.users.get(session.userId);
    const memberships = await membershipsOf(this.database.ask, user.id);
    return {
      user: await this.users.resource(user),
      accounts: memberships.map(({ accountId, name, role, status, liveEnabled }) => ({
        id: accountId,
        name,
        role,
        status,
        live_enabled: liveEnabled,
      })),
      scopes: scopesOf(user, memberships, request.headers['hundi-account']),
      csrf: this.sessions.csrfOf(session.id),
      step_up_until: toSeconds(this.sessions.stepUpUntilMs(session)),
      is_operator: user.isOperator,
    };
  }
}

function scopesOf(user: StoredUser, memberships: readonly Membership[], named: unknown): SessionAnswer['scopes'] {
  const membership = memberships.find(({ accountId }) => accountId === named) ?? memberships[0];
  if (membership === undefined) return { test: [], live: [] };
  const hasFactor = hasSecondFactor(user);
  const of = (livemode: boolean): readonly string[] =>
    scopesOfRole(membership.role, { livemode, hasSecondFactor: hasFactor, rules: membership.rules });
  return { test: of(false), live: of(true) };
}
