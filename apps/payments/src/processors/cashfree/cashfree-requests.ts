import { firstCharacters, IST_OFFSET_MS } from '#contracts';
import { exactNumber } from '#partner-http';
import type { CreateInput, Minor, RefundInput } from '../processor';
import { decimalOf } from '../network/decimal';
import { attemptReference, paymentNotes } from '../network/notes';
import { PAGE_METHODS } from './cashfree-answers';
import { cashfreeBankNumber } from './cashfree-banks';

const NOTE_LENGTH_MIN = 3;
const NOTE_LENGTH_MAX = 200;
/** Cashfree takes no earlier end of an order; a minute more for clocks that differ. */
const ORDER_LIFE_MS_MIN = 16 * 60_000;

/** Id of the payment link of an attempt: another word than that of its order, so that neither is taken for the other. */
export function linkId(attempt: Pick<CreateInput, 'paymentId' | 'attempt'>): string {
  return attemptReference(attempt).replace(/^att_/, 'lnk_');
}

/** Body of `POST /links`: Cashfree's page for one method, paid at most once. `link_id` is unique there. */
export function linkBody(accountId: string, input: CreateInput, phone: string, nowMs: number): object {
  return {
    link_id: linkId(input),
    link_amount: amountOf(input.amount, input.currency),
    link_currency: input.currency,
    link_purpose: noteOf(input),
    customer_details: { customer_phone: phoneOf(phone), ...emailOf(input) },
    link_partial_payments: false,
    link_expiry_time: endOf(input, nowMs),
    link_notify: { send_sms: false, send_email: false },
    link_auto_reminders: false,
    link_notes: paymentNotes(accountId, input, 'hosted'),
    link_meta: {
      payment_methods: PAGE_METHODS[input.instrument.method],
      ...(input.returnUrl !== undefined && { return_url: input.returnUrl }),
    },
  };
}

/** Body of `POST /orders`. `order_id` is ours and unique. */
export function orderBody(accountId: string, input: CreateInput, phone: string, nowMs: number): object {
  return {
    order_id: attemptReference(input),
    order_amount: amountOf(input.amount, input.currency),
    order_currency: input.currency,
    customer_details: { customer_id: input.paymentId, customer_phone: phoneOf(phone), ...emailOf(input) },
    order_note: noteOf(input),
    order_expiry_time: endOf(input, nowMs),
    order_tags: paymentNotes(accountId, input, 'direct'),
    ...(input.returnUrl !== undefined && { order_meta: { return_url: input.returnUrl } }),
  };
}

/** `payment_method` of `POST /orders/sessions`; undefined for what has to be paid on Cashfree's page. */
export function directMethod({ instrument }: CreateInput): object | undefined {
  if (instrument.method === 'upi') {
    if (instrument.flow !== 'collect') return { upi: { channel: 'link' } };
    return instrument.vpa === null ? undefined : { upi: { channel: 'collect', upi_id: instrument.vpa } };
  }
  const bank = instrument.method === 'netbanking' && instrument.bank !== null ? cashfreeBankNumber(instrument.bank) : undefined;
  return bank === undefined ? undefined : { netbanking: { channel: 'link', netbanking_bank_code: Number(bank) } };
}

const NOTE_SEPARATOR = ' ';

/** Body of `POST /orders/{id}/refunds`. Refunds have no tags at Cashfree: the note carries whose they are. */
export function refundBody(accountId: string, { refundId, payment, amount, speed }: RefundInput): object {
  return {
    refund_id: refundId,
    refund_amount: amountOf(amount, payment.currency),
    refund_note: refundNote(accountId, payment.paymentId),
    refund_speed: speed === 'instant' ? 'INSTANT' : 'STANDARD',
  };
}

/** Whose refund it is, for Cashfree to keep. */
export function refundNote(accountId: string, paymentId: string): string {
  return [accountId, paymentId].join(NOTE_SEPARATOR);
}

/** Whose refund this is, out of its note; undefined for a refund that another program made. */
export function ownerInNote(note: string | undefined): { accountId: string; paymentId: string } | undefined {
  const [, accountId, paymentId] = /^(acct_[0-9A-Za-z]{24}) (pay_[0-9A-Za-z]{24})$/.exec(note ?? '') ?? [];
  return accountId === undefined || paymentId === undefined ? undefined : { accountId, paymentId };
}

/** A number with exactly the digits of the currency, digit for digit. */
export function amountOf(minor: Minor, currency: string): object {
  return exactNumber(decimalOf(minor, currency));
}

function emailOf({ customer }: CreateInput): object {
  return customer?.email === undefined ? {} : { customer_email: customer.email };
}

/** Cashfree names Indian numbers by their ten digits. @param phone E.164. */
export function phoneOf(phone: string): string {
  return /^\+91([0-9]{10})$/.exec(phone)?.[1] ?? phone;
}

function noteOf({ description = '', paymentId }: CreateInput): string {
  return description.length < NOTE_LENGTH_MIN ? `Payment ${paymentId}` : firstCharacters(description, NOTE_LENGTH_MAX);
}

/** The customer's end of time as Cashfree writes times: ISO 8601 in India's offset. */
function endOf({ expiresAtMs }: CreateInput, nowMs: number): string {
  return indianTime(Math.max(expiresAtMs, nowMs + ORDER_LIFE_MS_MIN));
}

/** A time as Cashfree writes it. @param atMs ms since the epoch. */
export function indianTime(atMs: number): string {
  return `${new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}
