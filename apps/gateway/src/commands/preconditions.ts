import { ApiError } from '../http/api-error';
import type { ClaimedRequest } from '../idempotency/idempotency-key';
import type { WriteRoute } from './write-rules';

/** As Node writes the names, and as they are shown. */
const PRECONDITIONS = [
  ['if-match', 'If-Match'],
  ['if-none-match', 'If-None-Match'],
  ['if-unmodified-since', 'If-Unmodified-Since'],
] as const;
const GUARD = 'expected_sequence';

/**
 * Refuses the preconditions of RFC 9110, section 13: no write evaluates them, and a change that its sender believes to be guarded
 * would overwrite.
 *
 * @throws ApiError parameter_unknown.
 */
export function refusePreconditions({ reader }: Pick<WriteRoute, 'reader'>, { headers }: Pick<ClaimedRequest, 'headers'>): void {
  const precondition = PRECONDITIONS.find(([name]) => headers[name] !== undefined);
  if (precondition === undefined) return;
  const [, header] = precondition;
  const isGuarded = reader?.names.includes(GUARD) === true;
  throw new ApiError('parameter_unknown', {
    param: header,
    message: `${header} is not known to this route.`,
    hint: isGuarded
      ? `In place of ${header} send ${GUARD} in the body: the sequence of the object that you have read.`
      : `Changes are guarded by ${GUARD} in the body, where a route takes it. This route does not.`,
  });
}
