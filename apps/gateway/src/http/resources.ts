import { mayBeInShard, RESOURCES, shardOfAccount } from '#contracts';
import type { IdKind, ResourceKind } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { ApiError } from './api-error';
import { unrecognized } from './no-such-route';

/**
 * Whether an object of this id could be the caller's at all: all objects of an account are in its shard, and the shard is
 * part of the id.
 */
export function couldOwn(caller: Caller, kind: IdKind, id: string): boolean {
  return mayBeInShard(kind, id, shardOfAccount(caller.accountId));
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
