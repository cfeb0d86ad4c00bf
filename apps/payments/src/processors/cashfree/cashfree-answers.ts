import type { CardBrand, ChargedMethod, RefundSpeed } from '#contracts';
import { type AnswerReader, asCode } from '#partner-http';
import type { InstrumentFacts, ProcessorReferences } from '../../payment/decide/attempt-result';
import type { ProcessorPayment, ProcessorRefund, ProcessorState } from '../processor';
import { minorOf } from '../network/decimal';
import { failureIn } from './cashfree-reasons';

/** `payment_status`; a word that is not documented leaves the outcome open (docs/reference/processors.md, Statuses). */
const STATE: Readonly<Record<string, ProcessorState>> = {
  SUCCESS: 'captured',
  NOT_ATTEMPTED: 'requires_action',
  PENDING: 'processing',
  FAILED: 'failed',
  USER_DROPPED: 'failed',
  CANCELLED: 'cancelled',
  VOID: 'cancelled',
};

/** Where a payment belongs at Cashfree. */
export interface OfOrder {
  orderId: string;
  nowMs: number;
}

/** A payment entity. Captures and refunds go by the order, so that its id is the reference. @throws MalformedAnswerError. */
export function paymentFrom(entity: AnswerReader, { orderId, nowMs }: OfOrder): ProcessorPayment {
  const status = entity.text('payment_status', 40);
  const state = stateOf(status, entity);
  const currency = entity.text('payment_currency', 3).toUpperCase();
  const isPaid = state === 'captured' || state === 'authorized';
  const facts = factsIn(entity);
  const details = entity.findObject('error_details');
  return {
    processorRef: orderId,
    state,
    amount: amountIn(entity, 'payment_amount', currency),
    currency,
    refs: isPaid ? referencesIn(entity) : {},
    ...(facts && { facts }),
    ...(state === 'failed' && { error: failureIn(details, status) }),
    rawStatus: asCode(status) ?? 'unknown',
    occurredAtMs: timeIn(entity, ['payment_completion_time', 'payment_time']) ?? nowMs,
  };
}

/** Money that is only held is a success that is not captured. */
function stateOf(status: string, entity: AnswerReader): ProcessorState {
  const state = STATE[status] ?? 'processing';
  return state === 'captured' && entity.isFalse('is_captured') ? 'authorized' : state;
}

/** @throws MalformedAnswerError. */
export function amountIn(entity: AnswerReader, name: string, currency: string): number {
  return minorOf(entity.text(name, 24), currency);
}

function timeIn(entity: AnswerReader, names: readonly string[]): number | undefined {
  const times = names.map((name) => Date.parse(entity.findText(name, 40) ?? ''));
  return times.find((timeMs) => Number.isFinite(timeMs));
}

const UPI_GROUPS = new Set(['upi', 'upi_credit_card', 'upi_ppi', 'upi_ppi_offline']);

function referencesIn(entity: AnswerReader): ProcessorReferences {
  const bank = asCode(entity.findText('bank_reference', 64));
  if (bank === undefined) return {};
  return entity.findText('payment_group', 40) === 'net_banking' ? { bankTransactionId: bank } : { rrn: bank };
}

const NETWORK: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  rupay: 'rupay',
  amex: 'amex',
  diners: 'diners',
  maestro: 'maestro',
  jcb: 'jcb',
  discover: 'discover',
};

function factsIn(entity: AnswerReader): InstrumentFacts | undefined {
  const group = entity.findText('payment_group', 40) ?? '';
  if (UPI_GROUPS.has(group)) {
    const account = { upi_credit_card: 'credit_card', upi_ppi: 'wallet', upi_ppi_offline: 'wallet' } as const;
    return { payerAccountType: Object.entries(account).find(([name]) => name === group)?.[1] ?? 'bank_account' };
  }
  const card = entity.findObject('payment_method')?.findObject('card');
  return card === undefined ? undefined : cardFacts(card);
}

function cardFacts(card: AnswerReader): InstrumentFacts | undefined {
  const word = (name: string): string => card.findText(name, 40) ?? '';
  const brand = NETWORK[word('card_network').toLowerCase()];
  const last4 = word('card_number').slice(-4);
  if (brand === undefined || !/^[0-9]{4}$/.test(last4)) return undefined;
  const type = asCode(word('card_type').replace(/_card$/, ''));
  const issuer = asCode(word('card_bank_name'));
  const international = !['', 'IN'].includes(word('card_country'));
  return { card: { brand, last4, international, ...(type && { type }), ...(issuer && { issuer }) } };
}

/** Best first: one order may have several payments, and only one of them counts. */
const RANK: readonly ProcessorState[] = ['captured', 'authorized', 'processing', 'requires_action', 'cancelled', 'failed'];

/** The payment of an order that says most about it; undefined when there was no try to pay. @throws MalformedAnswerError. */
export function bestPayment(items: readonly AnswerReader[], about: OfOrder): ProcessorPayment | undefined {
  const payments = items.map((item) => paymentFrom(item, about));
  return payments.toSorted((one, other) => RANK.indexOf(one.state) - RANK.indexOf(other.state))[0];
}

const REFUND_STATUS: Readonly<Record<string, ProcessorRefund['status']>> = {
  SUCCESS: 'processed',
  PENDING: 'pending',
  ONHOLD: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
};

/** A refund entity. Cashfree cancels a refund that it could not bring home: the amount is free again. @throws MalformedAnswerError. */
export function refundFrom(entity: AnswerReader, asked: RefundSpeed): ProcessorRefund {
  const status = REFUND_STATUS[entity.text('refund_status', 40)] ?? 'pending';
  const arn = asCode(entity.findText('refund_arn', 40));
  const speed = speedIn(entity);
  const isInstant = speed === undefined ? asked === 'instant' : speed === 'INSTANT';
  return {
    processorRef: entity.text('cf_refund_id', 64),
    status,
    speedProcessed: isInstant ? 'instant' : 'normal',
    ...(status === 'failed' && { failureReason: 'refund_failed' }),
    refs: arn === undefined ? {} : arn.length === 23 ? { arn } : { rrn: arn },
  };
}

/** Answers have it in an object, webhooks of orders in a field of its own; a subscription says only what was asked for. */
function speedIn(entity: AnswerReader): string | undefined {
  const answered = entity.findObject('refund_speed')?.findText('processed', 20);
  const reported = ['processed_speed', 'refund_mode', 'refund_speed'].map((name) => entity.findText(name, 20));
  return answered ?? reported.find((speed) => speed !== undefined);
}

/** What Cashfree calls the way of paying, for its own page. */
export const PAGE_METHODS: Partial<Record<ChargedMethod, string>> = { upi: 'upi', card: 'cc,dc', netbanking: 'nb' };
