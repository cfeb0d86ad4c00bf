import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { TEAM_ROLES, type Role } from '#contracts';
import { membershipsOf } from '../../accounts/memberships/memberships.table';
import { scopesOfRole } from '../../auth/roles';
import { PublicUrl } from '../../http/public-url';
import { Consenter, type ConsentingAccount, type ConsentingUser } from '../../oauth/consent/consenter';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Cookies } from '../http/cookies';
import { refuseForeignHost, refuseForeignPage } from '../http/own-origin';
import { Sessions } from '../sessions/sessions';
import type { SessionOfUser } from '../sessions/sessions.table';
import { Users } from '../users/users';

const MAY_CONNECT: ReadonlySet<Role> = new Set(TEAM_ROLES);

/** People who are signed in, as those who let apps act for the accounts in which they may connect apps: as owner or admin. */
@Injectable()
export class ConsentingPeople extends Consenter {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly users: Users,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async find(request: FastifyRequest, livemode: boolean): Promise<ConsentingUser | null> {
    refuseForeignHost(request, this.publicUrl);
    const session = await this.sessions.findIfThere(this.cookies.session(request));
    return session === undefined ? null : this.userOf(session, livemode);
  }

  async admit(request: FastifyRequest, livemode: boolean): Promise<ConsentingUser> {
    refuseForeignHost(request, this.publicUrl);
    refuseForeignPage(request, this.publicUrl);
    const session = await this.sessions.find(this.cookies.session(request));
    this.sessions.refuseWithoutCsrf(request, session.id);
    if (livemode) this.sessions.refuseWithoutStepUp(session);
    return this.userOf(session, livemode);
  }

  signInPath(returnTo: string): string {
    return `/dashboard/sign_in?return_to=${encodeURIComponent(returnTo)}`;
  }

  private async userOf({ id: sessionId, userId, hasSecondFactor }: SessionOfUser, livemode: boolean): Promise<ConsentingUser> {
    const memberships = await membershipsOf(this.database.ask, userId);
    const accounts: ConsentingAccount[] = memberships
      .filter(({ role, status, liveEnabled }) => MAY_CONNECT.has(role) && status === 'active' && (!livemode || liveEnabled))
      .map(({ accountId: id, name, role, rules }) => ({ id, name, scopes: scopesOfRole(role, { livemode, hasSecondFactor, rules }) }))
      .filter(({ scopes }) => scopes.length > 0);
    const { name } = await this.users.wordsOf(await this.users.get(userId));
    return { id: userId, name, accounts, csrf: this.sessions.csrfOf(sessionId) };
  }
}
