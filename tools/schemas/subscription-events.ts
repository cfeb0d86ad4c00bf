import { SUBSCRIPTION_EVENT_TYPES, SubscriptionResource, type SubscriptionEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const MANDATE = 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs';
const INVOICE = 'inv_0VB3xQ9k42Rk7v2LmXp9BdYe';
const DAY = 86_400;
/** Midnights in India: 21 November, 21 December, 21 January. */
const [FIRST, SECOND, THIRD] = [1_795_199_400, 1_797_791_400, 1_800_469_800];

const CREATED: SubscriptionResource = {
  id: 'sub_0VB3xQ9k42Sb5m8KxRt3WdVq',
  object: 'subscription',
  livemode: false,
  status: 'created',
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  plan_id: 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  plan: {
    name: 'Gold',
    amount: 49900,
    currency: 'INR',
    interval: 'month',
    interval_count: 1,
    tax: { sac: '998431', rate_bps: 1800, behavior: 'inclusive' },
  },
  quantity: 1,
  regular_amount: 49900,
  total_count: 12,
  paid_count: 0,
  remaining_count: 12,
  collection: 'automatic',
  days_until_due: null,
  payment_method: 'upi',
  payment_methods: [],
  category: 'general',
  mandate_id: MANDATE,
  default_payment_method_id: null,
  retry_schedule: [24, 48, 72],
  first_period: 'prorate',
  upfront_items: [],
  start_at: null,
  trial_start_at: null,
  trial_end_at: null,
  anchor_date: null,
  billing_anchor_day: null,
  current_period_start_at: null,
  current_period_end_at: null,
  current_period_number: 0,
  next_charge_at: null,
  pending_lines: [],
  outstanding_amount: 0,
  latest_invoice_id: null,
  retry: null,
  last_error: null,
  halt_reason: null,
  pending_update: null,
  pause: null,
  next_action: null,
  short_url: null,
  authorize_by_at: CREATED_AT + 7 * DAY,
  cancel_at: null,
  cancelled_at: null,
  cancel_reason: null,
  ended_at: null,
  test_clock_id: null,
  notify_customer: true,
  return_url: null,
  description: 'Gold membership',
  reference_id: 'gold-1001',
  metadata: { tier: 'gold' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const ACTIVE = {
  status: 'active',
  start_at: CREATED_AT,
  anchor_date: '2026-11-21',
  current_period_start_at: FIRST,
  current_period_end_at: SECOND,
  current_period_number: 1,
  next_charge_at: SECOND + DAY / 4,
  latest_invoice_id: INVOICE,
  authorize_by_at: null,
  sequence: 2,
} as const;
const PAID = { ...ACTIVE, paid_count: 1, remaining_count: 11, sequence: 3 } as const;
const RENEWED_AT = SECOND + DAY / 4;
const RENEWED = {
  ...PAID,
  current_period_start_at: SECOND,
  current_period_end_at: THIRD,
  current_period_number: 2,
  outstanding_amount: 49900,
  updated_at: SECOND,
  sequence: 4,
} as const;
const PAST_DUE = {
  ...RENEWED,
  status: 'past_due',
  retry: { attempt: 1, next_at: RENEWED_AT + DAY + 600 },
  next_charge_at: RENEWED_AT + DAY + 600,
  updated_at: RENEWED_AT,
  sequence: 5,
} as const;
const HALTED_AT = RENEWED_AT + 3 * DAY + 1_800;
const PAUSED = { ...PAID, status: 'paused', pause: { from_at: FIRST + 9 * DAY, resume_at: null }, next_charge_at: null } as const;
const RESUMED_AT = FIRST + 14 * DAY;
const ENDED_AT = THIRD;
const TRIAL = { ...CREATED, status: 'authenticated', start_at: CREATED_AT, authorize_by_at: null } as const;
const TRIAL_END = FIRST + 14 * DAY;

const STEPS: Record<SubscriptionEventType, [changes: Partial<SubscriptionResource>, previous: Record<string, unknown> | null]> = {
  'subscription.created': [{}, null],
  'subscription.authenticated': [
    { ...TRIAL, trial_start_at: CREATED_AT, trial_end_at: TRIAL_END, next_charge_at: TRIAL_END + DAY / 4, sequence: 2 },
    { status: 'created', start_at: null, trial_start_at: null, trial_end_at: null, next_charge_at: null },
  ],
  'subscription.activated': [
    ACTIVE,
    {
      status: 'created',
      start_at: null,
      anchor_date: null,
      current_period_start_at: null,
      current_period_end_at: null,
      current_period_number: 0,
    },
  ],
  'subscription.charged': [PAID, { paid_count: 0, remaining_count: 12 }],
  'subscription.past_due': [PAST_DUE, { status: 'active', retry: null }],
  'subscription.halted': [
    {
      ...PAST_DUE,
      status: 'halted',
      halt_reason: 'retries_exhausted',
      retry: { attempt: 4, next_at: null },
      next_charge_at: null,
      updated_at: HALTED_AT,
      sequence: 8,
    },
    { status: 'past_due', halt_reason: null, retry: { attempt: 3, next_at: HALTED_AT } },
  ],
  'subscription.paused': [
    { ...PAUSED, updated_at: FIRST + 9 * DAY, sequence: 4 },
    { status: 'active', pause: null, next_charge_at: ACTIVE.next_charge_at },
  ],
  'subscription.resumed': [
    { ...PAID, updated_at: RESUMED_AT, sequence: 5 },
    { status: 'paused', pause: PAUSED.pause, next_charge_at: null },
  ],
  'subscription.updated': [
    RENEWED,
    { current_period_start_at: FIRST, current_period_end_at: SECOND, current_period_number: 1, outstanding_amount: 0 },
  ],
  'subscription.trial_ending': [
    {
      ...TRIAL,
      trial_start_at: CREATED_AT,
      trial_end_at: TRIAL_END,
      next_charge_at: TRIAL_END + DAY / 4,
      updated_at: TRIAL_END - 3 * DAY,
      sequence: 3,
    },
    {},
  ],
  'subscription.cancelled': [
    {
      ...PAID,
      status: 'cancelled',
      next_charge_at: null,
      cancelled_at: RESUMED_AT,
      cancel_reason: 'Moved away',
      ended_at: RESUMED_AT,
      updated_at: RESUMED_AT,
      sequence: 4,
    },
    { status: 'active', cancelled_at: null, cancel_reason: null, ended_at: null },
  ],
  'subscription.completed': [
    {
      ...RENEWED,
      status: 'completed',
      total_count: 2,
      paid_count: 2,
      remaining_count: 0,
      outstanding_amount: 0,
      next_charge_at: null,
      ended_at: ENDED_AT,
      updated_at: ENDED_AT,
      sequence: 6,
    },
    { status: 'active', ended_at: null },
  ],
  'subscription.expired': [
    { status: 'expired', authorize_by_at: null, ended_at: CREATED_AT + 7 * DAY, updated_at: CREATED_AT + 7 * DAY, sequence: 2 },
    { status: 'created', ended_at: null },
  ],
};

const MEANING: Record<SubscriptionEventType, string> = {
  'subscription.created': 'A subscription was made.',
  'subscription.authenticated': 'The customer has agreed; the first charge comes later.',
  'subscription.activated': 'Its first period has begun, or it is not halted any more.',
  'subscription.charged': 'A period was paid: see latest_invoice_id.',
  'subscription.past_due': 'A debit failed, or an invoice is overdue: see retry for what follows.',
  'subscription.halted': 'Nothing is debited any more: see halt_reason.',
  'subscription.paused': 'Nothing is charged until it is resumed.',
  'subscription.resumed': 'It is charged again.',
  'subscription.updated': 'A subscription changed, such as its period: see previous_attributes.',
  'subscription.trial_ending': 'The trial ends in three days, or sooner.',
  'subscription.cancelled': 'The subscription was ended.',
  'subscription.completed': 'Every period of total_count was charged.',
  'subscription.expired': 'The customer did not agree in time.',
};

/** The events of subscriptions. */
export const SUBSCRIPTION_EVENTS = {
  service: 'payments' as const,
  resourceType: 'subscription',
  resource: SubscriptionResource,
  meaning: Object.fromEntries(SUBSCRIPTION_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as SubscriptionEventType];
    return exampleEvent(type, 'subscription', { ...CREATED, ...changes }, previous);
  },
};
