import type { FailureReason, MandateReferences, MandateReport, RegistrationPayment } from '#contracts';
import { type AnswerReader, asCode, MalformedAnswerError } from '#partner-http';
import type { NoticeResult } from '../mandate-processor';
import type { ProcessorError, ProcessorPayment, ProcessorState } from '../processor';
import { failureOf, mayBeCaptured } from '../network/mandate-results';
import { errorFrom, openPayment } from '../network/outcomes';
import { amountIn } from './cashfree-answers';

const STANDING: Readonly<Record<string, (references: MandateReferences) => MandateReport>> = {
  ACTIVE: (references) => ({ state: 'active', references }),
  BANK_APPROVAL_PENDING: (references) => ({ state: 'requires_action', action: null, references }),
  CUSTOMER_PAUSED: () => ({ state: 'paused', by: 'customer' }),
  PAUSED: () => ({ state: 'paused', by: 'merchant' }),
  ON_HOLD: () => ({ state: 'paused', by: 'bank' }),
  CUSTOMER_CANCELLED: () => ({ state: 'revoked', by: 'customer' }),
  CANCELLED: () => ({ state: 'revoked', by: 'merchant' }),
  EXPIRED: () => ({ state: 'expired' }),
  LINK_EXPIRED: () => ({ state: 'expired' }),
  COMPLETED: () => ({ state: 'expired' }),
  CARD_EXPIRED: () => ({ state: 'expired' }),
};

/**
 * `subscription_status` (Cashfree, "Subscriptions: webhooks"); a word that is not documented says nothing.
 *
 * @returns undefined where the payer has yet to act, and where nothing is learned.
 */
export function statusReport(status: string, details: AnswerReader): MandateReport | undefined {
  return Object.hasOwn(STANDING, status) ? STANDING[status]?.(referencesIn(details)) : undefined;
}

const UMN = /^[0-9A-Za-z]{32}@[a-zA-Z0-9]{2,64}$/;
const UMRN = /^[0-9A-Z]{20}$/;

/** The number of the network is in `authorization_reference` (confidence B: sample payloads). */
function referencesIn(details: AnswerReader): MandateReferences {
  const processor = asCode(details.findText('cf_subscription_id', 40));
  const reference = details.findObject('authorization_details')?.findText('authorization_reference', 100) ?? '';
  return {
    ...(processor !== undefined && { processor }),
    ...(UMN.test(reference) && { umn: reference }),
    ...(UMRN.test(reference) && { umrn: reference }),
  };
}

/** The link with which the payer authorizes a mandate in any UPI app. @throws MalformedAnswerError. */
export function authorizationLink(answer: AnswerReader): string {
  const payload = answer.object('data').object('payload');
  const link =
    payload.findObject('upiIntentData')?.findObject('androidAuthAppLinks')?.findText('DEFAULT') ?? payload.findText('qrData') ?? '';
  if (!link.startsWith('upi://')) throw new MalformedAnswerError('UPI link');
  return link;
}

/** What Cashfree calls the payment of an authorization on its page; undefined where it says nothing of it. */
export function authorizationPayment(subscription: AnswerReader): string | undefined {
  return asCode(subscription.findObject('authorization_details')?.findText('payment_id', 64));
}

/** The payment of an authorization, and what we call it. */
export interface AuthorizationPayment {
  entity: AnswerReader;
  reference: string;
}

/** Whether the payment of an authorization that is not captured may still be. */
export function isUnderWay(entity: AnswerReader, nowMs: number): boolean {
  const begunAtMs = Date.parse(entity.findText('payment_initiated_date', 40) ?? '');
  return entity.findText('payment_status', 40) === 'PENDING' && mayBeCaptured(begunAtMs, nowMs);
}

