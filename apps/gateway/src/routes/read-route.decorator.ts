import { applyDecorators, UseGuards, type Type } from '@nestjs/common';
import { nounOf, oneOf, type ErrorCode, type IdKind, type ResourceKind } from '#contracts';
import type { HeaderSchemas } from '../docs/answers.decorator';
import { DocumentList } from '../docs/list-docs';
import { DocumentRetrieve } from '../docs/retrieve-docs';
import type { Answer } from '../http/response-headers';
import { RouteOfHandler } from '../http/route-of-handler';
import { expansionsOf } from '../lists/expand';
import type { ListCall, RetrieveCall } from '../queries/read-calls';
import { ListGuard } from '../queries/list-guard';
import type { ListRoute as ListRouteOf, ListRouteRules, RetrieveRoute as RetrieveRouteOf, RetrieveRules } from '../queries/read-rules';
import { RetrieveGuard } from '../queries/retrieve-guard';
import { pathParameters } from './path-parameters';

interface ReadDocs {
  summary: string;
  description?: string;
  /** Headers in addition to those of every answer. */
  headers?: HeaderSchemas;
  /** Errors in addition to those of every read. */
  errors?: readonly ErrorCode[];
}

/** Documentation and rules of a route that shows one object. */
export interface RetrieveParts extends ReadDocs, RetrieveRules {
  /** The class of the answer. */
  answer: Type;
  /** The answer in a sentence; its noun unless given. */
  returns?: string;
}

/** Documentation and rules of a route that shows a page of a list. */
export interface ListParts extends ReadDocs, ListRouteRules {
  /** The class of the objects on a page. */
  item: Type;
}

type Handler<TCall> = <T extends (call: TCall) => Promise<Answer>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

/** A route that shows one object. Its guard reads the request; the handler gets `@Call()`. */
export function RetrieveRoute(kind: ResourceKind, parts: RetrieveParts): Handler<RetrieveCall> {
  const { summary, description, headers, errors, answer, returns = `The ${nounOf(kind)}.`, ...rules } = parts;
  const route: RetrieveRouteOf = { expand: expansionsOf(kind), ...rules, resource: kind };
  const isSingleton = rules.isOfCollection === true || oneOf(kind) !== undefined;
  const params = pathParameters(rules.parent, isSingleton ? undefined : { idParam: rules.idParam });
  return applyDecorators(
    RouteOfHandler(route),
    UseGuards(RetrieveGuard),
    DocumentRetrieve(
      { ...route, isSingleton },
      { summary, description, params, errors, answer: { description: returns, type: answer, headers } },
    ),
  );
}

/** A route that shows a page of a list of objects of this kind. Its guard reads the request; the handler gets `@Call()`. */
export function ListRoute(kind: IdKind, parts: ListParts): Handler<ListCall> {
  const { summary, description, headers, errors, item, parent, part, partFor, narrowedTo, blind, ...rules } = parts;
  const route: ListRouteOf = {
    parent,
    part,
    partFor,
    narrowedTo,
    blind,
    rules: { expand: expansionsOf(kind), filters: [], ...rules, kind },
  };
  return applyDecorators(
    RouteOfHandler(route),
    UseGuards(ListGuard),
    DocumentList(route, { summary, description, params: pathParameters(parent), item, errors, headers }),
  );
}
