import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESOURCES, appendQuery } from '#contracts';
import type { FieldProblem, ListQuery, ObjectQuery } from '#contracts';
import { PersonalData } from '#personal-data';
import { callerOf } from '../http/access';
import { ApiError } from '../http/api-error';
import { checkUnknownParameters } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import { couldOwn, noSearchOf, resourceMissing } from '../http/resources';
import { JSON_TYPE } from '../http/response-headers';
import { admitExpansions, readExpand } from '../lists/expand';
import type { Expansion } from '../lists/expand';
import { readAsOf } from '../lists/instants';
import { QueryReader } from '../lists/query-reader';
import type { QueryParameters } from '../lists/query-reader';
import { readListQuery } from '../lists/read-list-query';
import type { ListRoute, ShowRoute, ShownInPart } from './read-route';
import { blindFilters } from '../personal-data/blind-filters';
import { Objects } from './objects';
import { ServiceQueries, type QueryAnswer } from './service-queries';

/** What may be asked of one object, its expansions by their names. */
type Wanted = ObjectQuery & { expand: readonly Expansion[] };

const NOTHING_ASKED: Wanted = { asOf: null, expand: [] };

/** Carries out the routes that show something: reads the request, asks the service that owns it, passes the bytes through. */
@Injectable()
export class Reads {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly objects: Objects,
    private readonly personalData: PersonalData,
  ) {}

  /** @throws ApiError resource_missing; route_unknown for a search; expand_invalid; scope_insufficient; what ServiceQueries.get throws. */
  async show(route: ShowRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const wanted = readObjectQuery(route, request, reply);
    admitExpansions(wanted.expand, caller);
    if (isSearchedFor(route, request)) throw noSearchOf(route.resource, request);
    checkParent(route, request);
    const answer = await this.ask(route, request, wanted);
    const shown = route.partFor?.(caller);
    await send(reply, shown === undefined ? answer : { ...answer, text: inPart(answer.text, shown) });
  }

  /** @throws ApiError every problem with the parameters at once; scope_insufficient; resource_missing; what ServiceQueries.get throws. */
  async list(route: ListRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { query, problems, hint } = readListQuery(request.query as QueryParameters, route.rules);
    refuse(problems, hint);
    admitExpansions(query.expand, caller);
    checkParent(route, request);
    const { accountId } = caller;
    const blind = route.blind === undefined ? query : blindFilters(query, route.blind, { personalData: this.personalData, accountId });
    const narrowed = narrowedBy(blind, route.narrowedTo?.(caller));
    if (narrowed === null) return send(reply, { text: envelope(pathOf(request.url), EMPTY_PAGE), headers: {} });
    const path = route.internalPath(request.params as Record<string, string>);
    const answer = await this.queries
      .get(route.service, appendQuery(path, narrowed), caller)
      .catch((error: unknown) => Promise.reject(namedAsSent(error, request)));
    await send(reply, { ...answer, text: envelope(pathOf(request.url), inPart(answer.text, route.partFor?.(caller))) });
  }

  private ask(route: ShowRoute, request: FastifyRequest, wanted: Wanted): Promise<QueryAnswer> {
    const caller = callerOf(request);
    if (wanted === NOTHING_ASKED && isOfOwnPath(route)) {
      return this.objects.show(route.resource, idOf(request, route.resource, route.idParam ?? 'id'), caller);
    }
    const part = route.part === undefined ? '' : `/${route.part}`;
    const owner = route.isOfAccount ? { ...caller, livemode: true } : caller;
    const path = `${internalPathOf(route, request)}${part}`;
    return this.queries.get(RESOURCES[route.resource].service, wanted === NOTHING_ASKED ? path : appendQuery(path, wanted), owner);
  }
}

/** Whether it shows an object by its kind and id, and nothing else. */
function isOfOwnPath({ part, internalPath, isSingleton, isOfAccount }: ShowRoute): boolean {
  return part === undefined && internalPath === undefined && isSingleton !== true && isOfAccount !== true;
}

const EMPTY_PAGE = '{"data":[],"has_more":false,"next_cursor":null}';

