import type { ForeignWords } from '../../validation/unknown-names';
import { all, within } from './any-object-words';
import { NEW_CUSTOMER_WORDS } from './customer-words';
import * as no from './sentences';

const NO_METHOD = 'Hundi takes upi, card and netbanking.';
const NO_BANK_BINDING = 'Hundi does not bind a payment to a bank account of the customer.';
const NO_FRAUD_RULES = 'Hundi has no fraud rules that a payment could set.';
const MANUAL = ', or 0, is capture_method: "manual"';
const WAITS = 'a payment with payment_methods waits until it is confirmed';

/** Words for an instrument: of payments, confirmations, subscriptions, mandates and saved payment methods. */
export const INSTRUMENT_WORDS: ForeignWords = {
  // Stripe: PaymentMethod and Token.
  ...within('card', {
    exp_month: 'expiry_month',
    exp_year: 'expiry_year',
    cvc: 'cvv',
    ...all(['network_token', 'networks'], no.NO_NETWORK_TOKENS),
    ...all(['three_d_secure', 'request_three_d_secure'], no.NO_AUTHENTICATION),
  }),
  source: ['payment_method_id', 'a saved instrument'],
  ...all(['default_source', 'default_payment_method'], 'payment_method_id'),
  payment_method_data: ['payment_method', 'with upi, card or netbanking'],
  payment_method_types: 'payment_methods',
  allowed_payment_method_types: 'payment_methods',
  excluded_payment_method_types: ['payment_methods', 'those that are allowed'],
  automatic_payment_methods: ['payment_methods', WAITS],
  payment_method_options: 'Options of a method are members of upi, card and netbanking.',
  payment_method_configuration: 'The methods are settings.payment_methods of the account, or payment_methods of the payment.',
  confirmation_token: 'Hundi has no confirmation tokens. Send payment_method_id or an instrument.',
  ...all(['us_bank_account', 'sepa_debit', 'paypal', 'klarna', 'link', 'wallet', 'emi', 'paylater', 'cardless_emi'], NO_METHOD),
  three_d_secure: no.NO_AUTHENTICATION,
  // Razorpay: payments, tokens and server-to-server requests.
  ...within('card', {
    ...all(['security_code', 'verification_value'], 'cvv'),
    ...all(['expiry', 'expiry_date'], ['expiry_month', 'and card.expiry_year']),
    ...all(['month', 'exp'], 'expiry_month'),
    year: 'expiry_year',
    ...all(['holder', 'holder_name', 'cardholder'], 'name'),
    ...all(['cryptogram_value', 'tokenised', 'token_provider', 'provider_type', 'last4'], no.NO_NETWORK_TOKENS),
    ...all(['authentication', 'authentication_reference_number'], no.NO_AUTHENTICATION),
  }),
  ...within('upi', { ...all(['type', 'mode'], 'flow'), ...all(['id', 'upi_id', 'virtual_address', 'address', 'handle'], 'vpa') }),
  ...within('netbanking', all(['code', 'bank_code', 'name'], 'bank')),
  method: 'payment_method',
  token: ['payment_method_id', 'a saved instrument'],
  ...all(['vpa', 'upi_id'], 'upi.vpa'),
  bank: 'netbanking.bank',
  number: 'card.number',
  ...all(['cvv', 'cvc'], 'card.cvv'),
  ...all(['exp_month', 'expiry_month'], 'card.expiry_month'),
  ...all(['exp_year', 'expiry_year'], 'card.expiry_year'),
  ...all(['authentication', 'authentication_channel'], no.NO_AUTHENTICATION),
};

/** Words for an instrument that a customer saves. */
export const SAVED_METHOD_WORDS: ForeignWords = {
  ...INSTRUMENT_WORDS,
  ...all(['type', 'method', 'payment_method'], 'Send card or upi alone: the member says which method it is.'),
  ...all(['customer', 'customer_id'], 'The customer is the one in the path.'),
  billing_details: ['card.name', 'the name on the card'],
};

