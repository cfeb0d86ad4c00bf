import { ERRORS } from '#contracts';
import { ApiError } from '../http/api-error';
import { BURST_FACTOR } from './rate-limiter';

/** How large a limit is, behind "at most". */
export function bySecond(counted: string, rate: number): string {
  return `${rate} ${counted} a second, ${rate * BURST_FACTOR} at once`;
}

/** The details of an error about a reached limit. */
export interface ReachedLimit {
  /** How large it is, behind "at most". */
  limit?: string;
  /** After which the next request of a drained bucket passes: within one, at a rate a second. */
  seconds?: number;
}

/** A request that is one too many. */
export function refuse(code: 'rate_limited' | 'concurrency_limited', reason: string, { limit, seconds = 1 }: ReachedLimit = {}): ApiError {
  const usual = ERRORS[code].message.replace(/\.$/, '');
  const message = limit === undefined ? undefined : `${usual}: at most ${limit}.`;
  return new ApiError(
    code,
    { reason, ...(message !== undefined && { message }) },
    { 'retry-after': String(Math.ceil(seconds)), 'ratelimit-reason': reason },
  );
}
