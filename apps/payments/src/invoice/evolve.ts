import type { Failure, SealedBuyer } from '#contracts';
import type { InvoiceEvent } from './events';
import {
  amountRemaining,
  documentOf,
  type Billed,
  type ExistingInvoice,
  type InvoiceRefunds,
  type InvoiceState,
  type OpenInvoice,
  type PaidInvoice,
} from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'invoice.created') return { ...NEVER_PAID, status: 'draft', ...event.data };
  if (event.type === 'invoice.balance_applied') return state.status === 'none' ? state : withApplied(state, event.data.amount);
  return state.status === 'none' ? state : (evolveStatus(state, event) ?? evolveSettlement(state, event) ?? evolvePayment(state, event));
}

/** What is not finalized has no buyer to keep. */
function withKeptBuyer(state: ExistingInvoice, buyer: SealedBuyer): ExistingInvoice {
  if (state.status === 'draft' || state.document === null) return state;
  return { ...state, document: { ...state.document, buyer, isBuyerKept: true } };
}

/** A past state with the buyer that was kept later: the one that it had cannot be read any more. */
export function withBuyerOf(past: InvoiceState, now: InvoiceState): InvoiceState {
  const document = now.status === 'none' ? null : documentOf(now);
  return past.status === 'none' || document?.isBuyerKept !== true ? past : withKeptBuyer(past, document.buyer);
}

type Paid = Extract<InvoiceEvent, { type: 'invoice.paid' }>;

/** Null where the event changes no status. */
function evolveStatus(state: ExistingInvoice, event: InvoiceEvent): InvoiceState | null {
  const document = documentOf(state);
  switch (event.type) {
    case 'invoice.finalized':
      return finalized(state, event.data);
    case 'invoice.paid':
      return document && paid({ ...billedOf(state), document }, event.data);
    case 'invoice.voided':
      return { ...withoutWait(billedOf(state)), debit: null, document, status: 'void', voidedAtMs: event.data.atMs };
    case 'invoice.uncollectible':
      return document && { ...withoutWait(billedOf(state)), debit: null, document, status: 'uncollectible' };
    case 'invoice.buyer_kept':
      return withKeptBuyer(state, event.data.buyer);
    default:
      return null;
  }
}

type Finalized = Extract<InvoiceEvent, { type: 'invoice.finalized' }>['data'];

function finalized(state: ExistingInvoice, { balanceApplied, ...issued }: Finalized): OpenInvoice {
  const billed = billedOf(state);
  const terms = balanceApplied === undefined ? billed.terms : { ...billed.terms, balanceApplied };
  return { ...billed, terms, ...issued, status: 'open' };
}

function paid(issued: Pick<OpenInvoice, keyof Billed | 'document'>, { paymentId, debitId, atMs }: Paid['data']): PaidInvoice {
  const debit = debitId === undefined ? null : { id: debitId, nextAttemptAtMs: null };
  const ended = issued.ended + (paymentId === null ? 0 : 1);
  const collected = paymentId === null ? issued.collected : [...issued.collected, { paymentId, amount: amountRemaining(issued) }];
  return { ...withoutWait(issued), ended, paymentId, debit, failure: null, givenUp: null, collected, status: 'paid', paidAtMs: atMs };
}

const NEVER_PAID = {
  begun: 0,
  ended: 0,
  paymentId: null,
  failedPaymentId: null,
  debit: null,
  failure: null,
  givenUp: null,
  collected: [],
  outsidePayments: [],
  creditNotes: [],
  refunds: { amount: 0, over: 0, ids: [], returnedIds: [] },
} as const;

/** What was received outside, credited and given back; null for any other event. */
function evolveSettlement(state: ExistingInvoice, event: InvoiceEvent): ExistingInvoice | null {
  switch (event.type) {
    case 'invoice.outside_payment_recorded':
      return { ...state, outsidePayments: [...state.outsidePayments, { ...event.data, reversed: null }] };
    case 'invoice.outside_payment_reversed': {
      const { number, ...reversed } = event.data;
      const outsidePayments = state.outsidePayments.map((payment) => (payment.number === number ? { ...payment, reversed } : payment));
      return reopened({ ...state, outsidePayments });
    }
    case 'invoice.credited':
      return { ...state, creditNotes: [...state.creditNotes, event.data] };
    case 'invoice.refunded': {
      const { refundId, amount, refunded = amount } = event.data;
      const next = { ...state, creditNotes: [...state.creditNotes, event.data] };
      return refundId === null ? next : { ...next, refunds: withRefund(state.refunds, refundId, refunded) };
    }
    case 'invoice.over_refunded':
      return { ...state, refunds: { ...state.refunds, over: event.data.amount } };
    case 'invoice.refund_repeated':
      return { ...state, refunds: withRepeated(state.refunds, event.data) };
    case 'invoice.refund_returned': {
      const { refundId, amount } = event.data;
      return { ...state, refunds: withReturned(state.refunds, refundId, amount) };
    }
    default:
      return null;
  }
}

