import type { CardBrand } from '#contracts';
import { type AnswerReader, asCode } from '#partner-http';
import type { InstrumentFacts, ProcessorReferences } from '../../payment/decide/attempt-result';
import type { KnownRefund, ProcessorPayment, ProcessorRefund, ProcessorState, RefundInput } from '../processor';
import { failureIn } from './razorpay-reasons';

/** `payment.status`; a word that is not documented leaves the outcome open (docs/reference/processors.md, Statuses). */
const STATE: Readonly<Record<string, ProcessorState>> = {
  created: 'requires_action',
  pending: 'processing',
  authorized: 'authorized',
  captured: 'captured',
  refunded: 'captured',
  failed: 'failed',
};

/** A payment entity. @throws MalformedAnswerError. */
export function paymentFrom(entity: AnswerReader, nowMs: number): ProcessorPayment {
  const status = entity.text('status', 40);
  const state = stateOf(status, entity);
  const isPaid = state === 'authorized' || state === 'captured';
  const createdAt = entity.findInteger('created_at');
  const facts = factsIn(entity);
  return {
    processorRef: entity.text('id', 40),
    state,
    amount: entity.integer('amount'),
    currency: entity.text('currency', 3).toUpperCase(),
    refs: isPaid ? referencesIn(entity) : {},
    ...(facts && { facts }),
    ...feeIn(entity, state),
    ...(state === 'failed' && { error: failureIn(entity) }),
    rawStatus: asCode(status) ?? 'unknown',
    occurredAtMs: createdAt === undefined ? nowMs : createdAt * 1000,
  };
}

/** Money that was only ever held and went back by itself, because it was not captured, was never ours. */
function stateOf(status: string, entity: AnswerReader): ProcessorState {
  if (status === 'refunded' && entity.isFalse('captured')) return 'cancelled';
  return STATE[status] ?? 'processing';
}

/** Razorpay's fee includes the GST; ours does not (docs/reference/indian-payments.md, Fees and GST). */
function feeIn(entity: AnswerReader, state: ProcessorState): Pick<ProcessorPayment, 'fee'> {
  const [fee, gst] = [entity.findInteger('fee'), entity.findInteger('tax')];
  if (state !== 'captured' || fee === undefined || gst === undefined || gst > fee) return {};
  return { fee: { amount: fee - gst, gst } };
}

function referencesIn(entity: AnswerReader): ProcessorReferences {
  const acquirer = entity.findObject('acquirer_data');
  const rrn = asCode(acquirer?.findText('rrn', 40));
  const upiTransactionId = asCode(acquirer?.findText('upi_transaction_id', 40));
  const bankTransactionId = asCode(acquirer?.findText('bank_transaction_id', 64));
  return {
    ...(rrn !== undefined && { rrn }),
    ...(upiTransactionId !== undefined && { upiTransactionId }),
    ...(bankTransactionId !== undefined && { bankTransactionId }),
  };
}

const NETWORK: Readonly<Record<string, CardBrand>> = {
  Visa: 'visa',
  MasterCard: 'mastercard',
  RuPay: 'rupay',
  'American Express': 'amex',
  'Diners Club': 'diners',
  Maestro: 'maestro',
  JCB: 'jcb',
  'Union Pay': 'unionpay',
  Discover: 'discover',
};

const PAYER_ACCOUNTS = ['bank_account', 'credit_card', 'wallet', 'credit_line'] as const;

function factsIn(entity: AnswerReader): InstrumentFacts | undefined {
  const account = entity.findObject('upi')?.findText('payer_account_type', 40);
  const payerAccountType = PAYER_ACCOUNTS.find((word) => word === account);
  if (payerAccountType !== undefined) return { payerAccountType };
  const card = entity.findObject('card');
  return card === undefined ? undefined : cardFacts(card);
}

function cardFacts(card: AnswerReader): InstrumentFacts | undefined {
  const brand = NETWORK[card.findText('network', 40) ?? ''];
  const last4 = card.findText('last4', 4) ?? '';
  if (brand === undefined || !/^[0-9]{4}$/.test(last4)) return undefined;
  const [type, issuer] = [asCode(card.findText('type', 20)), asCode(card.findText('issuer', 40))];
  return { card: { brand, last4, international: card.isTrue('international'), ...(type && { type }), ...(issuer && { issuer }) } };
}

/** Best first: one order may have several payments, and only one of them counts. */
const RANK: readonly ProcessorState[] = ['captured', 'authorized', 'processing', 'requires_action', 'cancelled', 'failed'];

/** The payment of an order that says most about it; undefined when there was no try to pay. @throws MalformedAnswerError. */
export function bestPayment(items: readonly AnswerReader[], nowMs: number): ProcessorPayment | undefined {
  const payments = items.map((item) => paymentFrom(item, nowMs));
  return payments.toSorted((one, other) => RANK.indexOf(one.state) - RANK.indexOf(other.state))[0];
}

const REFUND_STATUS: Readonly<Record<string, ProcessorRefund['status']>> = { pending: 'pending', processed: 'processed', failed: 'failed' };

/** A refund entity. @throws MalformedAnswerError. */
export function refundFrom(entity: AnswerReader, asked: Pick<RefundInput | KnownRefund, 'speed'>): ProcessorRefund {
  const status = REFUND_STATUS[entity.text('status', 40)] ?? 'pending';
  const acquirer = entity.findObject('acquirer_data');
  const [arn, rrn, utr] = ['arn', 'rrn', 'utr'].map((name) => asCode(acquirer?.findText(name, 40)));
  const processed = entity.findText('speed_processed', 20);
  const speedProcessed = processed === undefined ? asked.speed : processed === 'normal' ? 'normal' : 'instant';
  return {
    processorRef: entity.text('id', 40),
    status,
    speedProcessed,
    ...(status === 'failed' && { failureReason: 'refund_failed' }),
    refs: { ...(arn && { arn }), ...(rrn && { rrn }), ...(utr && { utr }) },
  };
}
