import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  BILLING_REASONS,
  COLLECTIONS,
  CreateInvoiceDto,
  INVOICE_STATUSES,
  InvoiceLine,
  InvoiceResource,
  IssueCreditNoteDto,
  MarkInvoicePaidDto,
  PayInvoiceDto,
  ReverseOutsidePaymentDto,
  type ErrorCode,
} from '#contracts';
import { refuseMandateWithoutScope, refuseWithoutScope } from '../../auth/credential-limits';
import type { OutcomeRules } from '../../commands/write-rules';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { isExpired } from '../payments/validate-create-payment';
import { toCreateInvoicePayload, toPayInvoicePayload, validateCreateInvoice, validatePayInvoice } from './invoice-payloads';
import { toCreditNotePayload, toMarkPaidPayload, toReversePayload, validateCreditNote } from './settle-invoice-payloads';

const COLLECTION_ERRORS: readonly ErrorCode[] = [
  'amount_too_small',
  'amount_too_large',
  'mandate_not_active',
  'mandate_amount_exceeded',
  'limit_exceeded',
  'invoice_series_exhausted',
];

const PAY_OUTCOME: OutcomeRules = {
  // A payment that has begun clears the error of the previous payment.
  isDeclined: ({ status, last_error }) => (status === 'open' || status === 'uncollectible') && last_error !== null,
  showsDecline: true,
};

/** Routes of invoices. */
@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('invoices:write')
  @CreateRoute('invoice', {
    summary: 'Create an invoice',
    description:
      'With tax as your tax settings say, and a number unless `auto_finalize` is false. It is debited under `mandate_id`, or paid at `hosted_url`.',
    body: CreateInvoiceDto,
    validate: validateCreateInvoice,
    answer: InvoiceResource,
    errors: [
      ...COLLECTION_ERRORS,
      'parameter_missing',
      'parameters_exclusive',
      'currency_not_supported',
      'metadata_invalid',
      'resource_missing',
    ],
  })
  async createInvoice(@Call() call: WriteCall, @Dto() dto: CreateInvoiceDto): Promise<Answer> {
    refuseMandateWithoutScope(dto, call);
    return this.writes.send(call, 'invoices.create', toCreateInvoicePayload(dto));
  }

  @Get()
  @RequireScope('invoices:read')
  @ListRoute('invoice', {
    summary: 'List invoices',
    item: InvoiceResource,
    filters: ['id', 'created_at', 'status', 'amount', 'currency', 'customer_id', 'reference_id', 'metadata'],
    statuses: INVOICE_STATUSES,
    own: {
      collection: { words: COLLECTIONS },
      billing_reason: { words: BILLING_REASONS },
      subscription_id: { id: 'subscription' },
      mandate_id: { id: 'mandate' },
      number: { form: 'invoiceNumber' },
    },
  })
  listInvoices(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('invoices:read')
  @RetrieveRoute('invoice', { summary: 'Retrieve an invoice', answer: InvoiceResource, hasAsOf: true })
  getInvoice(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Get(':id/lines')
  @RequireScope('invoices:read')
  @ListRoute('invoiceLine', {
    summary: 'List the lines of an invoice, in their order',
    item: InvoiceLine,
    parent: { kind: 'invoice', part: 'lines' },
    hasOrder: false,
    errors: ['resource_missing'],
  })
  listInvoiceLines(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Post(':id/finalize')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Give a draft its number: it is open, and collected',
    answer: InvoiceResource,
    errors: ['state_conflict', ...COLLECTION_ERRORS],
  })
  finalizeInvoice(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'invoices.finalize', {});
  }

  @Post(':id/pay')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Pay an invoice',
    description:
      'Under a mandate, with an instrument, or at the `checkout_url` of the payment that `payment_id` names. Without a body an `automatic` invoice is debited. A draft gets its number first.',
    body: PayInvoiceDto,
    validate: validatePayInvoice,
    isExpired,
    answer: InvoiceResource,
    errors: [
      ...COLLECTION_ERRORS,
      'parameter_missing',
      'parameters_exclusive',
      'parameter_invalid',
      'url_invalid',
      'bank_not_supported',
      'resource_missing',
      'payment_declined',
      'invoice_not_payable',
    ],
  })
  async payInvoice(@Call() call: WriteCall, @Dto() dto: PayInvoiceDto): Promise<Answer> {
    refuseMandateWithoutScope(dto, call);
    return this.writes.send(call, 'invoices.pay', toPayInvoicePayload(dto, call), { outcome: PAY_OUTCOME });
  }

  @Post(':id/void')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Void an invoice: nothing is due any more, and it keeps its number',
    answer: InvoiceResource,
    errors: ['state_conflict'],
  })
  voidInvoice(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'invoices.void', {});
  }

  @Post(':id/mark_uncollectible')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Mark an invoice as uncollectible: it can still be paid',
    answer: InvoiceResource,
    errors: ['state_conflict'],
  })
  markInvoiceUncollectible(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'invoices.mark_uncollectible', {});
  }

  @Post(':id/mark_paid')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Record money for an invoice that did not pass through Hundi',
    description:
      'NEFT, a cheque, cash, and tax that the customer deducted at source. Several parts are allowed, together at most `amount_remaining`; the invoice is `paid` when nothing remains. There is no payment object and no fee. A debit that is planned is called off, or made for the rest. 409 `state_conflict` while a payment or a debit is under way.',
    body: MarkInvoicePaidDto,
    answer: InvoiceResource,
    errors: ['state_conflict', 'amount_too_small', 'amount_too_large', 'limit_exceeded'],
  })
  markInvoicePaid(@Call() call: WriteCall, @Dto() dto: MarkInvoicePaidDto): Promise<Answer> {
    return this.writes.send(call, 'invoices.mark_paid', toMarkPaidPayload(dto));
  }

  @Post(':id/outside_payments/:number/reverse')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Reverse an outside payment: the invoice is open again',
    description: 'For a cheque that bounced, or a mistake. `number` is that of `outside_payments[]`.',
    moreParams: [{ name: 'number', schema: { type: 'string', maxLength: 6 }, example: '1' }],
    body: ReverseOutsidePaymentDto,
    answer: InvoiceResource,
    errors: ['state_conflict', 'resource_missing'],
  })
  reverseOutsidePayment(@Call() call: WriteCall, @Dto() dto: ReverseOutsidePaymentDto): Promise<Answer> {
    return this.writes.send(call, 'invoices.reverse_outside_payment', toReversePayload(dto, call));
  }

  @Post(':id/credit_notes')
  @RequireScope('invoices:write')
  @UpdateRoute('invoice', {
    summary: 'Issue a credit note',
    description:
      'Takes a part of a finalized invoice back, with its tax (CGST Act, section 34): at most what earlier notes and refunds left of it. What is not paid yet is not due any more; the rest goes back as `refund` says. All notes of an invoice come to the invoice, to the last paisa.',
    body: IssueCreditNoteDto,
    validate: validateCreditNote,
    answer: InvoiceResource,
    errors: [
      'state_conflict',
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_large',
      'refund_amount_exceeds_available',
      'resource_missing',
      'limit_exceeded',
    ],
  })
  async issueCreditNote(@Call() call: WriteCall, @Dto() dto: IssueCreditNoteDto): Promise<Answer> {
    if (dto.refund === 'payment') refuseWithoutScope('refunds:write', 'refund', call);
    return this.writes.send(call, 'invoices.issue_credit_note', toCreditNotePayload(dto));
  }
}
