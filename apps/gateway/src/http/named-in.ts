import type { FastifyRequest } from 'fastify';

/** What the request sent under this name: in its path, its body, or an object of its body such as `card`. */
export function namedIn({ params, body }: Pick<FastifyRequest, 'params' | 'body'>, param: string): string | undefined {
  const fields = isRecord(body) ? [body, ...Object.values(body).filter(isRecord)] : [];
  const named = [params, ...fields].filter(isRecord).map((part) => (Object.hasOwn(part, param) ? part[param] : undefined));
  return named.find((value) => typeof value === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
