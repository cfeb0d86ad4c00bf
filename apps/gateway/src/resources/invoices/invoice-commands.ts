import { CreateInvoiceDto, IssueCreditNoteDto, MarkInvoicePaidDto, PayInvoiceDto, ReverseOutsidePaymentDto } from '#contracts';
import { refuseMandateWithoutScope, refuseWithoutScope } from '../../auth/credential-limits';
import { writeRoute, type ShownObject } from '../../commands/write-route';
import { isExpired } from '../payments/validate-create-payment';
import { toCreateInvoicePayload, toPayInvoicePayload, validateCreateInvoice, validatePayInvoice } from './invoice-payloads';
import { toCreditNotePayload, toMarkPaidPayload, toReversePayload, validateCreditNote } from './settle-invoice-payloads';

const act = (verb: 'finalize' | 'void' | 'mark_uncollectible') =>
  writeRoute({ resource: 'invoice', command: `invoices.${verb}`, creates: false, payload: () => ({}) });

/** What each command on invoices reads from its request, and what it sends to the service. */
export const INVOICE_COMMANDS = {
  create: writeRoute({
    resource: 'invoice',
    command: 'invoices.create',
    creates: true,
    body: CreateInvoiceDto,
    validate: validateCreateInvoice,
    prepare: refuseMandateWithoutScope,
    payload: toCreateInvoicePayload,
  }),
  finalize: act('finalize'),
  pay: writeRoute({
    resource: 'invoice',
    command: 'invoices.pay',
    creates: false,
    isDeclined,
    showsDecline: true,
    body: PayInvoiceDto,
    validate: validatePayInvoice,
    prepare: refuseMandateWithoutScope,
    isExpired,
    payload: toPayInvoicePayload,
  }),
  void: act('void'),
  markUncollectible: act('mark_uncollectible'),
  markPaid: writeRoute({
    resource: 'invoice',
    command: 'invoices.mark_paid',
    creates: false,
    body: MarkInvoicePaidDto,
    payload: toMarkPaidPayload,
  }),
  reverseOutsidePayment: writeRoute({
    resource: 'invoice',
    command: 'invoices.reverse_outside_payment',
    creates: false,
    body: ReverseOutsidePaymentDto,
    payload: toReversePayload,
  }),
  issueCreditNote: writeRoute({
    resource: 'invoice',
    command: 'invoices.issue_credit_note',
    creates: false,
    body: IssueCreditNoteDto,
    validate: validateCreditNote,
    prepare: async ({ refund }, context) => {
      if (refund === 'payment') refuseWithoutScope('refunds:write', 'refund', context);
    },
    payload: toCreditNotePayload,
  }),
};

/** A payment that was begun empties the error of the one before: what is there is its own. */
function isDeclined({ status, last_error }: ShownObject): boolean {
  return (status === 'open' || status === 'uncollectible') && last_error !== null;
}
