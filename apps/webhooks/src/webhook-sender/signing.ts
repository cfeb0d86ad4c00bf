import { createHmac, createPrivateKey, createSecretKey, sign } from 'node:crypto';
import type { SigningKey } from './attempt';

/** Bytes of an HMAC secret that Standard Webhooks allows. */
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const ED25519_SEED_BYTES = 32;
/** What PKCS #8 puts before the 32 bytes of an ed25519 seed (RFC 8410). */
const PKCS8_ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A secret of an endpoint cannot be read. The message does not hold it. */
class UnusableSecretError extends Error {
  override readonly name = 'UnusableSecretError';
}

/**
 * Makes a key out of a secret in the form of Standard Webhooks: `whsec_` and base64 of 24 to 64 bytes for HMAC, `whsk_` and
 * base64 of 32 bytes (or of seed and public key together, 64) for ed25519. Costs as much as several signatures: keep the
 * key, for 60 s at most, so that an erased secret is soon gone.
 *
 * @throws UnusableSecretError.
 */
export function readSigningKey(secret: string, fingerprint: string): SigningKey {
  if (secret.startsWith('whsec_')) {
    const bytes = decode(secret.slice(6), SECRET_BYTES_MIN, SECRET_BYTES_MAX);
    return { alg: 'v1', key: createSecretKey(bytes), fingerprint };
  }
  if (!secret.startsWith('whsk_')) throw new UnusableSecretError('a secret begins with neither whsec_ nor whsk_');
  const seed = decode(secret.slice(5), ED25519_SEED_BYTES, 2 * ED25519_SEED_BYTES).subarray(0, ED25519_SEED_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return { alg: 'v1a', key, fingerprint };
}

/** What one signature is over. */
export interface SignedContent {
  /** Without dots: it ends at the first one. */
  messageId: string;
  /** Seconds since the epoch. */
  timestampS: number;
  body: Uint8Array;
}

/** The value of `webhook-signature`: one signature for each key, in their order, separated by blanks (docs/reference/webhooks.md). */
export function signatureHeader(keys: readonly SigningKey[], content: SignedContent): string {
  const [first] = keys;
  // Almost every attempt: the rest of this function costs a tenth of it.
  if (keys.length === 1 && first !== undefined) return signatureOf(first, content);
  return keys.map((key) => signatureOf(key, content)).join(' ');
}

function signatureOf({ alg, key }: SigningKey, { messageId, timestampS, body }: SignedContent): string {
  const head = `${messageId}.${timestampS}.`;
  if (alg === 'v1') return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
  return `v1a,${sign(null, Buffer.concat([Buffer.from(head), body]), key).toString('base64')}`;
}

function decode(text: string, bytesMin: number, bytesMax: number): Buffer {
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length < bytesMin || bytes.length > bytesMax) throw new UnusableSecretError('a secret is not base64 of the right length');
  return bytes;
}
