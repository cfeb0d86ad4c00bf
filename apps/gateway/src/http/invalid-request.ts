import type { FieldProblem } from '#contracts';
import { ApiError } from './api-error';

/** Our sentences about a field begin with a verb, in lower case: alone at the top of the error they need their subject. */
const NEEDS_SUBJECT = /^[a-z]/;

/**
 * One error that lists all problems; code and param at the top are those of the first.
 *
 * @param hint what to do instead, in a sentence.
 */
export function invalidRequest(problems: readonly FieldProblem[], hint?: string | null): ApiError {
  const [first] = problems;
  if (first === undefined) throw new Error('a refusal needs a problem');
  const message = NEEDS_SUBJECT.test(first.message) ? `${first.param} ${first.message}` : first.message;
  return new ApiError(first.code, {
    param: first.param,
    message,
    reason: first.reason,
    errors: [...problems],
    ...(typeof hint === 'string' && { hint }),
  });
}
