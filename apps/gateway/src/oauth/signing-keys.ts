import { createPrivateKey, hash, hkdfSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** Curve of the keys of the provider: ES256. */
const PKCS8_HEAD = Buffer.from('308141020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex');
const SCALAR_LENGTH = 32;

/** What OAuth signs and seals its cookies with. */
export interface OAuthKeys {
  /** Private keys of ES256, the newest first. */
  signing: JWK[];
  /** Of its cookies, the newest first. */
  cookies: string[];
}

/** The settings that keys are read from. */
export interface OAuthKeySettings {
  /** Base64url of 32 bytes each, the newest first. */
  oauthSigningKeys?: readonly string[];
  /** Behind all cookies, the newest first. */
  cookieKeys?: readonly string[];
  apiKeyPepper: string;
}

/**
 * The keys of the settings. Without them they follow from the pepper, so that all gateways of a development machine have the same
 * ones; an installation that is reached by https has its own (docs/reference/services/gateway.md).
 */
export function oauthKeysOf({ oauthSigningKeys, cookieKeys, apiKeyPepper }: OAuthKeySettings): OAuthKeys {
  const scalars = oauthSigningKeys?.map((key) => Buffer.from(key, 'base64url')) ?? [derived(apiKeyPepper, 'oauth signing')];
  // Of their own, so that no secret is for two things.
  const cookies = (cookieKeys ?? [apiKeyPepper]).map((secret) => derived(secret, 'oauth cookies').toString('base64url'));
  return { signing: scalars.map(signingKeyOf), cookies };
}

/** @throws Error without the key in its text. */
function signingKeyOf(scalar: Buffer): JWK {
  if (scalar.length !== SCALAR_LENGTH) throw new Error('OAUTH_SIGNING_KEYS: each key is 32 bytes in base64url');
  try {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, scalar]), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
    return { ...key, alg: 'ES256', use: 'sig', kid: hash('sha256', `${key.x} ${key.y}`, 'base64url').slice(0, 16) };
  } catch {
    throw new Error('OAUTH_SIGNING_KEYS: one of the keys is no private key of the curve P-256');
  }
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, SCALAR_LENGTH));
}
