import { firstCharacters, type MandateMethod } from '#contracts';
import type { NoticeInput, RegisterMandateInput } from '../mandate-processor';
import type { CreateInput, RefundInput } from '../processor';
import { mandateNotes } from '../network/notes';
import { amountOf, indianTime, phoneOf, refundNote } from './cashfree-requests';

const REMARKS_LENGTH_MAX = 100;
/** What the payer pays to be verified, in paise, where no first payment does. Cashfree gives it back by itself (`authorization_amount_refund`). */
const VERIFICATION_AMOUNT: Readonly<Record<MandateMethod, number>> = { upi: 100, card: 100, enach: 0 };
const ACCOUNT_TYPE = { savings: 'SAVINGS', current: 'CURRENT' } as const;

/**
 * Body of `POST /subscriptions`: `ON_DEMAND`, so that Cashfree debits nothing by itself. `subscription_id` is our id of the mandate.
 *
 * @param channels by which Cashfree sends the payer to its page; none where the payer is sent to their app by us.
 */
export function subscriptionBody(accountId: string, input: RegisterMandateInput, channels: readonly string[]): object {
  const { mandateId, terms, payer, first } = input;
  const { method } = terms.instrument;
  const name = firstCharacters(terms.description ?? `Mandate ${mandateId}`, REMARKS_LENGTH_MAX);
  return {
    subscription_id: mandateId,
    customer_details: {
      ...(payer.name !== undefined && { customer_name: payer.name }),
      customer_email: payer.email,
      ...(payer.phone !== undefined && { customer_phone: phoneOf(payer.phone) }),
      ...accountOf(input),
    },
    plan_details: { plan_name: name, plan_type: 'ON_DEMAND', plan_currency: 'INR', plan_max_amount: amountOf(terms.maxAmount, 'INR') },
    authorization_details: {
      authorization_amount: amountOf(first?.amount ?? VERIFICATION_AMOUNT[method], 'INR'),
      authorization_amount_refund: first === undefined,
      payment_methods: [method],
    },
    subscription_meta: {
      notification_channel: channels,
      ...(terms.returnUrl !== undefined && { return_url: terms.returnUrl }),
    },
    subscription_expiry_time: indianTime(terms.endsAtMs),
    subscription_tags: mandateNotes(accountId, mandateId),
  };
}

function accountOf({ account }: RegisterMandateInput): object {
  if (account === undefined) return {};
  const { number, holderName, ifsc, accountType, bank } = account;
  return {
    ...(holderName !== null && { customer_bank_account_holder_name: holderName }),
    ...(number !== null && { customer_bank_account_number: number }),
    ...(ifsc !== null && { customer_bank_ifsc: ifsc }),
    customer_bank_code: bank,
    ...(accountType !== null && { customer_bank_account_type: ACCOUNT_TYPE[accountType] }),
  };
}

/** Our own number of the authorization of a mandate. */
export function authorizationId(mandateId: string): string {
  return `${mandateId}.auth`;
}

/** Body of `POST /subscriptions/pay` with which the payer authorizes the subscription in their UPI app. */
export function authorizationBody(mandateId: string, sessionId: string): object {
  return {
    subscription_id: mandateId,
    payment_id: authorizationId(mandateId),
    payment_type: 'AUTH',
    subscription_session_id: sessionId,
    payment_method: { upi: { channel: 'link' } },
  };
}

/** Body of `POST /subscriptions/{id}/refunds` for what a registration took. The refund has the id of the mandate: there is one. */
export function returnBody(mandateId: string, { payment, amount }: { payment: string; amount: number }): object {
  return {
    payment_id: payment,
    refund_id: mandateId,
    refund_amount: amountOf(amount, 'INR'),
    refund_note: `Mandate ${mandateId}`,
    refund_speed: 'STANDARD',
  };
}

/** Our own number of a notice, which is a payment at Cashfree: each of its attempts is an execution. */
export function noticePaymentId({ debitId, number }: Pick<NoticeInput, 'debitId' | 'number'>): string {
  return `${debitId}.${number}`;
}

/** Our own number of a request for that notice; Hundi keeps it as the reference. */
export function notificationId(input: Pick<NoticeInput, 'debitId' | 'number' | 'request'>): string {
  return `${noticePaymentId(input)}.${input.request}`;
}

/** The payment that a notification is of. */
export function paymentOfNotice(reference: string): string {
  return reference.slice(0, reference.lastIndexOf('.'));
}

/** Which notice of which debit a number of ours names; undefined for another program's. */
export function noticeIn(text: string | undefined): { debitId: string; number: number; request?: number } | undefined {
  const [, debitId, number, request] = /^(debit_[0-9A-Za-z]{24})\.([0-9]{1,6})(?:\.([0-9]{1,6}))?$/.exec(text ?? '') ?? [];
  if (debitId === undefined) return undefined;
  return { debitId, number: Number(number), ...(request !== undefined && { request: Number(request) }) };
}

/** Body of `POST /subscriptions/pay/controlled/notify-mandate`. */
export function notificationBody(input: NoticeInput): object {
  return {
    subscription_id: input.mandate.mandateId,
    payment_id: noticePaymentId(input),
    notification_id: notificationId(input),
    payment_amount: amountOf(input.amount, 'INR'),
    payment_remarks: firstCharacters(input.description ?? `Debit ${input.debitId}`, REMARKS_LENGTH_MAX),
  };
}

/** Body of `POST /subscriptions/pay` that debits a bank account. `payment_id` is ours and unique. */
export function chargeBody({ paymentId, amount, currency, description }: CreateInput, mandateId: string): object {
  return {
    subscription_id: mandateId,
    payment_id: paymentId,
    payment_type: 'CHARGE',
    payment_amount: amountOf(amount, currency),
    payment_remarks: firstCharacters(description ?? `Payment ${paymentId}`, REMARKS_LENGTH_MAX),
  };
}

/** Body of `POST /subscriptions/{id}/refunds`. */
export function debitRefundBody(accountId: string, input: RefundInput, cashfreePaymentId: string): object {
  const { refundId, payment, amount, speed } = input;
  return {
    payment_id: cashfreePaymentId,
    refund_id: refundId,
    refund_amount: amountOf(amount, payment.currency),
    refund_note: refundNote(accountId, payment.paymentId),
    refund_speed: speed === 'instant' ? 'INSTANT' : 'STANDARD',
  };
}
