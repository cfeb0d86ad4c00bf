import { containsCardNumber, SEAL_MARK } from '#contracts';
import type { IdempotencyClaim } from '#contracts';
import { ApiError } from '../http/api-error';
import { countHeader } from '../http/count-header';
import type { Fingerprints } from './fingerprints';
import { refuseMisnamedKey } from './misnamed-key';

/** 1 to 255 printable ASCII characters (docs/reference/api-conventions.md, Idempotency). */
export const KEY = /^[\x20-\x7e]{1,255}$/;
const HEADER = 'idempotency-key';

/** What of a request the claim is made from. */
export interface ClaimedRequest {
  method: string;
  /** The path without the query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as they came in. */
  rawHeaders: readonly string[];
  body: unknown;
  /** Who asks, where the answer shows a secret. */
  callerId?: string;
}

/**
 * The caller's Idempotency-Key with the fingerprint of what it is used for, or null when none was sent.
 *
 * @throws ApiError parameter_unknown for a key under another name; parameter_invalid when the header is sent twice, is not 1 to 255 printable ASCII characters, holds a card
 *   number, or begins like a sealed value.
 */
export function readIdempotencyClaim(request: ClaimedRequest, fingerprints: Fingerprints): IdempotencyClaim | null {
  refuseMisnamedKey(Object.keys(request.headers).filter((name) => name !== HEADER));
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || countHeader(request.rawHeaders, HEADER) > 1) throw refuse('Send the header Idempotency-Key once.');
  if (!KEY.test(key)) throw refuse('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  // The key is stored with the answer and shown in events, and no card number may be.
  if (containsCardNumber(key)) throw refuse('Idempotency-Key must not contain a card number.', 'card_number_not_allowed');
  // The look-up shows the key again, and unsealing would take it for a sealed value.
  if (key.startsWith(SEAL_MARK)) throw refuse(`Idempotency-Key must not begin with ${SEAL_MARK}`, 'invalid_characters');
  return { key, ...fingerprints.of(request.method, request.path, request.body, request.callerId) };
}

function refuse(message: string, reason?: string): ApiError {
  return new ApiError('parameter_invalid', { param: 'Idempotency-Key', message, reason });
}
