import { unavailabilityOf } from '#contracts';
import { ApiError } from './api-error';

/**
 * What a caller gets when the database is away, busy or not migrated. The only place that knows it; what asks the database lets its errors pass.
 *
 * @returns undefined for an error of another kind.
 */
export function unavailable(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error.code === 'service_unavailable' ? error : undefined;
  return unavailabilityOf(error) ? new ApiError('service_unavailable', {}, { 'retry-after': '1' }, String(error)) : undefined;
}
