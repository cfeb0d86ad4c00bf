import { MANDATE_EVENT_TYPES, MandateResource, type MandateEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const PAGE = 'https://pay.example/authorize/mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs';

const CREATED: MandateResource = {
  id: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  object: 'mandate',
  livemode: false,
  status: 'created',
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  method: 'upi',
  max_amount: 49900,
  first_amount: null,
  first_payment_id: null,
  first_debit_id: null,
  currency: 'INR',
  amount_rule: 'maximum',
  frequency: 'as_presented',
  debit_day: null,
  debit_day_rule: 'on',
  starts_at: CREATED_AT,
  ends_at: CREATED_AT + 31_536_000,
  category: 'general',
  afa_limit: 1500000,
  subscription_ids: [],
  description: 'Gold membership',
  return_url: null,
  reference_id: 'gold-1001',
  payment_method_details: { upi: { vpa: 'mandate.ok@sandbox' }, card: null, enach: null },
  next_action: null,
  short_url: PAGE,
  last_error: null,
  umn: null,
  umrn: null,
  last_debit_at: null,
  cycle_used_until_at: null,
  activated_at: null,
  paused_at: null,
  paused_by: null,
  revoked_at: null,
  revoked_by: null,
  processor: 'sandbox',
  processor_reference: null,
  metadata: {},
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const ACTIVE = {
  status: 'active',
  short_url: null,
  umn: 'SBX0VB3xQ9k42Pn4d8TmWq7ZcHs00000@sandbox',
  activated_at: CREATED_AT,
  processor_reference: 'sbx_mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  sequence: 2,
} as const;
const LATER = CREATED_AT + 86_400;
const CARD = { network: 'visa', last4: '0009', expiry: '12/2030', international: false, network_token: false };
const ON_CARD = {
  method: 'card',
  umn: null,
  payment_method_details: { upi: null, card: { ...CARD, last4: '0010', expiry: '12/2035' }, enach: null },
} as const;

const STEPS: Record<MandateEventType, [changes: Partial<MandateResource>, previous: Record<string, unknown> | null]> = {
  'mandate.created': [{}, null],
  'mandate.requires_action': [
    {
      status: 'requires_action',
      next_action: { type: 'upi_intent', url: 'upi://mandate?pa=merchant@sandbox', expires_at: CREATED_AT + 600 },
      sequence: 2,
    },
    { status: 'created', next_action: null },
  ],
  'mandate.activated': [ACTIVE, { status: 'created', short_url: PAGE, umn: null, activated_at: null, processor_reference: null }],
  'mandate.rejected': [
    {
      status: 'rejected',
      short_url: null,
      last_error: { reason: 'payment_cancelled', message: 'The customer declined.', network_code: 'ZA' },
      sequence: 2,
    },
    { status: 'created', short_url: PAGE, last_error: null },
  ],
  'mandate.updated': [
    { ...ACTIVE, ...ON_CARD, updated_at: LATER, sequence: 3 },
    { payment_method_details: { upi: null, card: CARD, enach: null } },
  ],
  'mandate.paused': [
    { ...ACTIVE, status: 'paused', paused_at: LATER, paused_by: 'customer', updated_at: LATER, sequence: 3 },
    { status: 'active', paused_at: null, paused_by: null },
  ],
  'mandate.resumed': [
    { ...ACTIVE, paused_at: LATER, updated_at: LATER + 60, sequence: 4 },
    { status: 'paused', paused_by: 'customer' },
  ],
  'mandate.revoked': [
    { ...ACTIVE, status: 'revoked', revoked_at: LATER, revoked_by: 'customer', updated_at: LATER, sequence: 3 },
    { status: 'active', revoked_at: null, revoked_by: null },
  ],
  'mandate.expired': [{ ...ACTIVE, status: 'expired', updated_at: CREATED_AT + 31_536_000, sequence: 3 }, { status: 'active' }],
};

const MEANING: Record<MandateEventType, string> = {
  'mandate.created': 'A mandate was asked for.',
  'mandate.requires_action': 'The payer, or their bank, has to approve the mandate.',
  'mandate.activated': 'The payer agreed: the mandate can be debited.',
  'mandate.rejected': 'The payer or their bank refused the mandate.',
  'mandate.updated': 'Something about the mandate changed, such as the card behind it: see previous_attributes.',
  'mandate.paused': 'The mandate is paused: it cannot be debited until it is resumed.',
  'mandate.resumed': 'The mandate can be debited again.',
  'mandate.revoked': 'The mandate was ended for good, by the payer, their bank or you.',
  'mandate.expired': 'The mandate was not approved in time, or its end has come.',
};

/** The events of mandates. */
export const MANDATE_EVENTS = {
  service: 'payments' as const,
  resourceType: 'mandate',
  resource: MandateResource,
  meaning: Object.fromEntries(MANDATE_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as MandateEventType];
    return exampleEvent(type, 'mandate', { ...CREATED, ...changes }, previous);
  },
};
