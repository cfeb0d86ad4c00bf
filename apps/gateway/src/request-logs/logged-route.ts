import type { Class, ResourceKind } from '#contracts';
import { AddRouteConfig } from '../http/route-config';
import type { ListRules } from '../lists/list-rules';
import { LOGGED_OPERATIONS } from './logged-operations';

/** What the request log has to know of a route: what its bodies are, so that of these no more is kept than is declared. */
export interface LoggedRoute {
  /** `operationId` of the document. */
  operation: string;
  body?: Class;
  /** What it makes or changes. */
  resource?: ResourceKind;
  /** The class of the object that it answers with. */
  answer?: Class;
  /** The class of the objects on the pages that it answers with. */
  item?: Class;
  /** Numbers of documents are sent to it. */
  asksForDocuments?: boolean;
  /** Parameters of the query whose values may be kept; one that ends in `[` stands for all that begin so. */
  query: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    logged?: LoggedRoute;
  }
}

/** Says what the request log may keep of the requests to a route. One that says nothing is kept without bodies and query. */
export function Logged(parts: Omit<LoggedRoute, 'operation' | 'query'> & Partial<Pick<LoggedRoute, 'query'>>): MethodDecorator {
  return (target, name, descriptor) => {
    LOGGED_OPERATIONS.set(String(name), descriptor.value as object);
    AddRouteConfig({ logged: { query: [], ...parts, operation: String(name) } })(target, name, descriptor);
  };
}

const PAGING = ['limit', 'starting_after', 'ending_before', 'cursor', 'order', 'include', 'expand', 'min_position'];

/**
 * The parameters of a list whose values may be kept: not those that name a person, and not the text of a search, which may.
 *
 * @param blind filters that name a person.
 */
export function loggedQuery({ filters, own = {} }: ListRules, blind: readonly string[]): string[] {
  const unnamed = Object.keys(own).filter((name) => !blind.includes(name));
  return [...PAGING, ...filters, ...unnamed].flatMap((name) => [name, `${name}[`]);
}
