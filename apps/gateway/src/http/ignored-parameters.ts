import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contracts';
import { PROBLEMS_MAX } from './error-body';
import { sanitizeName } from './sanitize-name';

/** Names written into the header at most; a body may hold thousands. */
const NAMED_MAX = 20;
const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/**
 * The unknown-parameter rule (docs/reference/api-conventions.md, Unknown parameters): what a route does not know is ignored and named
 * in `Ignored-Parameters`; a caller who says `Prefer: handling=strict` gets it as a problem instead.
 *
 * @param unknown dotted paths of body fields and names of query parameters that the route does not know.
 * @param isRouteStrict the route refuses what it does not know from everybody.
 * @returns the problems to add to those of the body; none unless the caller wants strictness.
 */
export function checkUnknownParameters(
  request: FastifyRequest,
  reply: FastifyReply,
  unknown: readonly string[],
  isRouteStrict = false,
): FieldProblem[] {
  if (unknown.length === 0) return [];
  const prefer = request.headers.prefer;
  if (!isRouteStrict && (prefer === undefined || !STRICT.test(String(prefer)))) {
    reply.header('ignored-parameters', headerValue(unknown));
    return [];
  }
  // Each is looked through for numbers and secrets, which takes longer than reading the body where there are thousands.
  return unknown
    .slice(0, PROBLEMS_MAX)
    .map((param) => ({ param: sanitizeName(param), code: 'parameter_unknown', message: 'is not known to this route.' }));
}

/** The query parameters of a request that its route does not know. */
export function unknownQuery(request: FastifyRequest, known: readonly string[] = []): string[] {
  // Nearly no request has a query: asking the URL is cheaper than reading the parsed object.
  if (!request.url.includes('?')) return [];
  return Object.keys(request.query as object).filter((name) => !known.includes(name));
}

/** Names come from the caller and may hold anything: percent-encoding keeps the header one list of plain words. */
function headerValue(names: readonly string[]): string {
  return names
    .slice(0, NAMED_MAX)
    .map((name) => encodeURIComponent(sanitizeName(name)))
    .join(', ');
}
