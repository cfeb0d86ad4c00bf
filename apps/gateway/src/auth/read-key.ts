import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error';

const BEARER = /^Bearer +([^\s]+) *$/i;
const BASIC = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;
/** RFC 6750, 3: what goes with a key that is not valid. */
export const CHALLENGE_INVALID = 'Bearer error="invalid_token"';
const KEY_IN_URL = /(?:sk|rk|pk|at|rt)_(?:test|live)_/;
const HOW = 'Send your API key as "Authorization: Bearer <key>", or as the user name of Basic authentication with an empty password.';

/**
 * The API key of a request: behind `Bearer`, or the user name of `Basic` (RFC 7617) with nothing for a password.
 *
 * @throws ApiError api_key_missing without the header; api_key_invalid when it says something else.
 */
export function readKey({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): string {
  const header = headers.authorization;
  if (header === undefined || header === '') {
    const hint = KEY_IN_URL.test(url) ? { hint: 'An API key in the URL is never read. Replace it: URLs end up in logs.' } : {};
    throw new ApiError('api_key_missing', hint, { 'www-authenticate': 'Bearer' });
  }
  const key = BEARER.exec(header)?.[1] ?? userNameIn(BASIC.exec(header)?.[1]);
  if (key === undefined) throw invalid(HOW);
  return key;
}

function userNameIn(credentials: string | undefined): string | undefined {
  if (credentials === undefined) return undefined;
  const [user = '', ...password] = Buffer.from(credentials, 'base64').toString('latin1').split(':');
  // A password that is not looked at would make people believe that it protects something.
  if (password.join(':') !== '') throw invalid(`The password of Basic authentication has to be empty. ${HOW}`);
  return user === '' ? undefined : user;
}

function invalid(message: string): ApiError {
  return new ApiError('api_key_invalid', { message }, { 'www-authenticate': CHALLENGE_INVALID });
}
