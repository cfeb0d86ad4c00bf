import { ApiError } from './api-error';
import { sanitizeUrlPath } from './sanitize-name';
import type { ServedRoutes } from './served-routes';
import { pathOfUrl } from './url-path';

/** The reference, where it is served. */
const DOCS = '/docs';

/** What was asked for, as the message names it. */
interface Asked {
  method: string;
  url: string;
}

/** What is answered to a request that no route takes: the methods of the path, or what was probably meant. */
export function noSuchRoute({ method, url }: Asked, routes: ServedRoutes): ApiError {
  const allowed = routes.allowedMethods(url);
  const path = sanitizeUrlPath(url);
  if (allowed.length === 0) {
    return new ApiError('route_unknown', { message: unrecognized({ method, url }), hint: hintFor(pathOfUrl(url), routes) });
  }
  const message = `Unrecognized request method (${method} ${path}). This path takes ${listOf(allowed)}.`;
  return new ApiError('method_not_allowed', { message }, { allow: allowed.join(', ') });
}

/** The sentence about a path that is not served. */
export function unrecognized({ method, url }: Asked): string {
  return `Unrecognized request URL (${method} ${sanitizeUrlPath(url)}).`;
}

/** Undefined: the hint of the error table stands. */
function hintFor(path: string, routes: ServedRoutes): string | undefined {
  if (path === '/') return routes.allowedMethods(DOCS).length > 0 ? `The API begins at /v1. The reference is at ${DOCS}.` : undefined;
  const versioned = routes.patternOf(`/v1${path}`);
  if (versioned !== undefined) return `Paths of the API begin with /v1: ${versioned}.`;
  if (!path.endsWith('/')) return undefined;
  const pattern = routes.patternOf(withoutEnd(path));
  return pattern === undefined ? undefined : `Leave out the slash at the end: ${pattern}.`;
}

/** From the end: a pattern would be tried from each slash, and a request may have thousands of them. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function listOf(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
