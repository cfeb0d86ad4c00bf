import type { ErrorCode, Reply } from '#contracts';
import { ApiError } from '../http/api-error';

/** Not the answer of a decision: a copy of the command that was sent meanwhile may still be decided, and accepted. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['outcome_unknown', 'service_unavailable', 'internal_error', 'lock_timeout']);

/** Whether the answer is a stored one and shows another object than the request would have made. */
export function isOfAnotherObject(answer: Pick<Reply, 'replayed' | 'streamId'>, objectId: string): boolean {
  return answer.replayed && answer.streamId !== objectId;
}

/**
 * Whether the object of a request that ended so never comes to be: every copy of its command meets the same stored refusal.
 * What is kept too long opens nothing; a data key that is discarded too early takes the values of an object that exists.
 */
export function isRefusalForGood(error: unknown): boolean {
  return error instanceof ApiError && !UNDECIDED.has(error.code);
}
