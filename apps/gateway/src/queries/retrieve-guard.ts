import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectQuery } from '#contracts';
import { callerOf } from '../http/access';
import { checkUnknownParameters } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import { idOfPath, noSearchOf } from '../http/resources';
import { routeOf } from '../http/route-of-handler';
import { admitExpansions, readExpand } from '../lists/expand';
import { readAsOf } from '../lists/instants';
import { QueryReader, type QueryParameters } from '../lists/query-reader';
import type { RetrieveCall } from './read-calls';
import type { Parent, RetrieveRoute } from './read-rules';

/** Reads and checks what a route that shows one object takes from its request, before the handler runs. */
@Injectable()
export class RetrieveGuard implements CanActivate {
  /** @throws ApiError every problem of the query at once; scope_insufficient; route_unknown for a search; resource_missing. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const reply = context.getArgByIndex<FastifyReply>(1);
    const route = routeOf<RetrieveRoute>(context.getHandler());
    const caller = callerOf(request);
    const query = readObjectQuery(route, request, { reply, caller });
    if (isSearchedFor(route, request)) throw noSearchOf(route.resource, request);
    checkParent(route.parent, request);
    request.call = { route, request, reply, caller, query, id: objectIdOf(route, request) } satisfies RetrieveCall;
    return true;
  }
}

function readObjectQuery(
  route: RetrieveRoute,
  request: FastifyRequest,
  { reply, caller }: Pick<RetrieveCall, 'reply' | 'caller'>,
): ObjectQuery | null {
  // Nearly no request has a query: asking the URL is cheaper than reading the parsed object.
  if (!request.url.includes('?')) return null;
  const reader = new QueryReader(request.query as QueryParameters);
  const asOf = route.hasAsOf ? readAsOf(reader) : null;
  const expand = readExpand(reader, route.expand, '');
  if (asOf !== null && expand.length > 0) {
    // Objects around it have histories of their own: half then and half now would be neither.
    reader.refuse('expand', 'parameters_exclusive', 'does not go with as_of: ask for the other objects as of then by their own ids.');
  }
  const problems = [...reader.problems, ...checkUnknownParameters(request, reply, reader.unknown())];
  if (problems.length > 0) throw invalidRequest(problems);
  admitExpansions(expand, caller);
  return asOf === null && expand.length === 0 ? null : { asOf, expand };
}

/** Another API has a search in the place of the id. */
function isSearchedFor({ idParam = 'id', part }: RetrieveRoute, { params }: FastifyRequest): boolean {
  return part === undefined && (params as Record<string, string>)[idParam] === 'search';
}

/** @throws ApiError resource_missing when the parent in the path cannot be the caller's. */
export function checkParent(parent: Parent | undefined, request: FastifyRequest): void {
  if (parent !== undefined) idOfPath(request, parent);
}

/** @throws ApiError resource_missing when the id cannot be one of the caller's. */
function objectIdOf({ resource: kind, isOfCollection, idParam, isOfOtherAccounts }: RetrieveRoute, request: FastifyRequest): string {
  return isOfCollection ? '' : idOfPath(request, { kind, idParam, isOfOtherAccounts });
}
