import type { InvoiceEvent } from './events';
import { issuedOf, type Billed, type ExistingInvoice, type InvoiceState, type Issued, type OpenInvoice, type PaidInvoice } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'invoice.created') return { status: 'draft', ...event.data };
  return state.status === 'none' ? state : (evolveStatus(state, event) ?? evolvePayment(state, event));
}

type Paid = Extract<InvoiceEvent, { type: 'invoice.paid' }>;

/** Null where the event changes no status. */
function evolveStatus(state: ExistingInvoice, event: InvoiceEvent): InvoiceState | null {
  const issued = issuedOf(state);
  switch (event.type) {
    case 'invoice.finalized':
      return { ...NEVER_PAID, terms: state.terms, ...event.data, status: 'open' };
    case 'invoice.paid':
      return issued && paid(issued, event.data);
    case 'invoice.voided':
      return { ...billedOf(state), status: 'void', voidedAtMs: event.data.atMs, issued: issued && { ...factsOf(issued), debit: null } };
    case 'invoice.uncollectible':
      return issued && { ...factsOf(issued), debit: null, status: 'uncollectible' };
    default:
      return null;
  }
}

function paid(issued: Issued, { paymentId, debitId, atMs }: Paid['data']): PaidInvoice {
  const debit = debitId === undefined ? null : { id: debitId, nextAttemptAtMs: null };
  return { ...factsOf(issued), ended: issued.ended + 1, paymentId, debit, failure: null, status: 'paid', paidAtMs: atMs, creditNotes: [] };
}

const NEVER_PAID = { begun: 0, ended: 0, paymentId: null, failedPaymentId: null, debit: null, failure: null } as const;

function evolvePayment(state: ExistingInvoice, event: InvoiceEvent): InvoiceState {
  if (state.status === 'draft' || state.status === 'void') return state;
  switch (event.type) {
    case 'invoice.payment_begun':
      return { ...state, begun: state.begun + 1, paymentId: event.data.paymentId, failure: null };
    case 'invoice.payment_failed': {
      const { failure, paymentId: failedPaymentId = state.failedPaymentId, debit } = event.data;
      const over = debit === undefined ? { paymentId: null } : { debit };
      return { ...state, ended: state.ended + 1, failure, failedPaymentId, ...over };
    }
    case 'invoice.refunded':
      return state.status === 'paid' ? { ...state, creditNotes: [...state.creditNotes, event.data] } : state;
    default:
      return evolveDebit(state, event);
  }
}

function evolveDebit(state: OpenInvoice | PaidInvoice, event: InvoiceEvent): InvoiceState {
  switch (event.type) {
    case 'invoice.debit_begun': {
      const { debitId: id, mandateId } = event.data;
      return {
        ...state,
        terms: { ...state.terms, mandateId },
        begun: state.begun + 1,
        debit: { id, nextAttemptAtMs: null },
        failure: null,
      };
    }
    case 'invoice.debit_planned':
      return state.debit === null ? state : { ...state, debit: { ...state.debit, ...event.data } };
    case 'invoice.debit_ended':
      return { ...state, debit: null };
    default:
      return state;
  }
}

function billedOf({ terms, bill }: ExistingInvoice): Billed {
  return { terms, bill };
}

function factsOf({ terms, bill, document, begun, ended, paymentId, failedPaymentId, debit, failure }: Issued): Issued {
  return { terms, bill, document, begun, ended, paymentId, failedPaymentId, debit, failure };
}