/** With the filters that bind the caller; null when what is asked for and what may be seen have nothing in common. */
function narrowedBy(query: ListQuery, filters: Readonly<Record<string, string>> = {}): ListQuery | null {
  const differs = Object.entries(filters).some(([name, value]) => (query.filters[name] ?? value) !== value);
  return differs ? null : { ...query, filters: { ...query.filters, ...filters } };
}

function readObjectQuery(route: ShowRoute, request: FastifyRequest, reply: FastifyReply): Wanted {
  // Nearly no request has a query: asking the URL is cheaper than reading the parsed object.
  if (!request.url.includes('?')) return NOTHING_ASKED;
  const reader = new QueryReader(request.query as QueryParameters);
  const query: Wanted = { asOf: route.hasAsOf ? readAsOf(reader) : null, expand: readExpand(reader, route.expand, '') };
  if (query.asOf !== null && query.expand.length > 0) {
    // Objects around it have histories of their own: half then and half now would be neither.
    reader.refuse('expand', 'parameters_exclusive', 'does not go with as_of: ask for the other objects as of then by their own ids.');
  }
  refuse([...reader.problems, ...checkUnknownParameters(request, reply, reader.unknown())]);
  return query.asOf === null && query.expand.length === 0 ? NOTHING_ASKED : query;
}

function refuse(problems: readonly FieldProblem[], hint: string | null = null): void {
  if (problems.length > 0) throw invalidRequest(problems, hint);
}

/** @throws ApiError resource_missing when the id cannot be one of the caller's. */
function internalPathOf(route: ShowRoute, request: FastifyRequest): string {
  const { internalPath } = RESOURCES[route.resource];
  if (route.isSingleton) return internalPath;
  if (route.isOfAccount) return `${internalPath}/${callerOf(request).accountId}`;
  const id = idOf(request, route.resource, route.idParam ?? 'id');
  return route.internalPath?.(request.params as Record<string, string>) ?? `${internalPath}/${id}`;
}

/** Another API has a search in the place of the id. */
function isSearchedFor({ idParam = 'id', part }: ShowRoute, request: FastifyRequest): boolean {
  return part === undefined && (request.params as Record<string, string>)[idParam] === 'search';
}

/** @throws ApiError resource_missing. */
function checkParent({ parent }: Pick<ShowRoute, 'parent'>, request: FastifyRequest): void {
  if (parent !== undefined) idOf(request, parent.resource, parent.idParam);
}

/** @throws ApiError resource_missing when the id cannot be one of the caller's. */
function idOf(request: FastifyRequest, kind: ShowRoute['resource'], param: string): string {
  const id = (request.params as Record<string, string>)[param] ?? '';
  if (!couldOwn(callerOf(request), kind, id)) throw resourceMissing(param);
  return id;
}

/** A service does not know whether the place of a page was sent as `cursor`. */
function namedAsSent(error: unknown, { query }: FastifyRequest): unknown {
  if (!(error instanceof ApiError) || error.code !== 'cursor_invalid' || (query as QueryParameters).cursor === undefined) return error;
  return new ApiError(error.code, { ...error.details, param: 'cursor' }, error.headers);
}

/** The page as the service rendered it, inside the envelope of a list (docs/how-to/list-and-page.md). */
function envelope(url: string, page: string): string {
  if (!page.startsWith('{')) throw new Error('a page must be a JSON object');
  return `{"object":"list","url":${JSON.stringify(url)},${page.slice(1)}`;
}

/** An answer, or each object of a page, as a caller sees it who does not see all of it. */
function inPart(text: string, shown: ReturnType<NonNullable<ShownInPart['partFor']>>): string {
  if (shown === undefined) return text;
  const answer = JSON.parse(text) as Record<string, unknown> & { data?: Record<string, unknown>[] };
  if (!Array.isArray(answer.data)) return JSON.stringify(shown(answer));
  const data = answer.data.map(shown);
  // Written again, a text of a receiver could be taken for a sealed value.
  if (data.every((one, index) => one === answer.data?.[index])) return text;
  return JSON.stringify({ ...answer, data: data.filter((one) => one !== null) });
}

async function send(reply: FastifyReply, { text, headers }: QueryAnswer): Promise<void> {
  await reply.headers(headers).header('content-type', JSON_TYPE).send(text);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
