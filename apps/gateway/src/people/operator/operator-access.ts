import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import type { ActingUser } from '../members/account-commands';

/** The operator of a request, for the log and the audit log. */
export function operatorOf(request: FastifyRequest): ActingUser {
  return { userId: sessionOf(request).userId, ip: request.ip, requestId: request.id, isOperator: true };
}

/** What touches live mode needs a second factor. @throws ApiError second_factor_missing. */
export function refuseWithoutFactor(request: FastifyRequest, touchesLive: boolean): void {
  if (touchesLive && !sessionOf(request).hasSecondFactor) throw new ApiError('second_factor_missing');
}
