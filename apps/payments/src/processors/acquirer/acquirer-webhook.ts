import { AnswerReader, DeliveryRefusedError, MalformedAnswerError, type PartnerDelivery, checkSignature, checkWindow } from '#partner-http';
import { refundIn, subjectIn } from '../network/notes';
import { type ProcessorEvent } from '../processor';
import { paymentFrom, refundFrom } from './acquirer-answers';

/** A callback that was signed longer ago is a replay. */
export const CALLBACK_WINDOW_MS = 300_000;
const HEADER = 'x-acquirer-signature';
const SIGNATURE = /^t=([0-9]{1,15}),v1=([0-9a-f]{64})$/;

/** Checks and reads a callback. @throws DeliveryRefusedError. */
export function parseAcquirerWebhook(delivery: PartnerDelivery, secrets: readonly string[]): ProcessorEvent[] {
  const [, signedAt = '', signature] = SIGNATURE.exec(delivery.headers[HEADER] ?? '') ?? [];
  checkSignature(signature, 'hex', secrets, [Buffer.from(`${signedAt}.`), delivery.rawBody]);
  checkWindow(Number(signedAt), delivery, CALLBACK_WINDOW_MS);
  try {
    return eventsIn(AnswerReader.parse(Buffer.from(delivery.rawBody).toString('utf8')), delivery.receivedAtMs);
  } catch (error) {
    if (error instanceof MalformedAnswerError) throw new DeliveryRefusedError('body_invalid');
    throw error;
  }
}

function eventsIn(body: AnswerReader, nowMs: number): ProcessorEvent[] {
  const id = body.text('id', 100);
  const payment = body.findObject('payment');
  if (payment !== undefined) {
    const reported = subjectIn(payment.findObject('notes'));
    if (reported === undefined) return [];
    const { place: _place, ...subject } = reported;
    return [{ id, about: 'payment', subject, payment: paymentFrom(payment, nowMs) }];
  }
  const refund = body.findObject('refund');
  const ours = refundIn(refund?.findObject('notes'));
  if (refund === undefined || ours === undefined) return [];
  const { refundId, ...subject } = ours;
  return [{ id, about: 'refund', subject, refundId, amount: refund.integer('amount'), refund: refundFrom(refund) }];
}
