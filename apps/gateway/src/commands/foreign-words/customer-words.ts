import type { ForeignWords } from '../../validation/unknown-names';
import { all, within } from './any-object-words';
import * as no from './sentences';

const SAVE_IT = 'Save an instrument with POST /v1/customers/{id}/payment_methods.';
const CREDIT = 'Credit of a customer is adjusted by POST /v1/customers/{id}/balance_transactions.';

/** Words for the customer that a payment or a subscription brings. */
export const NEW_CUSTOMER_WORDS: ForeignWords = {
  // Stripe.
  ...all(['source', 'payment_method', 'default_card', 'token'], SAVE_IT),
  ...all(['balance', 'cash_balance', 'account_balance'], CREDIT),
  ...all(['business_name', 'individual_name', 'first_name', 'last_name', 'full_name'], ['name', 'the whole name']),
  ...all(['tax_id', 'tax_ids', 'tax_id_data', 'vat_number'], 'gstin'),
  tax_exempt: ['gst_category', 'sez'],
  tax: no.NO_TAX_ENGINE,
  ...all(['invoice_prefix', 'next_invoice_sequence'], no.NUMBERED),
  ...all(['preferred_locales', 'validate'], 'Hundi has nothing for it.'),
  // Razorpay.
  ...all(['contact', 'mobile', 'customer_phone'], 'phone'),
  customer_email: 'email',
  customer_name: 'name',
  fail_existing: 'Every create makes a customer. Look for the customer first: GET /v1/customers?email=….',
  billing_address: 'address',
  ...within('address', {
    ...all(['zipcode', 'zip', 'zip_code', 'pincode', 'pin', 'pin_code', 'postcode'], 'postal_code'),
    ...all(['street', 'address1', 'line_1'], 'line1'),
    ...all(['address2', 'line_2'], 'line2'),
    ...all(['province', 'region', 'state_code'], 'state'),
    country_code: 'country',
  }),
};

/** Words for customers. */
export const CUSTOMER_WORDS: ForeignWords = {
  ...NEW_CUSTOMER_WORDS,
  ...all(['default_source', 'default_payment_method', 'invoice_settings'], ['default_payment_method_id', 'in a PATCH', SAVE_IT]),
};
