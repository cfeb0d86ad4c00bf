import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { PeopleAccess } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { unrecognized } from '../../http/no-such-route';
import { PublicUrl } from '../../http/public-url';
import { RequestLimits } from '../../limits/request-limits';
import { Sessions } from '../sessions/sessions';
import { Cookies } from './cookies';
import { isUnsafe, refuseForeignHost, refuseForeignPage } from './own-origin';

/** Admits requests of pages of ours, before their body is read: who sends them, from which page, and who is signed in. */
@Injectable()
export class PeopleGuard {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly limits: RequestLimits,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Writes the session into the request.
   *
   * @throws ApiError rate_limited, host_invalid, csrf_failed, session_missing, session_expired, step_up_required, service_unavailable;
   *   route_unknown of what only operators may know of.
   */
  async admit(request: FastifyRequest, access: PeopleAccess): Promise<void> {
    this.limits.admitOpen(request);
    refuseForeignHost(request, this.publicUrl);
    if (isUnsafe(request)) refuseForeignPage(request, this.publicUrl);
    if (access.needs === 'nothing') return;
    if (access.needs === 'operator' || access.needs === 'operator_step_up') return this.admitOperator(request, access.needs);
    const session = await this.sessions.find(this.cookies.session(request));
    if (isUnsafe(request)) this.sessions.refuseWithoutCsrf(request, session.id);
    if (access.needs === 'step_up') this.sessions.refuseWithoutStepUp(session);
    refuseNul(request);
    request.session = session;
  }

  private async admitOperator(request: FastifyRequest, needs: 'operator' | 'operator_step_up'): Promise<void> {
    const session = await this.sessions.findIfThere(this.cookies.session(request));
    if (session?.isOperator !== true) throw new ApiError('route_unknown', { message: unrecognized(request) });
    if (isUnsafe(request)) this.sessions.refuseWithoutCsrf(request, session.id);
    if (needs === 'operator_step_up') this.sessions.refuseWithoutStepUp(session);
    refuseNul(request);
    request.session = session;
  }
}

/** The database holds no text with NUL, so nothing has such an id. @throws ApiError resource_missing. */
function refuseNul({ params }: Pick<FastifyRequest, 'params'>): void {
  const found = Object.entries(params as Record<string, string>).find(([, value]) => value.includes('\u0000'));
  if (found !== undefined) throw new ApiError('resource_missing', { param: found[0] });
}