/** What an authorization took; undefined while it is not captured. @throws MalformedAnswerError. */
export function firstPaymentFrom({ entity, reference }: AuthorizationPayment, nowMs: number): RegistrationPayment | undefined {
  const { state, amount, refs } = debitFrom(entity, 'payment_status', { processorRef: reference, nowMs });
  if (state !== 'captured') return undefined;
  const atMs = Date.parse(entity.findObject('authorization_details')?.findText('authorization_time', 40) ?? '');
  return {
    reference,
    amount,
    atMs: Number.isFinite(atMs) ? Math.min(atMs, nowMs) : nowMs,
    ...(Object.keys(refs).length > 0 && { references: refs }),
  };
}

/** An authorization that the payer or the bank refused. */
export function authorizationFailure(details: AnswerReader | undefined): MandateReport | undefined {
  if (details?.findText('authorization_status', 40) !== 'FAILED') return undefined;
  return { state: 'rejected', failure: failureOf('payment_declined', 'authorization_failed') };
}

/** `notification_status`: what Cashfree calls delivered is `SUCCESS` (confidence B). */
export function notificationFrom(notification: AnswerReader, reference: string): NoticeResult {
  if (notification.findText('payment_status', 40) === 'CANCELLED') return { outcome: 'opted_out', reference };
  switch (notification.findText('notification_status', 40)) {
    case 'SUCCESS': {
      const deliveredAtMs = Date.parse(notification.findText('notification_completed_time', 40) ?? '');
      return { outcome: 'delivered', reference, ...(Number.isFinite(deliveredAtMs) && { deliveredAtMs }) };
    }
    case 'FAILED':
      return { outcome: 'failed', reference };
    case 'CANCELLED':
      return { outcome: 'opted_out', reference };
    default:
      return { outcome: 'sent', reference };
  }
}

const STATE: Readonly<Record<string, ProcessorState>> = { SUCCESS: 'captured', FAILED: 'failed', CANCELLED: 'failed' };

/**
 * A charge, or an execution under a notice. @param statusName the field that says how it stands.
 *
 * @throws MalformedAnswerError.
 */
export function debitFrom(
  entity: AnswerReader,
  statusName: 'payment_status' | 'execution_status',
  { processorRef, nowMs }: { processorRef: string; nowMs: number },
): ProcessorPayment {
  const status = entity.text(statusName, 40);
  const state = STATE[status] ?? 'processing';
  const about = { processorRef, amount: amountIn(entity, 'payment_amount', 'INR'), currency: 'INR', nowMs };
  const reference = asCode(entity.findText('cf_txn_id', 64));
  const isPaid = state === 'captured' && reference !== undefined;
  return {
    ...openPayment(about, state, asCode(status) ?? 'unknown'),
    ...(isPaid && { refs: { bankTransactionId: reference } }),
    ...(state === 'failed' && { error: debitFailure(entity.findObject('failure_details'), status) }),
  };
}

/** Cashfree explains a failed debit by a sentence; these words in it are enough to know what to do next. */
const BY_SENTENCE: readonly (readonly [RegExp, FailureReason])[] = [
  [/insufficient/i, 'insufficient_funds'],
  [/revoked|mandate.*cancel/i, 'mandate_revoked'],
  [/paused/i, 'mandate_paused'],
  [/blocked|frozen/i, 'debit_instrument_blocked'],
  [/dormant|inactive|closed/i, 'debit_instrument_inactive'],
  [/not active/i, 'mandate_not_active'],
  [/notif/i, 'pre_debit_notification_missing'],
];

function debitFailure(details: AnswerReader | undefined, status: string): ProcessorError {
  const sentence = details?.findText('failure_reason', 500) ?? '';
  const known = status === 'CANCELLED' ? 'payment_cancelled' : BY_SENTENCE.find(([words]) => words.test(sentence))?.[1];
  const rawCode = asCode(details?.findText('failure_error_code', 64)) ?? status;
  return { ...errorFrom(known ?? 'payment_failed', { rawCode }), outcomeKnown: true };
}
