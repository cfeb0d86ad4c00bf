import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../http/access';
import { invalidRequest } from '../http/invalid-request';
import { routeOf } from '../http/route-of-handler';
import { admitExpansions } from '../lists/expand';
import type { QueryParameters } from '../lists/query-reader';
import { readListQuery } from '../lists/read-list-query';
import type { ListCall } from './read-calls';
import type { ListRoute } from './read-rules';
import { checkParent } from './retrieve-guard';

/** Reads and checks what a list takes from its request, before the handler runs. */
@Injectable()
export class ListGuard implements CanActivate {
  /** @throws ApiError every problem with the parameters at once; scope_insufficient; resource_missing. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const reply = context.getArgByIndex<FastifyReply>(1);
    const route = routeOf<ListRoute>(context.getHandler());
    const caller = callerOf(request);
    const { query, problems, hint } = readListQuery(request.query as QueryParameters, route.rules);
    if (problems.length > 0) throw invalidRequest(problems, hint);
    admitExpansions(query.expand, caller);
    checkParent(route.parent, request);
    request.call = { route, request, reply, caller, query } satisfies ListCall;
    return true;
  }
}
