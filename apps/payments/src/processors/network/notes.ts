import type { AnswerReader } from '#partner-http';
import type { CreateInput, EventSubject, RefundInput } from '../processor';
import { attemptIdOf } from '../../payment/attempt-id';

/** How the customer pays at the processor: on its page, where several tries are one attempt of ours, or by one direct payment. */
export type PayingPlace = 'hosted' | 'direct';

/** Under these names the processor keeps our ids; they come back signed in webhooks. No personal value is among them. */
const NAMES = {
  account: 'hundi_account',
  payment: 'hundi_payment',
  attempt: 'hundi_attempt',
  place: 'hundi_place',
  refund: 'hundi_refund',
  mandate: 'hundi_mandate',
  debit: 'hundi_debit',
} as const;

/** At most 15 notes of 256 characters at Razorpay, as many tags at Cashfree, five notes on its payment links. */
export function paymentNotes(accountId: string, { paymentId, attempt }: CreateInput, place: PayingPlace): Record<string, string> {
  return { [NAMES.account]: accountId, [NAMES.payment]: paymentId, [NAMES.attempt]: String(attempt), [NAMES.place]: place };
}

/** The same for a refund. */
export function refundNotes(accountId: string, { refundId, payment }: RefundInput): Record<string, string> {
  return { [NAMES.account]: accountId, [NAMES.payment]: payment.paymentId, [NAMES.refund]: refundId };
}

/** The same for a mandate. */
export function mandateNotes(accountId: string, mandateId: string): Record<string, string> {
  return { [NAMES.account]: accountId, [NAMES.mandate]: mandateId };
}

/** The same for the notice of a debit. */
export function noticeNotes(accountId: string, debitId: string): Record<string, string> {
  return { [NAMES.account]: accountId, [NAMES.debit]: debitId };
}

const ACCOUNT_ID = /^acct_[0-9A-Za-z]{24}$/;
const PAYMENT_ID = /^pay_[0-9A-Za-z]{24}$/;
const REFUND_ID = /^rfnd_[0-9A-Za-z]{24}$/;
const MANDATE_ID = /^mandate_[0-9A-Za-z]{24}$/;

/** Whose these notes are; undefined for what another program made with the same credentials. */
export function subjectIn(notes: AnswerReader | undefined): (EventSubject & { place: PayingPlace }) | undefined {
  const payment = paymentIn(notes);
  const attempt = notes?.findInteger(NAMES.attempt);
  if (payment === undefined || attempt === undefined || attempt < 1) return undefined;
  return { ...payment, attempt, place: notes?.findText(NAMES.place) === 'direct' ? 'direct' : 'hosted' };
}

/** The refund these notes belong to. */
export function refundIn(notes: AnswerReader | undefined): { accountId: string; paymentId: string; refundId: string } | undefined {
  const payment = paymentIn(notes);
  const refundId = notes?.findText(NAMES.refund);
  return payment !== undefined && refundId !== undefined && REFUND_ID.test(refundId) ? { ...payment, refundId } : undefined;
}

/** The mandate these notes belong to. */
export function mandateIn(notes: AnswerReader | undefined): { accountId: string; id: string } | undefined {
  const [accountId, id] = [notes?.findText(NAMES.account), notes?.findText(NAMES.mandate)];
  if (accountId === undefined || id === undefined) return undefined;
  return ACCOUNT_ID.test(accountId) && MANDATE_ID.test(id) ? { accountId, id } : undefined;
}

/** Whether these notes are of the payment of this id. */
export function isOfPayment(notes: AnswerReader | undefined, paymentId: string): boolean {
  return notes?.findText(NAMES.payment) === paymentId;
}

function paymentIn(notes: AnswerReader | undefined): { accountId: string; paymentId: string } | undefined {
  const [accountId, paymentId] = [notes?.findText(NAMES.account), notes?.findText(NAMES.payment)];
  if (accountId === undefined || paymentId === undefined) return undefined;
  return ACCOUNT_ID.test(accountId) && PAYMENT_ID.test(paymentId) ? { accountId, paymentId } : undefined;
}

/** Our own name for an attempt at the processor; the same however often it is asked for. */
export function attemptReference({ paymentId, attempt }: { paymentId: string; attempt: number }): string {
  return attemptIdOf(paymentId, attempt);
}
