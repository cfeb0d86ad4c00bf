import type { ForeignWords } from '../../validation/unknown-names';
import { all, within } from './any-object-words';
import { INSTRUMENT_WORDS } from './payment-words';
import * as no from './sentences';

const IN_TEXTS = 'Put what you need into description or metadata.';
const DATED = 'An invoice has the date on which it is finalized.';

/** Words for invoices and their lines. */
export const INVOICE_WORDS: ForeignWords = {
  ...INSTRUMENT_WORDS,
  // Stripe: Invoice and its items.
  auto_advance: ['auto_finalize', 'auto_advance: false is auto_finalize: false'],
  ...all(['customer', 'customer_details', 'customer_account'], 'customer_id'),
  collection_method: 'collection',
  ...all(['due_date', 'due_at'], ['days_until_due', 'a number of days']),
  ...all(['items', 'line_items', 'invoice_items'], 'lines'),
  ...all(['number', 'invoice_number'], no.NUMBERED),
  ...all(['default_tax_rates', 'tax_rates', 'tax'], ['lines', 'tax of each line']),
  ...all(['automatic_tax', 'account_tax_ids', 'tax_id'], no.NO_TAX_ENGINE),
  ...all(['footer', 'custom_fields', 'rendering', 'comment', 'terms'], IN_TEXTS),
  ...all(['effective_at', 'automatically_finalizes_at', 'issued_at', 'invoice_date'], DATED),
  ...all(['date', 'payment_date', 'received_at'], ['paid_at', 'a time', DATED]),
  ...all(['utr', 'reference_number', 'transaction_id', 'cheque_number'], 'reference'),
  ...all(['channel', 'payment_mode'], 'payment_channel'),
  ...all(['paid_out_of_band', 'forgive'], 'Record money from elsewhere with POST /v1/invoices/{id}/mark_paid.'),
  ...all(
    ['pending_invoice_items_behavior', 'subscription', 'from_invoice'],
    'An invoice of the API has the lines that it is created with.',
  ),
  mandate: 'mandate_id',
  statement_descriptor: 'An invoice has no statement_descriptor.',
  // Stripe: CreditNote.
  ...all(['out_of_band_amount', 'credit_amount', 'refund_amount'], ['refund', 'none, payment or credit']),
  memo: 'reason',
  ...within('lines', {
    ...all(['unit_amount', 'rate', 'price', 'unit_amount_decimal', 'unit_price'], ['amount', 'of one']),
    ...all(['name', 'title'], 'description'),
    ...all(['tax_rates', 'taxes', 'tax_rate', 'hsn_code', 'sac_code'], ['tax', 'with sac and rate_bps']),
    ...all(['qty', 'count'], 'quantity'),
    ...all(['price_data', 'item_id', 'item', 'pricing'], ['amount', 'with description']),
  }),
  // Razorpay.
  draft: ['auto_finalize', 'draft: "1" is auto_finalize: false'],
  expire_by: ['days_until_due', 'a number of days'],
  amount: ['lines', 'an amount for each'],
  partial_payment: no.NO_PARTIAL,
  type: 'Every object of this route is an invoice.',
};
