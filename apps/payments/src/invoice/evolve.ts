import type { SealedBuyer } from '#contracts';
import type { InvoiceEvent } from './events';
import {
  documentOf,
  type Billed,
  type ExistingInvoice,
  type InvoiceState,
  type OpenInvoice,
  type PaidInvoice,
  type ReturnedRefunds,
} from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'invoice.created') return { ...NEVER_PAID, status: 'draft', ...event.data };
  return state.status === 'none' ? state : (evolveStatus(state, event) ?? evolvePayment(state, event));
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
      return { ...billedOf(state), ...event.data, status: 'open' };
    case 'invoice.paid':
      return document && paid({ ...billedOf(state), document }, event.data);
    case 'invoice.voided':
      return { ...billedOf(state), debit: null, document, status: 'void', voidedAtMs: event.data.atMs };
    case 'invoice.uncollectible':
      return document && { ...billedOf(state), debit: null, document, status: 'uncollectible' };
    case 'invoice.buyer_kept':
      return withKeptBuyer(state, event.data.buyer);
    default:
      return null;
  }
}

function paid(issued: Pick<OpenInvoice, keyof Billed | 'document'>, { paymentId, debitId, atMs }: Paid['data']): PaidInvoice {
  const debit = debitId === undefined ? null : { id: debitId, nextAttemptAtMs: null };
  const ended = issued.ended + (paymentId === null ? 0 : 1);
  return { ...issued, ended, paymentId, debit, failure: null, givenUp: null, status: 'paid', paidAtMs: atMs, creditNotes: [] };
}

const NEVER_PAID = { begun: 0, ended: 0, paymentId: null, failedPaymentId: null, debit: null, failure: null, givenUp: null } as const;

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
      return { ...state, ...ended, debit, givenUp, ...stoppedAt(event.data) };
    }
    default:
      return state.status === 'paid' ? evolveRefunds(state, event) : evolveDebit(state, event);
  }
}

const NONE_RETURNED: ReturnedRefunds = { refundIds: [], repeatedIds: [], open: 0 };

function evolveRefunds(state: PaidInvoice, event: InvoiceEvent): PaidInvoice {
  const { returned = NONE_RETURNED } = state;
  switch (event.type) {
    case 'invoice.refunded':
      return { ...state, creditNotes: [...state.creditNotes, event.data] };
    case 'invoice.refund_returned': {
      const { refundId, amount } = event.data;
      return { ...state, returned: { ...returned, refundIds: [...returned.refundIds, refundId], open: returned.open + amount } };
    }
    case 'invoice.over_refunded':
      return { ...state, overRefunded: event.data.amount };
    case 'invoice.refund_repeated': {
      const { refundId, amount } = event.data;
      return { ...state, returned: { ...returned, repeatedIds: [...returned.repeatedIds, refundId], open: returned.open - amount } };
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
      return { ...state, terms: { ...state.terms, mandateId }, begun: state.begun + 1, debit, failure: null, givenUp: null };
    }
    case 'invoice.debit_planned':
      return state.debit === null ? state : { ...state, debit: { ...state.debit, ...event.data } };
    case 'invoice.debit_ended':
      return { ...state, debit: null, givenUp: 'untried', ...stoppedAt(event.data) };
    default:
      return state;
  }
}

function stoppedAt({ atMs }: { atMs?: number }): Pick<Billed, 'stoppedAtMs'> {
  return atMs === undefined ? {} : { stoppedAtMs: atMs };
}

function billedOf(state: ExistingInvoice): Billed {
  const { terms, bill, begun, ended, paymentId, failedPaymentId, debit, failure, givenUp, stoppedAtMs: atMs } = state;
  return { terms, bill, begun, ended, paymentId, failedPaymentId, debit, failure, givenUp, ...stoppedAt({ atMs }) };
}
