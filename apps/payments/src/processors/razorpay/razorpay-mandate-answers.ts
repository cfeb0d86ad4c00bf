import type { MandateReferences, MandateReport, RegistrationPayment } from '#contracts';
import { type AnswerReader, asCode } from '#partner-http';
import type { NoticeResult } from '../mandate-processor';
import { pageIn } from '../network/customer-actions';
import { failureOf } from '../network/mandate-results';
import { paymentFrom } from './razorpay-answers';

/**
 * What a token says of a mandate: `recurring_details.status` (Razorpay, "Recurring payments: token states"). Undefined while Razorpay
 * waits for the network to confirm a cancellation, and for a word that is not documented.
 *
 * @throws MalformedAnswerError.
 */
export function tokenReport(token: AnswerReader, customer: string | undefined): MandateReport | undefined {
  const references = referencesIn(token, customer);
  switch (token.findObject('recurring_details')?.findText('status', 40) ?? 'initiated') {
    case 'confirmed':
      return { state: 'active', references };
    case 'initiated':
      return { state: 'requires_action', action: null, references };
    case 'rejected':
      return { state: 'rejected', failure: failureOf('payment_declined', 'token_rejected'), references };
    case 'paused':
      return { state: 'paused', by: 'customer' };
    case 'cancelled':
      return { state: 'revoked', by: 'customer' };
    default:
      return undefined;
  }
}

function referencesIn(token: AnswerReader, customer: string | undefined): MandateReferences {
  const mandateNumber = asCode(token.findText('mrn', 40));
  const isNach = token.findText('method', 20) === 'emandate' && mandateNumber !== undefined;
  return { processor: token.text('id', 40), ...(customer !== undefined && { customer }), ...(isNach && { umrn: mandateNumber }) };
}

/** A link that the payer has not used, or can use no more. Null of one that was paid. @throws MalformedAnswerError. */
export function linkReport(link: AnswerReader): MandateReport | null {
  const status = link.text('status', 40);
  if (status === 'paid') return null;
  if (status === 'expired' || status === 'cancelled') return { state: 'expired' };
  const registration = link.text('id', 40);
  const customer = link.findText('customer_id', 40);
  const references = { registration, ...(customer !== undefined && { customer }) };
  return { state: 'requires_action', action: { kind: 'redirect_to_url', url: pageIn(link, 'short_url') }, references };
}

/** Of the payments of a registration the one that is captured, and did not go back; undefined for none. @throws MalformedAnswerError. */
export function firstPaymentIn(payments: readonly AnswerReader[], nowMs: number): RegistrationPayment | undefined {
  const captured = payments.find((one) => one.findText('status', 40) === 'captured' && (one.findInteger('amount_refunded') ?? 0) === 0);
  if (captured === undefined) return undefined;
  const { amount, occurredAtMs, fee, refs } = paymentFrom(captured, nowMs);
  return {
    reference: captured.text('id', 40),
    amount,
    atMs: Math.min(occurredAtMs, nowMs),
    ...(fee && { charge: { fee: fee.amount, tax: fee.gst } }),
    ...(Object.keys(refs).length > 0 && { references: refs }),
  };
}

/**
 * What the notification of an order says. That the order itself shows what its webhooks say (`status`, `delivered_at`) is not documented
 * (confidence C); where it does not, the notice counts as sent until a webhook comes. @throws MalformedAnswerError.
 */
export function noticeFrom(notification: AnswerReader | undefined, reference: string): NoticeResult {
  const deliveredAt = notification?.findInteger('delivered_at');
  const status = notification?.findText('status', 40);
  if (status === 'failed') return { outcome: 'failed', reference };
  if (status !== 'delivered' && deliveredAt === undefined) return { outcome: 'sent', reference };
  return { outcome: 'delivered', reference, ...(deliveredAt !== undefined && { deliveredAtMs: deliveredAt * 1000 }) };
}
