import type { ForeignWords } from '../../validation/unknown-names';
import { all, within } from './any-object-words';
import { NEW_CUSTOMER_WORDS } from './customer-words';
import { INSTRUMENT_WORDS } from './payment-words';
import * as no from './sentences';

const USAGE = [
  'usage_type',
  'aggregate_usage',
  'meter',
  'tiers',
  'tiers_mode',
  'billing_scheme',
  'transform_usage',
  'transform_quantity',
  'custom_unit_amount',
  'billing_thresholds',
  'clear_usage',
  'pricing',
];
const NEVER_CHANGES = 'The price of a plan never changes. Create another plan.';
const FIXED = 'It is fixed when the subscription is created.';
const TAX_NAMES = ['default_tax_rates', 'tax_rates', 'tax_percent'];

/** Words for plans and prices. */
export const PLAN_WORDS: ForeignWords = {
  // Members of Hundi that are fixed with the plan.
  ...all(['amount', 'currency', 'interval', 'interval_count', 'tax', 'period', 'item'], NEVER_CHANGES),
  // Stripe: Plan and Price.
  ...all(USAGE, no.NO_USAGE),
  nickname: 'name',
  ...all(['product', 'product_data'], ['name', 'what the plan is for']),
  ...all(['unit_amount', 'amount_decimal', 'unit_amount_decimal', 'price'], ['amount', 'an integer in the smallest unit']),
  recurring: ['interval', 'with interval_count'],
  trial_period_days: 'trial_days',
  tax_behavior: 'tax.behavior',
  ...all(TAX_NAMES, ['tax', 'with sac and rate_bps']),
  currency_options: 'A plan has one currency.',
  ...all(['reference', 'external_id'], 'reference_id'),
};

/** Words for subscriptions. */
export const SUBSCRIPTION_WORDS: ForeignWords = {
  ...INSTRUMENT_WORDS,
  ...within('customer', NEW_CUSTOMER_WORDS),
  // Members of Hundi that are fixed with the subscription.
  ...all(['customer', 'customer_id', 'currency', 'collection', 'collection_method', 'start_at', 'category', 'first_period'], FIXED),
  // Stripe: Subscription and its items.
  ...all(USAGE, no.NO_USAGE),
  ...all(['price', 'price_id', 'plan'], 'plan_id'),
  ...all(['items.plan', 'items.plan_id'], 'items.price'),
  ...all(['items.price_data.amount', 'items.price_data.unit_amount_decimal'], 'items.price_data.unit_amount'),
  ...all(['items.price_data.product', 'items.price_data.product_data.description'], 'items.price_data.product_data.name'),
  'items.price_data.tax_behavior': 'tax.behavior',
  items: ['plan_id', 'or amount, with quantity'],
  cancel_at: 'at',
  ...all(TAX_NAMES, ['tax', 'with sac and rate_bps', no.NO_TAX_ENGINE]),
  ...all(['automatic_tax', 'tax_behavior'], no.NO_TAX_ENGINE),
  add_invoice_items: 'upfront_items',
  backdate_start_date: ['start_at', 'now or later'],
  payment_behavior: 'A subscription whose first payment fails stays created and can be retried.',
  payment_settings: ['payment_methods', 'that the customer may choose from'],
  ...all(['off_session', 'payment_collection'], 'Debits of a mandate need no customer.'),
  ...all(['trial_from_plan', 'trial_period'], ['trial_days', 'those of the plan unless given']),
  trial_settings: ['authorize_by_at', 'by when the customer has to agree'],
  ...all(['billing_mode', 'billing_schedules', 'pending_invoice_item_interval', 'invoice_settings'], 'Hundi has nothing for it.'),
  billing_cycle_anchor: 'billing_anchor_day',
  billing_cycle_anchor_config: ['billing_anchor_day', 'the day of the week or month'],
  proration_date: ['effective', 'now or period_end'],
  cancellation_details: ['reason', 'in your own words'],
  ...all(['invoice_now', 'prorate'], ['refund', 'prorated gives back what is left']),
  pause_collection: 'Pause a subscription with POST /v1/subscriptions/{id}/pause.',
  ...all(['resumes_at', 'resume_date'], 'resume_at'),
  // Razorpay.
  remaining_count: ['total_count', 'all periods, with those that have ended'],
  ...all(['pause_at', 'pause_initiated_by'], 'from'),
  customer_notify: 'notify_customer',
  ...all(['expire_by', 'expire_at'], 'authorize_by_at'),
  ...all(['addons', 'upfront_amount'], 'upfront_items'),
  schedule_change_at: 'effective',
  ...all(['end_at', 'end_date'], 'cancel_at'),
  start_date: 'start_at',
  max_amount: 'mandate_max_amount',
  frequency: 'interval',
};

/** Words for mandates and debits. */
export const MANDATE_WORDS: ForeignWords = {
  ...INSTRUMENT_WORDS,
  // Stripe: SetupIntent.
  ...all(['usage', 'mandate_data', 'single_use'], 'A mandate is for repeated debits.'),
  payment_method: 'method',
  customer: 'customer_id',
  // Razorpay: token and subscription_registration.
  ...all(['amount', 'token', 'limit', 'maximum_amount'], 'max_amount'),
  ...all(['first_payment_amount', 'upfront_amount'], 'first_amount'),
  ...all(['expire_at', 'expire_by', 'end_at', 'end_date', 'valid_until'], 'ends_at'),
  ...all(['start_at', 'start_date', 'start_time'], 'starts_at'),
  ...all(['recurring_type', 'recurring_value'], ['debit_day', 'with debit_day_rule']),
  ...all(['auth_type', 'bank_account', 'bank', 'account_number', 'nach'], 'enach'),
  ...all(['debit_at', 'charge_at', 'execute_at', 'debit_date'], 'debit_after_at'),
  currency: 'Mandates and their debits are in INR.',
};
