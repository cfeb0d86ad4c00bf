import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, NO_RULES, ROLES } from '#contracts';
import { findMembership, type Membership } from '../../accounts/memberships/memberships.table';
import type { Caller, CallingUser } from '../../auth/authenticator';
import { scopesOfRole } from '../../auth/roles';
import { refusalFor, type Scope } from '../../auth/scopes';
import type { PeopleRule } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { PublicUrl } from '../../http/public-url';
import { GatewayDatabase } from '../../tables/gateway-database';
import { refuseChange } from '../members/inactive-account';
import { Sessions } from '../sessions/sessions';
import type { SessionOfUser } from '../sessions/sessions.table';
import { Cookies } from './cookies';
import { isUnsafe, refuseForeignHost, refuseForeignPage } from './own-origin';

/** Calls of the API by pages of ours: a session, the account in `Hundi-Account` and the mode in `Hundi-Mode` take the place of a key. */
@Injectable()
export class SessionCallers {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the request is one of a session.
   *
   * @throws ApiError credentials_exclusive with a key beside it: it would not be clear whose request it is.
   */
  isMeant(request: Pick<FastifyRequest, 'headers'>): boolean {
    if (this.cookies.session(request) === undefined) return false;
    if (request.headers.authorization !== undefined) throw new ApiError('credentials_exclusive');
    return request.headers['hundi-mode'] !== undefined || request.headers['hundi-account'] !== undefined;
  }

  /**
   * @throws ApiError host_invalid, csrf_failed, session_missing, session_expired, parameter_missing, parameter_invalid,
   *   role_insufficient of an account that the person does not belong to, account_suspended, live_mode_not_enabled, service_unavailable.
   */
  async find(request: FastifyRequest): Promise<Caller> {
    refuseForeignHost(request, this.publicUrl);
    if (isUnsafe(request)) refuseForeignPage(request, this.publicUrl);
    const session = await this.sessions.find(this.cookies.session(request));
    if (isUnsafe(request)) this.sessions.refuseWithoutCsrf(request, session.id);
    const livemode = readMode(request.headers['hundi-mode']);
    const membership = await this.membershipOf(session, request.headers['hundi-account']);
    if (membership.status === 'suspended') throw new ApiError('account_suspended');
    refuseChange(membership, request);
    if (livemode && !membership.liveEnabled) throw new ApiError('live_mode_not_enabled');
    return this.callerOf(session, membership, livemode);
  }

  private callerOf(session: SessionOfUser, { accountId, role, rules }: Membership, livemode: boolean): Caller {
    const { userId, hasSecondFactor } = session;
    const hasStepUp = this.sessions.stepUpUntilMs(session) > this.clock.nowMs();
    const scopes = scopesOfRole(role, { livemode, hasSecondFactor, rules });
    return {
      accountId,
      livemode,
      keyId: userId,
      kind: 'restricted',
      scopes,
      addresses: null,
      rules: rules ?? NO_RULES,
      user: { id: userId, role, hasStepUp },
    };
  }

  private async membershipOf({ userId }: SessionOfUser, named: unknown): Promise<Membership> {
    if (typeof named !== 'string') throw missing('Hundi-Account');
    const found = await findMembership(this.database.ask, userId, named);
    if (found === undefined) throw new ApiError('role_insufficient', { message: 'You do not belong to this account.' });
    return found;
  }
}

/** Why the role does not allow a scope. @throws ApiError second_factor_missing when that is all that is missing; role_insufficient. */
export function refuseRole({ livemode, user }: Caller, scope: Scope): never {
  const roles = ROLES.filter(
    (role) => refusalFor('restricted', scopesOfRole(role, { livemode, hasSecondFactor: true, rules: null }), scope) === null,
  );
  if (user !== undefined && roles.includes(user.role)) throw new ApiError('second_factor_missing');
  const mode = livemode ? 'live' : 'test';
  throw new ApiError('role_insufficient', { message: `Your role does not allow this in ${mode} mode; ${roles.join(', ')} may.` });
}

/** @throws ApiError role_insufficient, step_up_required. */
export function refusePerson({ role, hasStepUp }: CallingUser, { roles, needsStepUp }: PeopleRule): void {
  if (!roles.includes(role))
    throw new ApiError('role_insufficient', { message: `Your role does not allow this; ${roles.join(', ')} may.` });
  if (needsStepUp && !hasStepUp) throw new ApiError('step_up_required');
}

function readMode(mode: unknown): boolean {
  if (mode === undefined) throw missing('Hundi-Mode');
  if (mode !== 'test' && mode !== 'live')
    throw new ApiError('parameter_invalid', { param: 'Hundi-Mode', message: 'must be test or live.' });
  return mode === 'live';
}

function missing(param: string): ApiError {
  return new ApiError('parameter_missing', { param, message: `A session needs the header ${param}.` });
}
