import type { FastifyInstance } from 'fastify';

/** One route as the server knows it. */
export interface ServedRoute {
  method: string;
  /** Fastify's pattern, for example `/v1/payments/:id`. */
  url: string;
}

/** Everything that is served, for the Allow header and for the proof that it is what is documented. */
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

  /** The methods that the path of this URL takes, sorted; empty when no route has this path. */
  allowedMethods(requestUrl: string): string[] {
    const segments = (requestUrl.split('?', 1)[0] ?? '').split('/');
    const allowed = new Set<string>();
    for (const [url, methods] of this.methodsByUrl) {
      if (matches(url.split('/'), segments)) for (const method of methods) allowed.add(method);
    }
    return [...allowed].sort();
  }

  private add(url: string, method: string): void {
    const methods = this.methodsByUrl.get(url) ?? new Set();
    this.methodsByUrl.set(url, methods.add(method));
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}
