import { AnswerReader, DeliveryRefusedError, type PartnerDelivery, bodyId, checkSignature, checkWindow } from '#partner-http';
import { type ProcessorEvent, type ProcessorPayment } from '../processor';
import { refundIn, subjectIn, type PayingPlace } from '../network/notes';
import { openPayment } from '../network/outcomes';
import { paymentFrom, refundFrom } from './razorpay-answers';
import { mandateEvents, type NamedDelivery } from './razorpay-mandate-webhook';

/** Razorpay tries for 24 hours; what is older is a replay. */
const WINDOW_MS = 25 * 3_600_000;

type Reported = { subject: NonNullable<ReturnType<typeof subjectIn>>; payment: ProcessorPayment };

/**
 * A webhook of Razorpay: `X-Razorpay-Signature` is the hex HMAC-SHA256 of the raw body. Events that are not about a payment
 * or refund of ours give an empty list.
 *
 * @throws DeliveryRefusedError.
 */
export function parseRazorpayWebhook(delivery: PartnerDelivery, secrets: readonly string[]): ProcessorEvent[] {
  checkSignature(delivery.headers['x-razorpay-signature'], 'hex', secrets, [delivery.rawBody]);
  try {
    const body = AnswerReader.parse(new TextDecoder('utf-8', { fatal: true }).decode(delivery.rawBody));
    const atMs = madeAtMs(body);
    checkWindow(atMs, delivery, WINDOW_MS);
    const id = delivery.headers['x-razorpay-event-id'] ?? bodyId(delivery.rawBody);
    return eventsIn(body, { name: body.text('event', 64), id, atMs }, delivery.receivedAtMs);
  } catch (error) {
    if (error instanceof DeliveryRefusedError) throw error;
    throw new DeliveryRefusedError('body_invalid');
  }
}

/** Webhooks of notifications have their time within the payload (Razorpay, sample payloads). @throws MalformedAnswerError. */
function madeAtMs(body: AnswerReader): number {
  return (body.findInteger('created_at') ?? body.object('payload').integer('created_at')) * 1000;
}

function eventsIn(body: AnswerReader, delivery: NamedDelivery, nowMs: number): ProcessorEvent[] {
  const { name, id } = delivery;
  const payload = body.object('payload');
  // The payment in it may be that of a registration: what matters is the refund.
  if (name.startsWith('refund.')) return refundEvents(entityIn(payload, 'refund'), id);
  const ofMandate = mandateEvents(delivery, payload);
  if (ofMandate.length > 0) return ofMandate;
  const reported = name.startsWith('payment_link.') ? ofLink(name, payload, nowMs) : ofPayment(payload, nowMs);
  if (reported === undefined || !isFinal(reported.payment, reported.subject.place)) return [];
  const { place: _place, ...subject } = reported.subject;
  return [{ id, about: 'payment', subject, payment: reported.payment }];
}

/** On Razorpay's page one failed try is no end, and a payment that only began is not reported. */
function isFinal({ state }: ProcessorPayment, place: PayingPlace): boolean {
  return state !== 'requires_action' && !(state === 'failed' && place === 'hosted');
}

function ofPayment(payload: AnswerReader, nowMs: number): Reported | undefined {
  const entity = entityIn(payload, 'payment');
  const subject = subjectIn(entity?.findObject('notes')) ?? subjectIn(entityIn(payload, 'order')?.findObject('notes'));
  return entity === undefined || subject === undefined ? undefined : { subject, payment: paymentFrom(entity, nowMs) };
}

function ofLink(name: string, payload: AnswerReader, nowMs: number): Reported | undefined {
  const link = entityIn(payload, 'payment_link');
  const subject = subjectIn(link?.findObject('notes'));
  if (link === undefined || subject === undefined) return undefined;
  const paid = entityIn(payload, 'payment');
  if (paid !== undefined) return { subject, payment: paymentFrom(paid, nowMs) };
  const state = { 'payment_link.expired': 'expired', 'payment_link.cancelled': 'cancelled' } as const;
  const ended = Object.entries(state).find(([event]) => event === name)?.[1];
  if (ended === undefined) return undefined;
  const about = { processorRef: link.text('id', 40), amount: link.integer('amount'), currency: link.text('currency', 3), nowMs };
  return { subject, payment: openPayment(about, ended, ended) };
}

function refundEvents(entity: AnswerReader | undefined, id: string): ProcessorEvent[] {
  const ours = refundIn(entity?.findObject('notes'));
  if (entity === undefined || ours === undefined) return [];
  const { refundId, ...subject } = ours;
  const refund = refundFrom(entity, { speed: entity.findText('speed_requested') === 'normal' ? 'normal' : 'instant' });
  return [{ id, about: 'refund', subject, refundId, amount: entity.integer('amount'), refund }];
}

function entityIn(payload: AnswerReader, name: string): AnswerReader | undefined {
  return payload.findObject(name)?.findObject('entity');
}
