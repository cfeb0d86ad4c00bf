import { InvoiceLine, InvoiceResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

export const INVOICE_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'inv_0VB3xQ9k42Rk7v2LmXp9BdYe' } as const;

const acts = (summary: string, errors: RouteDocs['errors'] = []) => ({
  summary,
  params: [INVOICE_ID],
  answer: { status: 200 as const, description: 'The invoice.', type: InvoiceResource },
  errors: ['state_conflict' as const, ...(errors ?? [])],
});

/** What the reference says of each route of invoices. */
export const INVOICE_DOCS = {
  create: {
    summary: 'Create an invoice',
    description:
      'With tax as your tax settings say, and a number unless `auto_finalize` is false. It is debited under `mandate_id`, or paid at `hosted_url`.',
    answer: { status: 201, description: 'The invoice.', type: InvoiceResource },
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'currency_not_supported',
      'metadata_invalid',
      'resource_missing',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'limit_exceeded',
      'invoice_series_exhausted',
    ],
  },
  list: { summary: 'List invoices', item: InvoiceResource },
  get: { summary: 'Retrieve an invoice', params: [INVOICE_ID], answer: { description: 'The invoice.', type: InvoiceResource } },
  listLines: {
    summary: 'List the lines of an invoice, in their order',
    params: [INVOICE_ID],
    item: InvoiceLine,
    errors: ['resource_missing'],
  },
  finalize: acts('Give a draft its number: it is open, and collected', [
    'amount_too_small',
    'amount_too_large',
    'mandate_not_active',
    'mandate_amount_exceeded',
    'limit_exceeded',
    'invoice_series_exhausted',
  ]),
  pay: {
    summary: 'Pay an invoice',
    description:
      'Under a mandate, with an instrument, or at the `checkout_url` of the payment that `payment_id` names. Without a body an `automatic` invoice is debited. A draft gets its number first.',
    params: [INVOICE_ID],
    answer: { status: 200, description: 'The invoice.', type: InvoiceResource },
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'parameter_invalid',
      'amount_too_small',
      'amount_too_large',
      'url_invalid',
      'bank_not_supported',
      'resource_missing',
      'payment_declined',
      'invoice_not_payable',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'limit_exceeded',
      'invoice_series_exhausted',
    ],
  },
  void: acts('Void an invoice: nothing is due any more, and it keeps its number'),
  markUncollectible: acts('Mark an invoice as uncollectible: it can still be paid'),
  markPaid: {
    ...acts('Record money for an invoice that did not pass through Hundi', ['amount_too_small', 'amount_too_large', 'limit_exceeded']),
    description:
      'NEFT, a cheque, cash, and tax that the customer deducted at source. Several parts are allowed, together at most `amount_remaining`; the invoice is `paid` when nothing remains. There is no payment object and no fee. A debit that is planned is called off, or made for the rest. 409 `state_conflict` while a payment or a debit is under way.',
  },
  reverseOutsidePayment: {
    summary: 'Reverse an outside payment: the invoice is open again',
    description: 'For a cheque that bounced, or a mistake. `number` is that of `outside_payments[]`.',
    params: [INVOICE_ID, { name: 'number', schema: { type: 'string', maxLength: 6 }, example: '1' }],
    answer: { status: 200, description: 'The invoice.', type: InvoiceResource },
    errors: ['state_conflict', 'resource_missing'],
  },
  issueCreditNote: {
    ...acts('Issue a credit note', [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_large',
      'refund_amount_exceeds_available',
      'resource_missing',
      'limit_exceeded',
    ]),
    description:
      'Takes a part of a finalized invoice back, with its tax (CGST Act, section 34): at most what earlier notes and refunds left of it. What is not paid yet is not due any more; the rest goes back as `refund` says. All notes of an invoice come to the invoice, to the last paisa.',
  },
} as const satisfies Record<string, RouteDocs>;
