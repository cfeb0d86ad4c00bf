import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contracts';
import { PROBLEMS_MAX } from './error-body';
import { addPreferenceApplied } from './preference-applied';
import { sanitizeName } from './sanitize-name';

/** Names written into the header at most; a body may hold thousands. */
const NAMED_MAX = 20;
/** RFC 7240: the first preference of a name counts. */
const HANDLING = /(?:^|[,;\s])handling\s*=\s*"?(\w+)/i;

/** What happens to unknown parameters: `always strict` does not ask the caller. */
export type Handling = 'strict' | 'lenient' | 'always strict';

/**
 * The unknown-parameter rule (docs/reference/api-conventions.md, Unknown parameters): a write refuses what it does not know, a read of
 * one object ignores it and names it in `Ignored-Parameters`. `Prefer: handling=…` asks for the other way.
 *
 * @param unknown dotted paths of body members and names of query parameters that the route does not know.
 * @param usual what happens unless the caller prefers the other.
 * @returns the problems to add to those of the body; none where they are ignored.
 */
export function checkUnknownParameters(
  request: FastifyRequest,
  reply: FastifyReply,
  unknown: readonly string[],
  usual: Handling = 'lenient',
): FieldProblem[] {
  if (unknown.length === 0) return [];
  const handling = usual === 'always strict' ? 'strict' : (preferredHandling(request) ?? usual);
  if (handling === 'lenient') {
    reply.header('ignored-parameters', headerValue(unknown));
    if (usual === 'strict') addPreferenceApplied(reply, 'handling=lenient');
    return [];
  }
  // Each is looked through for numbers and secrets, which takes longer than reading the body where there are thousands.
  return unknown
    .slice(0, PROBLEMS_MAX)
    .map((param) => ({ param: sanitizeName(param), code: 'parameter_unknown', message: unknownMessage(param) }));
}

/** Follows the name of the parameter; with a name that nobody could see in a sentence it is one of its own. */
export function unknownMessage(param: string): string {
  const isLegible = /^[^\s\p{C}.]+(?:\.[^\s\p{C}.]+)*$/u.test(param);
  return isLegible ? 'is not known to this route.' : `A parameter named ${JSON.stringify(sanitizeName(param))} is not known to this route.`;
}

/** The query parameters of a request that its route does not know. */
export function unknownQuery(request: FastifyRequest, known: readonly string[] = []): string[] {
  // Nearly no request has a query: asking the URL is cheaper than reading the parsed object.
  if (!request.url.includes('?')) return [];
  return Object.keys(request.query as object).filter((name) => !known.includes(name));
}

function preferredHandling({ headers }: FastifyRequest): 'strict' | 'lenient' | undefined {
  const word = HANDLING.exec(String(headers.prefer ?? ''))?.[1]?.toLowerCase();
  return word === 'strict' || word === 'lenient' ? word : undefined;
}

/** Names come from the caller and may hold anything: percent-encoding keeps the header one list of plain words. */
function headerValue(names: readonly string[]): string {
  return names
    .slice(0, NAMED_MAX)
    .map((name) => encodeURIComponent(sanitizeName(name)))
    .join(', ');
}
