import { firstCharacters, type MandateMethod, type MandateTerms } from '#contracts';
import type { KnownMandate, NoticeInput, RegisterMandateInput } from '../mandate-processor';
import type { CreateInput } from '../processor';
import { mandateNotes, noticeNotes, paymentNotes } from '../network/notes';

const DESCRIPTION_LENGTH_MAX = 255;
/** Razorpay takes no earlier end of a link; a minute more for clocks that differ. */
const LINK_LIFE_MS_MIN = 16 * 60_000;
/** What the payer pays to be verified, paise, where no first payment does: Razorpay takes no less on UPI and cards. It goes back. */
export const VERIFICATION_AMOUNT: Readonly<Record<MandateMethod, number>> = { upi: 100, card: 100, enach: 0 };
/** Razorpay's words for the rails. */
const METHOD: Readonly<Record<MandateMethod, string>> = { upi: 'upi', card: 'card', enach: 'emandate' };
const AUTHENTICATION = { netbanking: 'netbanking', debit_card: 'debitcard', aadhaar: 'aadhaar' } as const;

/**
 * Body of `POST /v1/subscription_registration/auth_links` (Razorpay, "Recurring payments: create a registration link"): Razorpay makes an
 * order with the token and a page on which the payer authorizes it. `receipt` is our id of the mandate.
 */
export function registrationBody(accountId: string, input: RegisterMandateInput, nowMs: number): object {
  const { mandateId, terms, payer, expiresAtMs, first } = input;
  const { name, email, phone } = payer;
  const { method } = terms.instrument;
  return {
    customer: { ...(name !== undefined && { name }), email, contact: phone },
    type: 'link',
    amount: first?.amount ?? VERIFICATION_AMOUNT[method],
    currency: 'INR',
    description: firstCharacters(terms.description ?? `Mandate ${mandateId}`, DESCRIPTION_LENGTH_MAX),
    subscription_registration: {
      method: METHOD[method],
      max_amount: terms.maxAmount,
      expire_at: Math.floor(terms.endsAtMs / 1000),
      ...(method === 'enach' ? accountOf(input) : frequencyOf(terms)),
    },
    receipt: mandateId,
    expire_by: Math.ceil(Math.max(expiresAtMs, nowMs + LINK_LIFE_MS_MIN) / 1000),
    sms_notify: false,
    email_notify: false,
    notes: mandateNotes(accountId, mandateId),
  };
}

/** UPI and cards: how often, and on UPI on which day. Razorpay's words are ours. */
function frequencyOf({ instrument, frequency, debitDay, debitDayRule }: MandateTerms): object {
  const hasDay = instrument.method === 'upi' && debitDay !== undefined;
  return { frequency, ...(hasDay && { recurring_value: debitDay, recurring_type: debitDayRule }) };
}

/** What the payer need not type: all of the account, or nothing of it. */
function accountOf({ account }: RegisterMandateInput): object {
  if (account === undefined) return {};
  const { number, holderName, ifsc, accountType, auth } = account;
  const isWhole = number !== null && holderName !== null && ifsc !== null;
  const bank_account = { beneficiary_name: holderName, account_number: number, account_type: accountType ?? 'savings', ifsc_code: ifsc };
  return { auth_type: AUTHENTICATION[auth], ...(isWhole && { bank_account }) };
}

/** Our own number of a request for a notice: 34 characters at most, Razorpay takes 40. */
export function noticeReceipt({ debitId, number, request }: NoticeInput): string {
  return `${debitId}.${number}.${request}`;
}

/**
 * Body of `POST /v1/orders` for a debit of which the payer is to hear (Razorpay, "Create subsequent payments"). With `notification`
 * Razorpay sends the notice, and neither debits nor retries by itself.
 */
export function noticeBody(accountId: string, input: NoticeInput, tokenId: string): object {
  return {
    amount: input.amount,
    currency: 'INR',
    receipt: noticeReceipt(input),
    payment_capture: true,
    notification: { token_id: tokenId, payment_after: Math.ceil(input.debitAfterMs / 1000) },
    notes: noticeNotes(accountId, input.debitId),
  };
}

/** What `POST /v1/payments/create/recurring` needs beside the payment. */
export interface RecurringWith {
  orderId: string;
  customer: string;
  token: string;
  contact: { email: string; phone: string };
}

/** Body of `POST /v1/payments/create/recurring`: the money is taken under the token. */
export function recurringBody(accountId: string, input: CreateInput, { orderId, customer, token, contact }: RecurringWith): object {
  return {
    email: contact.email,
    contact: contact.phone,
    amount: input.amount,
    currency: input.currency,
    order_id: orderId,
    customer_id: customer,
    token,
    recurring: '1',
    description: firstCharacters(input.description ?? `Payment ${input.paymentId}`, DESCRIPTION_LENGTH_MAX),
    notes: paymentNotes(accountId, input, 'direct'),
  };
}

/** Body of `POST /v1/payments/{id}/refund` for what a registration took. */
export function returnBody(accountId: string, { mandateId }: KnownMandate, amount: number): object {
  return { amount, speed: 'normal', receipt: mandateId, notes: mandateNotes(accountId, mandateId) };
}
