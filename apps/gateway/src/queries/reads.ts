import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appendQuery, RESOURCES, oneOf, type ListQuery, type ResourceKind, type ServiceName } from '#contracts';
import { PersonalData } from '#personal-data';
import { ApiError } from '../http/api-error';
import { JSON_TYPE, type Answer } from '../http/response-headers';
import { pathOfUrl } from '../http/url-path';
import type { QueryParameters } from '../lists/query-reader';
import { blindFilters } from '../personal-data/blind-filters';
import { Objects } from './objects';
import type { ListCall, RetrieveCall } from './read-calls';
import type { Parent, ShownInPart } from './read-rules';
import { ServiceQueries, type QueryAnswer } from './service-queries';

const EMPTY_PAGE: QueryAnswer = { text: '{"data":[],"has_more":false,"next_cursor":null}', headers: {} };

/** Reads objects and lists from the service that owns them, and passes their bytes through. */
@Injectable()
export class Reads {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly objects: Objects,
    private readonly personalData: PersonalData,
  ) {}

  /** @returns the object. @throws ApiError resource_missing; what `ServiceQueries.get` throws. */
  async retrieve(call: RetrieveCall): Promise<Answer> {
    const { route, caller, reply } = call;
    const answer = isOfOwnPath(call) ? await this.objects.show(route.resource, call.id, caller) : await this.find(call);
    writeHeaders(reply, answer);
    return inPart(answer.text, route.partFor?.(caller));
  }

  /** @returns the page in the envelope of a list. @throws ApiError cursor_invalid; resource_missing; what `ServiceQueries.get` throws. */
  async list(call: ListCall): Promise<Answer> {
    const { route, caller, request, reply } = call;
    const query = narrowedBy(this.blind(call), route.narrowedTo?.(caller));
    const page = query === null ? EMPTY_PAGE : await this.findPage(call, query);
    writeHeaders(reply, page);
    return envelope(pathOfUrl(request.url), inPart(page.text, route.partFor?.(caller)));
  }

  private find({ route, request, caller, query, id }: RetrieveCall): Promise<QueryAnswer> {
    const { service, path } = placeOf(route.resource, route.parent, request);
    const object = `${path}${id === '' ? '' : `/${id}`}${route.part === undefined ? '' : `/${route.part}`}`;
    // An account has both modes, and its log is in live mode.
    const owner = oneOf(route.resource) === 'account' ? { ...caller, livemode: true } : caller;
    return this.queries.get(service, query === null ? object : appendQuery(object, query), owner);
  }

  private blind({ route, query, caller: { accountId } }: ListCall): ListQuery {
    return route.blind === undefined ? query : blindFilters(query, route.blind, { personalData: this.personalData, accountId });
  }

  private findPage({ route, request, caller }: ListCall, query: ListQuery): Promise<QueryAnswer> {
    const { service, path } = placeOf(route.rules.kind as ResourceKind, route.parent, request);
    const list = route.part === undefined ? path : `${path}/${route.part}`;
    return this.queries
      .get(service, appendQuery(list, query), caller)
      .catch((error: unknown) => Promise.reject(namedAsSent(error, request)));
  }
}

/** The internal collection of a kind of object, which may be below an object of the path. */
function placeOf(kind: ResourceKind, parent: Parent | undefined, { params }: FastifyRequest): { service: ServiceName; path: string } {
  if (parent === undefined) return { service: RESOURCES[kind].service, path: RESOURCES[kind].internalPath };
  const { service, internalPath } = RESOURCES[parent.kind];
  const parentId = (params as Record<string, string>)[parent.idParam ?? 'id'];
  return { service, path: `${internalPath}/${parentId}/${parent.part}` };
}

/** True for a request that names an object by kind and id, and nothing else. */
function isOfOwnPath({ route: { resource, part, parent }, query }: RetrieveCall): boolean {
  return query === null && part === undefined && parent === undefined && oneOf(resource) === undefined;
}

/** Adds the filters that bind the caller; null when they exclude those of the request. */
function narrowedBy(query: ListQuery, filters: Readonly<Record<string, string>> = {}): ListQuery | null {
  const differs = Object.entries(filters).some(([name, value]) => (query.filters[name] ?? value) !== value);
  return differs ? null : { ...query, filters: { ...query.filters, ...filters } };
}

/** A service does not know whether the place of a page was sent as `cursor`. */
function namedAsSent(error: unknown, { query }: FastifyRequest): Error {
  if (!(error instanceof ApiError) || error.code !== 'cursor_invalid' || (query as QueryParameters).cursor === undefined)
    return error as Error;
  return new ApiError(error.code, { ...error.details, param: 'cursor' }, error.headers);
}

/** The page as the service rendered it, inside the envelope of a list (docs/how-to/list-and-page.md). */
function envelope(url: string, page: string): string {
  if (!page.startsWith('{')) throw new Error('a page must be a JSON object');
  return `{"object":"list","url":${JSON.stringify(url)},${page.slice(1)}`;
}

/** An answer, or each object of a page, as a caller sees it who does not see all of it. */
function inPart(text: string, toPart: ReturnType<NonNullable<ShownInPart['partFor']>>): string {
  if (toPart === undefined) return text;
  const answer = JSON.parse(text) as Record<string, unknown> & { data?: Record<string, unknown>[] };
  if (!Array.isArray(answer.data)) return JSON.stringify(toPart(answer));
  const data = answer.data.map(toPart);
  // Written again, a text of a receiver could be taken for a sealed value.
  if (data.every((part, index) => part === answer.data?.[index])) return text;
  return JSON.stringify({ ...answer, data: data.filter((part) => part !== null) });
}

function writeHeaders(reply: FastifyReply, { headers }: QueryAnswer): void {
  reply.headers(headers).header('content-type', JSON_TYPE);
}
