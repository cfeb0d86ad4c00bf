import { AnswerReader, bodyId, checkSignature, checkWindow, DeliveryRefusedError, type PartnerDelivery } from '#partner-http';
import type { KycProviderEvent } from '../provider';

/** A delivery only makes us ask: an old one does no harm, so that the retries of a day are taken. */
const WINDOW_MS = 25 * 3_600_000;

/**
 * A webhook of Cashfree Secure ID: `x-webhook-signature` is the base64 HMAC-SHA256 of `x-webhook-timestamp` and the raw body,
 * under the client secret. What it tells of a person is not looked at: it says which verification is worth asking about.
 *
 * @throws DeliveryRefusedError.
 */
export function parseSecureIdWebhook(delivery: PartnerDelivery, secrets: readonly string[]): KycProviderEvent[] {
  const { headers, rawBody } = delivery;
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  checkSignature(headers['x-webhook-signature'], 'base64', secrets, [Buffer.from(timestamp), rawBody]);
  checkWindow(timeOf(timestamp), delivery, WINDOW_MS);
  const ownId = ownIdIn(rawBody);
  const verificationId = ownId?.split('.')[0];
  return verificationId === undefined ? [] : [{ id: bodyId(rawBody), verificationId }];
}

/** The id of ours that the question was put under: `verification_id`, and `user_id` for penny drops. */
function ownIdIn(rawBody: Uint8Array): string | undefined {
  try {
    const body = AnswerReader.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
    body.text('event_type', 100);
    const reported = body.findObject('data');
    return reported?.findText('verification_id', 64) ?? reported?.findText('user_id', 64);
  } catch {
    throw new DeliveryRefusedError('body_invalid');
  }
}

/** Milliseconds since the epoch; some products send seconds. */
function timeOf(timestamp: string): number | undefined {
  if (!/^[0-9]{10,13}$/.test(timestamp)) return undefined;
  return timestamp.length <= 10 ? Number(timestamp) * 1000 : Number(timestamp);
}
