import type { FastifyRequest } from 'fastify';
import { mayBeInShard, oneOf, RESOURCES, shardOfAccount, shardOfId } from '#contracts';
import type { IdKind, ResourceKind } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { callerOf } from './access';
import { ApiError } from './api-error';
import { unrecognized } from './no-such-route';

/**
 * Whether an object of this id could be the caller's at all: all objects of an account are in its shard, and the shard is
 * part of the id.
 */
export function couldOwn(caller: Caller, kind: IdKind, id: string): boolean {
  return mayBeInShard(kind, id, shardOfAccount(caller.accountId));
}

/** The object of a path. */
export interface PathObject {
  kind: ResourceKind;
  /** The parameter that names it; `id` unless given. */
  idParam?: string;
  /** The object may be of another account: only the form of its id is checked. */
  isOfOtherAccounts?: boolean;
}

/**
 * @returns the id of the object; empty for the only one of a mode, which no path names.
 * @throws ApiError resource_missing when the id in the path cannot be the caller's.
 */
export function idOfPath(request: FastifyRequest, { kind, idParam = 'id', isOfOtherAccounts = false }: PathObject): string {
  const owner = oneOf(kind);
  if (owner !== undefined) return owner === 'account' ? callerOf(request).accountId : '';
  const id = (request.params as Record<string, string>)[idParam] ?? '';
  const isPossible = isOfOtherAccounts ? shardOfId(kind, id) !== undefined : couldOwn(callerOf(request), kind, id);
  if (!isPossible) throw resourceMissing(idParam);
  return id;
}

/** That objects of this kind are listed and not searched. */
export function noSearchOf(kind: ResourceKind, request: { method: string; url: string }): ApiError {
  const { path } = RESOURCES[kind];
  const hint = `GET ${path} takes filters. Payments are searched at GET /v1/payments/search.`;
  return new ApiError('route_unknown', { message: `${unrecognized(request)} There is no search at ${path}.`, hint });
}

/** The same answer for an id that is malformed, unknown or of another account. */
export function resourceMissing(param: string): ApiError {
  return new ApiError('resource_missing', { param });
}
