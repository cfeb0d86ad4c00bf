import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { DeliveryRefusedError, type PartnerDelivery } from './delivery';

/**
 * Compares the HMAC-SHA256 over the given parts with what was sent, under each secret in turn: two are valid while one
 * replaces the other. Equal time for every wrong signature.
 *
 * @throws DeliveryRefusedError signature_invalid.
 */
export function checkSignature(
  given: string | undefined,
  encoding: 'hex' | 'base64',
  secrets: readonly string[],
  signed: readonly Uint8Array[],
): void {
  const claimed = digest(given ?? '');
  let isRight = false;
  for (const secret of secrets) {
    const hmac = createHmac('sha256', secret);
    for (const part of signed) hmac.update(part);
    if (timingSafeEqual(digest(hmac.digest(encoding)), claimed)) isRight = true;
  }
  if (given === undefined || !isRight) throw new DeliveryRefusedError('signature_invalid');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A delivery that was signed too long ago is a replay.
 *
 * @param signedAtMs milliseconds since the epoch, out of what was signed; undefined when it is not readable.
 * @throws DeliveryRefusedError timestamp_outside_window.
 */
export function checkWindow(signedAtMs: number | undefined, { receivedAtMs }: PartnerDelivery, windowMs: number): void {
  if (signedAtMs === undefined || Math.abs(receivedAtMs - signedAtMs) > windowMs)
    throw new DeliveryRefusedError('timestamp_outside_window');
}

/** An id for a delivery that brought none: the same for the same bytes. */
export function bodyId(rawBody: Uint8Array): string {
  return createHash('sha256').update(rawBody).digest('hex').slice(0, 40);
}
