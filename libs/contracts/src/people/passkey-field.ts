import { Constraint } from '../checks/constraint';

/** Of an id of at most 1,023 bytes (Web Authentication, 6.1). */
const ID_LENGTH_MAX = 1_364;
/** A key of post-quantum size fits in, and the certificates of an attestation, which is not asked for, need not. */
const PART_LENGTH_MAX = 16_384;
const TRANSPORTS_MAX = 10;
const TRANSPORT = /^[a-z-]{1,32}$/;
const BASE64URL = /^[A-Za-z0-9_-]*$/;
/** Of a new credential and of a signature. What else the browser writes is not read. */
const PARTS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;

/** What a browser answers to options, as `PublicKeyCredential.toJSON()` writes it (W3C, Web Authentication Level 3, 5.1). */
export interface PasskeyCredential {
  id: string;
  rawId: string;
  type: 'public-key';
  /** Each in base64url. */
  response: { [TPart in (typeof PARTS)[number]]?: string | null } & { transports?: string[] };
}

/** A credential by its form. Whether it is right, is found out elsewhere. */
export function Credential(): PropertyDecorator {
  const message = 'must be a PublicKeyCredential as its toJSON() writes it.';
  return Constraint(
    (value) => (isCredential(value) ? undefined : 'form'),
    { form: { code: 'parameter_invalid', message, reason: 'invalid_type' } },
    { type: 'object', additionalProperties: true },
  );
}

function isCredential(value: unknown): value is PasskeyCredential {
  if (!isObject(value) || !isObject(value.response)) return false;
  const { id, rawId, type, response } = value;
  if (type !== 'public-key' || id === '' || rawId !== id || !isEncoded(id, ID_LENGTH_MAX)) return false;
  return (
    PARTS.every((part) => isNothing(response[part]) || isEncoded(response[part], PART_LENGTH_MAX)) && areTransports(response.transports)
  );
}

function areTransports(value: unknown): boolean {
  if (isNothing(value)) return true;
  return Array.isArray(value) && value.length <= TRANSPORTS_MAX && value.every((one) => typeof one === 'string' && TRANSPORT.test(one));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEncoded(value: unknown, lengthMax: number): boolean {
  return typeof value === 'string' && value.length <= lengthMax && BASE64URL.test(value);
}
