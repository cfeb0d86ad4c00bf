import { AnswerReader, DeliveryRefusedError, type PartnerDelivery, bodyId, checkSignature, checkWindow } from '#partner-http';
import { type ProcessorEvent, type ProcessorPayment } from '../processor';
import { subjectIn } from '../network/notes';
import { openPayment } from '../network/outcomes';
import { amountIn, paymentFrom, refundFrom } from './cashfree-answers';
import { subscriptionEvents } from './cashfree-mandate-webhook';
import { failureIn } from './cashfree-reasons';
import { linkId, ownerInNote } from './cashfree-requests';

/** Cashfree tries again after about 2, 10 and 30 minutes; what is older is a replay. */
const WINDOW_MS = 3_600_000;

/**
 * A webhook of Cashfree: `x-webhook-signature` is the base64 HMAC-SHA256 of `x-webhook-timestamp` and the raw body. Events
 * that are not about a payment or refund of ours give an empty list.
 *
 * @throws DeliveryRefusedError.
 */
export function parseCashfreeWebhook(delivery: PartnerDelivery, secrets: readonly string[]): ProcessorEvent[] {
  const { headers, rawBody, receivedAtMs } = delivery;
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  checkSignature(headers['x-webhook-signature'], 'base64', secrets, [Buffer.from(timestamp), rawBody]);
  checkWindow(timeOf(timestamp), delivery, WINDOW_MS);
  try {
    const body = AnswerReader.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
    const type = body.text('type', 64);
    const reported = body.object('data');
    const id = headers['x-idempotency-key'] ?? bodyId(rawBody);
    if (type.startsWith('SUBSCRIPTION_'))
      return subscriptionEvents({ type, id, receivedAtMs, madeAtMs: madeAtMs(body, receivedAtMs) }, reported);
    if (type === 'REFUND_STATUS_WEBHOOK') return refundEvents(reported.object('refund'), id);
    const event = type === 'PAYMENT_LINK_EVENT' ? ofLink(reported, receivedAtMs) : ofPayment(type, reported, receivedAtMs);
    return event === undefined ? [] : [{ id, about: 'payment', ...event }];
  } catch {
    throw new DeliveryRefusedError('body_invalid');
  }
}

/** Milliseconds since the epoch; older versions send seconds. */
function timeOf(timestamp: string): number | undefined {
  if (!/^[0-9]{10,13}$/.test(timestamp)) return undefined;
  return timestamp.length <= 10 ? Number(timestamp) * 1000 : Number(timestamp);
}

const ZONED_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** `event_time`, which stays the same when a webhook is sent again. */
function madeAtMs(body: AnswerReader, receivedAtMs: number): number {
  const text = body.findText('event_time', 40) ?? '';
  const timeMs = ZONED_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(timeMs) ? Math.min(timeMs, receivedAtMs) : receivedAtMs;
}

type Reported = Pick<Extract<ProcessorEvent, { about: 'payment' }>, 'subject' | 'payment'>;

const PAYMENT_TYPES = new Set(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK']);

/** The order of a direct payment carries our ids; that of a link does not, and tells by its link. */
function ofPayment(type: string, reported: AnswerReader, nowMs: number): Reported | undefined {
  if (!PAYMENT_TYPES.has(type)) return undefined;
  const order = reported.object('order');
  const subject = subjectIn(order.findObject('order_tags'));
  if (subject === undefined || subject.place === 'hosted') return undefined;
  const { place: _place, ...ours } = subject;
  const payment = paymentFrom(reported.object('payment'), { orderId: order.text('order_id', 64), nowMs });
  const details = reported.findObject('error_details');
  const isExplained = payment.state !== 'failed' || details === undefined;
  return { subject: ours, payment: isExplained ? payment : { ...payment, error: failureIn(details, payment.rawStatus) } };
}

const LINK_STATE = { PAID: 'captured', EXPIRED: 'expired', CANCELLED: 'cancelled' } as const;

function ofLink(link: AnswerReader, nowMs: number): Reported | undefined {
  const subject = subjectIn(link.findObject('link_notes'));
  const status = link.text('link_status', 40);
  const state = Object.entries(LINK_STATE).find(([word]) => word === status)?.[1];
  if (subject === undefined || state === undefined) return undefined;
  const { place: _place, ...ours } = subject;
  const currency = link.text('link_currency', 3).toUpperCase();
  const amount = amountIn(link, state === 'captured' ? 'link_amount_paid' : 'link_amount', currency);
  const orderId = link.findObject('order')?.findText('order_id', 64);
  // Money is known by its order. A link that is paid without naming one is asked about: its own id would look like other money.
  const isIdentified = state !== 'captured' || orderId !== undefined;
  const processorRef = state === 'captured' && orderId !== undefined ? orderId : linkId(ours);
  const payment: ProcessorPayment = openPayment({ processorRef, amount, currency, nowMs }, isIdentified ? state : 'processing', status);
  return { subject: ours, payment };
}

function refundEvents(entity: AnswerReader, id: string): ProcessorEvent[] {
  const subject = ownerInNote(entity.findText('refund_note', 100));
  if (subject === undefined) return [];
  const amount = amountIn(entity, 'refund_amount', entity.text('refund_currency', 3).toUpperCase());
  return [{ id, about: 'refund', subject, refundId: entity.text('refund_id', 64), amount, refund: refundFrom(entity, 'normal') }];
}
