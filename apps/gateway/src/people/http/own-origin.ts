import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { PublicUrl } from '../../http/public-url';
import { ApiError } from '../../http/api-error';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(?:127\.|::1$|::ffff:127\.)/;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Only names of ours: a page of another host whose name was made to point here must not speak to us with the cookies of this one.
 *
 * @throws ApiError host_invalid.
 */
export function refuseForeignHost({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>, publicUrl: PublicUrl): void {
  const host = (headers.host ?? '').toLowerCase();
  if (host === hostOf(publicUrl.toString())) return;
  const name = host.replace(/:\d{1,5}$/, '');
  if (LOOPBACK_NAMES.has(name) && LOOPBACK_PEER.test(socket.remoteAddress ?? '')) return;
  throw new ApiError('host_invalid');
}

/** Whether the request may change something. */
export function isUnsafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * A form of another page can send cookies, but neither JSON nor the headers that a browser sets by itself.
 *
 * @throws ApiError csrf_failed.
 */
export function refuseForeignPage({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: PublicUrl): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwnOrigin = origin === undefined || ownOrigins(headers.host, publicUrl).includes(origin.toLowerCase());
  const isOwnSite = site === undefined ? origin !== undefined : site === 'same-origin';
  if (!isOwnOrigin || !isOwnSite || !isJsonOrNothing(headers)) throw new ApiError('csrf_failed');
}

function isJsonOrNothing({ 'content-length': length, 'transfer-encoding': encoding, 'content-type': type }: IncomingHttpHeaders): boolean {
  const hasBody = [length, encoding, type].some((header) => header !== undefined);
  return !hasBody || length === '0' || JSON_TYPE.test(type ?? '');
}

/** Of pages of ours. The host of the request is ours: that was checked before. */
export function ownOrigins(host: string | undefined, publicUrl: PublicUrl): string[] {
  const own = publicUrl.toString();
  const scheme = own.startsWith('https:') ? 'https' : 'http';
  return [own === '' ? '' : new URL(own).origin, `${scheme}://${(host ?? '').toLowerCase()}`];
}

function hostOf(url: string): string {
  return url === '' ? '' : new URL(url).host;
}
