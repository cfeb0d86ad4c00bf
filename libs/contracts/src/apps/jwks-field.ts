import { Constraint } from '../checks/constraint';
import { APP_KEYS_MAX } from './commands';

/** Base64url of 32 bytes. */
const COORDINATE = /^[A-Za-z0-9_-]{43}$/;
const MEMBERS: ReadonlySet<string> = new Set(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use']);
const KID_LENGTH_MAX = 100;

/** A set of public keys (RFC 7517): P-256 or Ed25519, and nothing private. */
export function PublicKeys(): PropertyDecorator {
  return Constraint(
    (value) => {
      const keys = (value as { keys?: unknown } | null)?.keys;
      if (typeof value !== 'object' || !Array.isArray(keys) || Object.keys(value as object).length !== 1) return 'form';
      if (keys.length === 0 || keys.length > APP_KEYS_MAX) return 'count';
      if (keys.some((key) => isPrivate(key))) return 'private';
      return keys.every(isPublicKey) ? undefined : 'key';
    },
    {
      form: { code: 'parameter_invalid', message: 'must be a JSON Web Key Set: {"keys": […]}.', reason: 'invalid_type' },
      count: { code: 'parameter_invalid', message: `must have 1 to ${APP_KEYS_MAX} keys.`, reason: 'invalid_length' },
      private: { code: 'parameter_invalid', message: 'must hold public keys alone: make a new key, this one is not private any more.' },
      key: { code: 'parameter_invalid', message: 'may only hold keys of the curves P-256 and Ed25519, for signing.' },
    },
    { type: 'object', additionalProperties: true },
  );
}

function isPrivate(key: unknown): boolean {
  return typeof key === 'object' && key !== null && ['d', 'k', 'p', 'q'].some((member) => member in key);
}

function isPublicKey(key: unknown): boolean {
  if (typeof key !== 'object' || key === null || !Object.keys(key).every((member) => MEMBERS.has(member))) return false;
  const { kid, alg, use, ...point } = key as Record<string, unknown>;
  return isPoint(point) && isShort(kid) && isShort(alg) && (use === undefined || use === 'sig');
}

function isPoint({ kty, crv, x, y }: Record<string, unknown>): boolean {
  const isCurve = kty === 'EC' ? crv === 'P-256' && isCoordinate(y) : kty === 'OKP' && crv === 'Ed25519' && y === undefined;
  return isCurve && isCoordinate(x);
}

function isCoordinate(text: unknown): boolean {
  return typeof text === 'string' && COORDINATE.test(text);
}

function isShort(text: unknown): boolean {
  return text === undefined || (typeof text === 'string' && text.length > 0 && text.length <= KID_LENGTH_MAX);
}
