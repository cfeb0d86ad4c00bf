import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const CONFIG = 'hundi/routeConfig';

/** Adds to what Fastify keeps of a route. `@RouteConfig` alone would put it in the place of what other decorators said. */
export function AddRouteConfig(part: Partial<FastifyContextConfig>): MethodDecorator & ClassDecorator {
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const holder = (descriptor?.value ?? target) as object;
    const config = { ...(Reflect.getMetadata(CONFIG, holder) as object | undefined), ...part };
    Reflect.defineMetadata(CONFIG, config, holder);
    const decorate = RouteConfig(config) as (...parameters: unknown[]) => unknown;
    decorate(target, name, descriptor);
  };
}
