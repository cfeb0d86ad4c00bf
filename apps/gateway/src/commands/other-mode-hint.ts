import type { FastifyRequest } from 'fastify';
import { RESOURCES } from '#contracts';
import { ApiError } from '../http/api-error';
import { kindOf } from '../auth/scopes';
import { callerOf } from '../http/access';
import { namedIn } from '../http/named-in';
import { couldOwn } from '../http/resources';
import type { ServiceQueries } from '../queries/service-queries';

/**
 * A decision sees its own mode alone. When it misses an object that the account has in the other mode, the refusal says so,
 * whether the id came in the path or in the body: the query of the object knows.
 *
 * @returns the error to throw: the one that is given, with the hint when there is one.
 */
export async function withOtherModeHint(error: unknown, request: FastifyRequest, queries: ServiceQueries): Promise<unknown> {
  if (!isMissing(error) || error.details.hint !== undefined || error.details.param === undefined) return error;
  const id = namedIn(request, error.details.param);
  const kind = id === undefined ? undefined : kindOf(id);
  if (id === undefined || kind === undefined || !couldOwn(callerOf(request), kind, id)) return error;
  const { service, internalPath } = RESOURCES[kind];
  const hint = await queries.get(service, `${internalPath}/${id}`, callerOf(request)).then(() => undefined, hintIn);
  return hint === undefined ? error : new ApiError(error.code, { ...error.details, hint }, error.headers);
}

function hintIn(found: unknown): string | undefined {
  return isMissing(found) ? found.details.hint : undefined;
}

function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'resource_missing';
}
