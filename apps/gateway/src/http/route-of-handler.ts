import 'reflect-metadata';

const ROUTE = 'hundi/route';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a route: the request as it was read, for the handler. */
    call: object | null;
  }
}

/** Keeps the rules of a route with its handler, for the guard that reads its requests. */
export function RouteOfHandler(route: object): MethodDecorator {
  return (_target, _name, descriptor) => Reflect.defineMetadata(ROUTE, route, descriptor.value as object);
}

export function routeOf<TRoute>(handler: object): TRoute {
  return Reflect.getMetadata(ROUTE, handler) as TRoute;
}
