import type { Class } from '#contracts';
import { AddRouteConfig } from '../http/route-config';

/** What the request log has to know of a route: what its bodies are, so that of these no more is kept than is declared. */
export interface LoggedRoute {
  /** `operationId` of the document. */
  operation: string;
  body?: Class;
  /** The class of the object that it answers with. */
  answer?: Class;
  /** The class of the objects on the pages that it answers with. */
  item?: Class;
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
    AddRouteConfig({ logged: { query: [], ...parts, operation: String(name) } })(target, name, descriptor);
  };
}