/** Words for payments, their captures and confirmations. */
export const PAYMENT_WORDS: ForeignWords = {
  ...INSTRUMENT_WORDS,
  ...within('customer', NEW_CUSTOMER_WORDS),
  // Members of Hundi that are fixed with the payment.
  amount: 'The amount is fixed when the payment is created.',
  currency: 'The currency is that of the payment and is fixed when it is created.',
  ...all(['customer', 'customer_id'], 'The customer is fixed when the payment is created.'),
  capture_method: 'capture_method is fixed when the payment is created.',
  capture_window_seconds: 'capture_window_seconds is fixed when the payment is created.',
  expires_at: 'expires_at is fixed when the payment is created.',
  statement_descriptor: 'statement_descriptor is fixed when the payment is created.',
  // Stripe: PaymentIntent, Charge and Checkout Session.
  capture: ['capture_method', `capture: false${MANUAL}`],
  ...all(
    ['auto_capture', 'autocapture', 'manual_capture', 'manual', 'automatic', 'request_capture'],
    ['capture_method', 'automatic or manual'],
  ),
  amount_to_capture: 'amount',
  final_capture: 'A payment is captured once; the rest is released.',
  confirm: ['payment_methods', WAITS],
  confirmation_method: 'A payment is confirmed by its create, or by POST /v1/payments/{id}/confirm.',
  amount_to_confirm: 'The amount is fixed when the payment is created.',
  error_on_requires_action: 'A payment that needs its customer has the status requires_action.',
  mandate: 'mandate_id',
  mandate_data: 'Make the mandate first: POST /v1/mandates.',
  setup_future_usage: ['save_payment_method', 'true saves the instrument for the customer'],
  statement_descriptor_suffix: 'statement_descriptor',
  customer_account: 'customer_id',
  ...all(['receipt_email', 'customer_email', 'email'], ['customer.email', 'Hundi sends no receipts']),
  ...all(['customer_phone', 'phone', 'contact'], 'customer.phone'),
  ...all(['customer_name', 'name'], 'customer.name'),
  ...all(['billing_details', 'customer_details', 'payer'], 'customer'),
  ...all(['amount_details', 'tip_amount', 'surcharge_amount', 'tip', 'surcharge', 'shipping_cost', 'tax_amount'], no.NO_EXTRAS),
  ...all(['radar_options', 'fraud_details', 'risk'], NO_FRAUD_RULES),
  ...all(['hooks', 'automatic_tax'], 'Hundi calculates no tax of a payment.'),
  ...all(['payment_details', 'use_stripe_sdk'], 'Hundi has nothing for it.'),
  destination: no.NO_SPLITS,
  line_items: ['amount', 'the total; the items go into metadata'],
  payment_intent_data: 'Its members are members of the payment.',
  invoice_creation: 'An invoice comes first: POST /v1/invoices.',
  // Razorpay: Order, Payment and Payment Link.
  payment_capture: ['capture_method', `payment_capture: false${MANUAL}`],
  payment: ['capture_method', 'with capture_window_seconds'],
  ...all(['capture_options', 'manual_expiry_period'], 'capture_window_seconds'),
  ...all(['automatic_expiry_period', 'refund_speed'], 'Late money follows settings.late_authorization of the account.'),
  ...all(['expire_by', 'expiry_time', 'due_date', 'days_until_due', 'timeout'], ['expires_at', 'Unix seconds']),
  ...all(['save', 'save_card', 'remember_customer'], 'save_payment_method'),
  ...all(
    ['recurring', 'subscription_id', 'subscription_data'],
    'Recurring payments are debits of a mandate (POST /v1/mandates) or of a subscription.',
  ),
  ...all(['partial_payment', 'accept_partial', 'first_payment_min_amount', 'first_min_partial_amount'], no.NO_PARTIAL),
  ...all(['bank_account', 'account_number'], NO_BANK_BINDING),
  ...all(['line_items_total', 'amount_due'], 'amount'),
  quantity: ['amount', 'the total'],
  ...all(['cod_fee', 'convenience_fee', 'fee'], no.NO_EXTRAS),
  upi_link: ['payment_method', 'upi'],
};

/** Words for refunds. */
export const REFUND_WORDS: ForeignWords = {
  // Stripe.
  ...all(['charge', 'payment_intent', 'payment'], 'payment_id'),
  currency: 'A refund is in the currency of its payment.',
  ...all(['reverse_transfer', 'refund_application_fee'], no.NO_SPLITS),
  instructions_email: no.NO_MESSAGES,
  ...all(['origin', 'customer'], 'A refund goes back to where its payment came from.'),
  ...all(['refund_amount', 'amount_to_refund'], 'amount'),
  // Razorpay.
  reverse_all: no.NO_SPLITS,
  ...all(['comment', 'note'], 'description'),
  ...all(['bank_account', 'vpa', 'destination'], 'A refund goes back to where its payment came from.'),
};
