import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { pathOfUrl } from './url-path';

/** One route as the server knows it. */
export interface ServedRoute {
  method: string;
  /** Fastify's pattern, for example `/v1/payments/:id`. */
  url: string;
}

/** Everything that is served, for the Allow header and for the proof that it is what is documented. */
@Injectable()
export class ServedRoutes {
  private readonly methodsByUrl = new Map<string, Set<string>>();

  /** Must be called before the first route is registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) this.add(url, name);
    });
  }

  list(): ServedRoute[] {
    return [...this.methodsByUrl].flatMap(([url, methods]) => [...methods].map((method) => ({ method, url })));
  }

  /**
   * The methods that the path of this URL takes, sorted; empty when no route has this path. Where a route has the very words
   * of the path, one with a parameter in their place is not meant: `/v1/payments/search` is no payment.
   */
  allowedMethods(requestUrl: string): string[] {
    return [...new Set(this.meantBy(requestUrl).flatMap(([, methods]) => [...methods]))].sort();
  }

  /** The path as the reference writes it, for example `/v1/payments/{id}`; undefined when no route has it. */
  patternOf(requestUrl: string): string | undefined {
    return this.meantBy(requestUrl)[0]?.[0].replace(/:(\w+)/g, '{$1}');
  }

  private meantBy(requestUrl: string): [url: string, methods: Set<string>][] {
    const segments = pathOfUrl(requestUrl).split('/');
    const fitting = [...this.methodsByUrl].filter(([url]) => matches(url.split('/'), segments));
    const fewest = Math.min(...fitting.map(([url]) => parametersOf(url)));
    return fitting.filter(([url]) => parametersOf(url) === fewest);
  }

  private add(url: string, method: string): void {
    const methods = this.methodsByUrl.get(url) ?? new Set();
    this.methodsByUrl.set(url, methods.add(method));
  }
}

function parametersOf(url: string): number {
  return url.split('/:').length - 1;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}
