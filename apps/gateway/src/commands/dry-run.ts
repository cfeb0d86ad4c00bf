import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../http/invalid-request';

/** The query parameter that every write takes. */
export const DRY_RUN = 'dry_run';

/**
 * Whether `?dry_run=true` was sent (docs/reference/api-conventions.md, Dry run): decide and answer, store nothing.
 *
 * @throws ApiError parameter_invalid for anything but `true` and `false`, sent once.
 */
export function readDryRun(request: FastifyRequest): boolean {
  // Nearly no write has a query: asking the URL is cheaper than reading the parsed object.
  if (!request.url.includes('?')) return false;
  const { dry_run: flag } = request.query as { dry_run?: string | string[] };
  if (flag === undefined || flag === 'false') return false;
  if (flag === 'true') return true;
  throw invalidRequest([{ param: DRY_RUN, code: 'parameter_invalid', message: 'must be true or false.' }]);
}
