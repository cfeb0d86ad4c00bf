import { ApiError } from './api-error';
import type { ServedRoutes } from './served-routes';

/** The reference, where it is served. */
const DOCS = '/docs';

/** What is answered to a request that no route takes: the methods of the path, or what was probably meant. */
export function noSuchRoute({ url }: { url: string }, routes: ServedRoutes): ApiError {
  const allowed = routes.allowedMethods(url);
  if (allowed.length > 0) return new ApiError('method_not_allowed', {}, { allow: allowed.join(', ') });
  const hint = hintFor(url.split('?', 1)[0] ?? '', routes);
  return new ApiError('route_unknown', hint === undefined ? {} : { hint });
}

function hintFor(path: string, routes: ServedRoutes): string | undefined {
  if (path === '/') return routes.allowedMethods(DOCS).length > 0 ? `The API begins at /v1. The reference is at ${DOCS}.` : undefined;
  if (!path.endsWith('/')) return undefined;
  const pattern = routes.patternOf(path.replace(/\/+$/, ''));
  return pattern === undefined ? undefined : `Leave out the slash at the end: ${pattern}.`;
}
