import type { FastifyRequest } from 'fastify';
import type { AccountStatus } from '#contracts';
import { ApiError } from '../../http/api-error';
import { isUnsafe } from '../http/own-origin';

/** Nothing is changed in an account that is suspended or closed. @throws ApiError account_suspended. */
export function refuseChange({ status }: { status: AccountStatus }, request: Pick<FastifyRequest, 'method'>): void {
  if (status === 'active' || !isUnsafe(request)) return;
  throw new ApiError('account_suspended', status === 'closed' ? { message: 'The account is closed: it can be read and not changed.' } : {});
}
