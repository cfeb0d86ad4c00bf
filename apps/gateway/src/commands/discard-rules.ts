import { isUndecided, type Reply } from '#contracts';
import { ApiError } from '../http/api-error';
import type { NewIds } from './new-ids';

/** True when the answer belongs to an earlier request with the same key, which made another object. */
export function isOfEarlierRequest({ replayed, streamId }: Pick<Reply, 'replayed' | 'streamId'>, newIds: NewIds): boolean {
  return replayed && !newIds.has(streamId);
}

/**
 * Whether the object of a request that ended so never comes to be: every copy of its command meets the same stored refusal.
 * What is kept too long opens nothing; a data key that is discarded too early takes the values of an object that exists.
 */
export function isRefusalForGood(error: unknown): boolean {
  return error instanceof ApiError && !isUndecided(error.code);
}