function withApplied(state: ExistingInvoice, amount: number): ExistingInvoice {
  const { balanceApplied = 0 } = state.terms;
  return { ...state, terms: { ...state.terms, balanceApplied: balanceApplied + amount } };
}

function withRefund(refunds: InvoiceRefunds, refundId: string, amount: number): InvoiceRefunds {
  const ids = refunds.ids.includes(refundId) ? refunds.ids : [...refunds.ids, refundId];
  return { ...refunds, amount: refunds.amount + amount, ids };
}

function withRepeated(
  refunds: InvoiceRefunds,
  { refundId, amount, fromBalance }: Extract<InvoiceEvent, { type: 'invoice.refund_repeated' }>['data'],
): InvoiceRefunds {
  const next = withRefund(refunds, refundId, amount);
  return fromBalance === undefined ? next : { ...next, fromBalance: { ...next.fromBalance, [refundId]: fromBalance } };
}

/** The next refund pays the part of the returned one that came from the balance of the customer. */
function withReturned({ fromBalance, ...refunds }: InvoiceRefunds, refundId: string, amount: number): InvoiceRefunds {
  const { [refundId]: _returned, ...others } = fromBalance ?? {};
  return {
    ...refunds,
    amount: refunds.amount - amount,
    returnedIds: [...refunds.returnedIds, refundId],
    ...(fromBalance && { fromBalance: others }),
  };
}

/** One that was paid, and is not any more. */
function reopened(state: ExistingInvoice): ExistingInvoice {
  if (state.status !== 'paid' || amountRemaining(state) === 0) return state;
  return { ...billedOf(state), document: state.document, debit: null, paymentId: null, status: 'open' };
}

function evolvePayment(state: ExistingInvoice, event: InvoiceEvent): InvoiceState {
  if (state.status === 'void') return state;
  switch (event.type) {
    case 'invoice.payment_begun':
      return { ...state, begun: state.begun + 1, paymentId: event.data.paymentId, failure: null };
    case 'invoice.payment_failed': {
      const { failure, paymentId, debit } = event.data;
      // Without a payment nothing was tried.
      const ended = {
        ended: state.ended + (paymentId === undefined ? 0 : 1),
        failure,
        failedPaymentId: paymentId ?? state.failedPaymentId,
      };
      if (debit === undefined) return { ...state, ...ended, paymentId: null };
      const givenUp = debit !== null ? null : paymentId === undefined ? 'untried' : 'exhausted';
      return { ...withoutWait(state), ...ended, debit, givenUp, ...stoppedAt(event.data) };
    }
    default:
      return evolveDebit(state, event);
  }
}

function evolveDebit<TState extends Exclude<ExistingInvoice, { status: 'void' }>>(state: TState, event: InvoiceEvent): TState {
  switch (event.type) {
    case 'invoice.debit_begun': {
      const { debitId: id, mandateId } = event.data;
      const debit = { id, nextAttemptAtMs: null };
      return { ...withoutWait(state), terms: { ...state.terms, mandateId }, begun: state.begun + 1, debit, failure: null, givenUp: null };
    }
    case 'invoice.debit_waits': {
      const { mandateId } = event.data;
      const terms = { ...state.terms, mandateId };
      return { ...state, terms, debit: null, waits: event.data, failure: WAITS, givenUp: null };
    }
    case 'invoice.debit_planned':
      return state.debit === null ? state : { ...state, debit: { id: state.debit.id, ...event.data } };
    case 'invoice.debit_ended':
      return { ...withoutWait(state), debit: null, givenUp: 'untried', ...stoppedAt(event.data) };
    default:
      return state;
  }
}

const WAITS: Failure = { reason: 'debit_limit_reached', networkCode: null };

/** It waits for no other debit any more, nor says so. */
function withoutWait<TState extends Billed>({ waits: _waits, failure, ...state }: TState): TState {
  return { ...state, failure: failure?.reason === WAITS.reason ? null : failure } as unknown as TState;
}

function stoppedAt({ atMs }: { atMs?: number }): Pick<Billed, 'stoppedAtMs'> {
  return atMs === undefined ? {} : { stoppedAtMs: atMs };
}

function billedOf(state: ExistingInvoice): Billed {
  const { terms, bill, begun, ended, paymentId, failedPaymentId, debit, failure, givenUp, waits, stoppedAtMs: atMs } = state;
  const { collected, outsidePayments, creditNotes, refunds } = state;
  const settlement = { collected, outsidePayments, creditNotes, refunds, ...(waits && { waits }) };
  return { terms, bill, begun, ended, paymentId, failedPaymentId, debit, failure, givenUp, ...settlement, ...stoppedAt({ atMs }) };
}
