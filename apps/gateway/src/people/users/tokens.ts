import { hash } from 'node:crypto';
import type { Random } from '#contracts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits, for a link or a cookie. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
}

/** Whether a text can be a token of ours. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

/** What is stored of a token. It has 256 random bits: a digest without a key gives nothing away. */
export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
