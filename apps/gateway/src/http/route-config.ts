import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const CONFIG = 'hundi/routeConfig';

/** What decorators have said of a handler or a controller so far. */
export function routeConfigOf(holder: object): Partial<FastifyContextConfig> {
  return (Reflect.getMetadata(CONFIG, holder) as Partial<FastifyContextConfig> | undefined) ?? {};
}

/** Adds to what Fastify keeps of a route. `@RouteConfig` alone would put it in the place of what other decorators said. */
export function AddRouteConfig(part: Partial<FastifyContextConfig>): MethodDecorator & ClassDecorator {
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const holder = (descriptor?.value ?? target) as object;
    const config = { ...routeConfigOf(holder), ...part };
    Reflect.defineMetadata(CONFIG, config, holder);
    const decorate = RouteConfig(config) as (...parameters: unknown[]) => unknown;
    decorate(target, name, descriptor);
  };
}
