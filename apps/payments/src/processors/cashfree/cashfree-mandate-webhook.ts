import type { AnswerReader } from '#partner-http';
import type { ProcessorEvent } from '../processor';
import { refundFrom, amountIn } from './cashfree-answers';
import { debitFrom, notificationFrom, statusReport } from './cashfree-mandate-answers';
import { noticeIn } from './cashfree-mandate-requests';
import { ownerInNote } from './cashfree-requests';

const MANDATE_ID = /^mandate_[0-9A-Za-z]{24}$/;
const PAYMENT_ID = /^pay_[0-9A-Za-z]{24}$/;

/** A webhook as Cashfree sent it. */
export interface TypedDelivery {
  type: string;
  id: string;
  /** When it came, ms since the epoch. */
  receivedAtMs: number;
  /** When it was made, ms since the epoch: a repetition comes later. */
  madeAtMs: number;
}

/**
 * What a webhook of Cashfree says of mandates and debits (Cashfree, "Subscriptions: webhooks", version 2025-01-01). The ids in it are ours.
 *
 * @throws MalformedAnswerError.
 */
export function subscriptionEvents(delivery: TypedDelivery, reported: AnswerReader): ProcessorEvent[] {
  const { type } = delivery;
  if (type.startsWith('SUBSCRIPTION_STATUS_CHANGE')) return statusEvents(delivery, reported);
  if (type === 'SUBSCRIPTION_AUTH_STATUS') return mandateEvents(delivery, reported, undefined);
  if (type === 'SUBSCRIPTION_REFUND_STATUS') return refundEvents(delivery, reported);
  if (type.includes('CONTROLLED_NOTIFICATION')) return noticeEvents(delivery, reported);
  // The payment of an authorization is no debit: its mandate is asked about.
  if (reported.findText('payment_type', 20) === 'AUTH') return mandateEvents(delivery, reported, undefined);
  // What is on its way says nothing yet.
  return type === 'SUBSCRIPTION_PAYMENT_NOTIFICATION_INITIATED' ? [] : paymentEvents(delivery, reported);
}

function statusEvents(delivery: TypedDelivery, reported: AnswerReader): ProcessorEvent[] {
  const details = reported.object('subscription_details');
  const report = statusReport(details.text('subscription_status', 40), reported);
  // References stand beside the details, but for Cashfree's own id.
  return report === undefined ? [] : mandateEvents(delivery, details, report);
}

function mandateEvents(
  { id, madeAtMs }: TypedDelivery,
  details: AnswerReader,
  report: Extract<ProcessorEvent, { about: 'mandate' }>['report'],
): ProcessorEvent[] {
  const mandateId = details.findText('subscription_id', 64) ?? '';
  if (!MANDATE_ID.test(mandateId)) return [];
  return [{ id, about: 'mandate', subject: { id: mandateId }, ...(report && { report }), atMs: madeAtMs }];
}

function noticeEvents({ id, receivedAtMs }: TypedDelivery, reported: AnswerReader): ProcessorEvent[] {
  const reference = reported.findText('notification_id', 64) ?? '';
  const ours = noticeIn(reference);
  if (ours === undefined) return [];
  const { debitId, number } = ours;
  return [
    { id, about: 'notice', subject: { id: debitId }, notice: { ...notificationFrom(reported, reference), number }, atMs: receivedAtMs },
  ];
}

/** A charge or an execution; a payer who calls off the debit of a notice opts out of it. */
function paymentEvents(delivery: TypedDelivery, reported: AnswerReader): ProcessorEvent[] {
  const { type, id, receivedAtMs } = delivery;
  const ofNotice = noticeIn(reported.findText('payment_id', 64));
  if (ofNotice !== undefined && type === 'SUBSCRIPTION_PAYMENT_CANCELLED') {
    const { debitId, number } = ofNotice;
    return [{ id, about: 'notice', subject: { id: debitId }, notice: { outcome: 'opted_out', number }, atMs: receivedAtMs }];
  }
  const isExecution = reported.findText('execution_id', 64) !== undefined;
  const paymentId = reported.findText(isExecution ? 'execution_id' : 'payment_id', 64) ?? '';
  const mandateId = reported.findText('subscription_id', 64);
  if (!PAYMENT_ID.test(paymentId) || mandateId === undefined) return [];
  const atCashfree = reported.text('payment_id', 64);
  const known = { processorRef: `${mandateId}/${atCashfree}`, nowMs: receivedAtMs };
  const payment = debitFrom(reported, isExecution ? 'execution_status' : 'payment_status', known);
  return payment.state === 'processing' ? [] : [{ id, about: 'payment', subject: { paymentId, attempt: 1 }, payment }];
}

function refundEvents({ id }: TypedDelivery, reported: AnswerReader): ProcessorEvent[] {
  const subject = ownerInNote(reported.findText('refund_note', 100));
  if (subject === undefined) return [];
  const refundId = reported.text('refund_id', 64);
  const amount = amountIn(reported, 'refund_amount', 'INR');
  return [{ id, about: 'refund', subject, refundId, amount, refund: refundFrom(reported, 'normal') }];
}
