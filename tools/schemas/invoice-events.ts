import { INVOICE_EVENT_TYPES, InvoiceResource, sealedAs, type InvoiceEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const PERIOD = { period_start_at: null, period_end_at: null };
const DRAFT: InvoiceResource = {
  id: 'inv_0VB3xQ9k42Rk7v2LmXp9BdYe',
  object: 'invoice',
  livemode: false,
  status: 'draft',
  number: null,
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  subscription_id: null,
  billing_reason: 'manual',
  collection: 'send_invoice',
  mandate_id: null,
  currency: 'INR',
  subtotal: 42288,
  tax: { cgst: 3806, sgst: 3806, igst: 0, total: 7612 },
  round_off: 0,
  total: 49900,
  balance_applied: 0,
  amount_due: 49900,
  amount_paid: 0,
  amount_tds: 0,
  amount_credited: 0,
  amount_refunded: 0,
  amount_over_refunded: 0,
  amount_remaining: 49900,
  lines: [
    {
      id: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01',
      type: 'upfront',
      description: 'Onboarding',
      quantity: 1,
      unit_amount: 49900,
      amount: 49900,
      ...PERIOD,
      sac: '998431',
      rate_bps: 1800,
      taxable_amount: 42288,
      cgst: 3806,
      sgst: 3806,
      igst: 0,
      proration: null,
    },
  ],
  document_type: 'tax_invoice',
  seller: null,
  buyer: null,
  place_of_supply: '29',
  supply_type: 'intra',
  invoice_date: null,
  due_at: null,
  hosted_url: null,
  attempt_count: 0,
  next_attempt_at: null,
  payment_id: null,
  debit_id: null,
  last_error: null,
  outside_payments: [],
  credit_notes: [],
  balance_credit_note: null,
  description: 'November',
  reference_id: 'order-1001',
  finalized_at: null,
  paid_at: null,
  voided_at: null,
  metadata: { tier: 'gold' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const FINALIZED = {
  status: 'open',
  number: 'INV/2627/000001',
  seller: {
    name: 'Acme Software Private Limited',
    gstin: sealedAs<string>('~s1.acct_0VB3xQ9k000000000000demo.kJ9eQy0bXwAAAAB9n2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4aNxBvHiZt'),
    address: { line1: '12 MG Road', line2: null, city: 'Bengaluru', postal_code: '560038' },
    state_code: '29',
  },
  buyer: {
    name: sealedAs<string>('~s1.cust_0VB3xQ9k42Hb6t5VnMq1RdXa.kJ9eQy0bXwAAAABan2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4a'),
    gstin: null,
    address: null,
    state_code: '29',
  },
  invoice_date: '2026-11-21',
  due_at: CREATED_AT + 604_800,
  hosted_url: 'https://pay.example/invoice/inv_0VB3xQ9k42Rk7v2LmXp9BdYe',
  finalized_at: CREATED_AT,
  sequence: 2,
} as const;
const LATER = CREATED_AT + 86_400;
const PAYMENT = 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd';
const PAID = {
  ...FINALIZED,
  status: 'paid',
  amount_paid: 49900,
  amount_remaining: 0,
  hosted_url: null,
  attempt_count: 1,
  payment_id: PAYMENT,
  paid_at: LATER,
  updated_at: LATER,
  sequence: 3,
} as const;
const CREDIT_NOTE: InvoiceResource['credit_notes'][number] = {
  number: 'CN/2627/000001',
  date: '2026-11-22',
  amount: 10000,
  taxable_amount: 8474,
  cgst: 763,
  sgst: 763,
  igst: 0,
  round_off: 0,
  reason: 'requested_by_customer',
  refund: 'payment',
  refund_id: 'rfnd_0VB3xQ9k42Rf7s2JpLw9NcAd',
};
const LOW_FUNDS = {
  reason: 'insufficient_funds',
  source: 'customer',
  step: 'payment_debit_request',
  message: 'The account has too little money.',
  network_code: 'Z9',
};

const STEPS: Record<InvoiceEventType, [changes: Partial<InvoiceResource>, previous: Record<string, unknown> | null]> = {
  'invoice.created': [{}, null],
  'invoice.upcoming': [{ subscription_id: 'sub_0VB3xQ9k42Sb5m8KxRt3WdVq', billing_reason: 'subscription_cycle', sequence: 2 }, {}],
  'invoice.finalized': [
    FINALIZED,
    { status: 'draft', number: null, seller: null, buyer: null, invoice_date: null, due_at: null, hosted_url: null, finalized_at: null },
  ],
  'invoice.updated': [
    { ...PAID, amount_refunded: 10000, credit_notes: [CREDIT_NOTE], sequence: 4 },
    { amount_refunded: 0, credit_notes: [] },
  ],
  'invoice.payment_failed': [
    { ...FINALIZED, attempt_count: 1, payment_id: PAYMENT, last_error: LOW_FUNDS, updated_at: LATER, sequence: 3 },
    { attempt_count: 0, payment_id: null, last_error: null },
  ],
  'invoice.paid': [
    PAID,
    {
      status: 'open',
      amount_paid: 0,
      amount_remaining: 49900,
      hosted_url: FINALIZED.hosted_url,
      attempt_count: 0,
      payment_id: null,
      paid_at: null,
    },
  ],
  'invoice.voided': [
    { ...FINALIZED, status: 'void', hosted_url: null, voided_at: LATER, updated_at: LATER, sequence: 3 },
    { status: 'open', hosted_url: FINALIZED.hosted_url, voided_at: null },
  ],
  'invoice.uncollectible': [{ ...FINALIZED, status: 'uncollectible', updated_at: LATER, sequence: 3 }, { status: 'open' }],
};

const MEANING: Record<InvoiceEventType, string> = {
  'invoice.created': 'An invoice was made: a draft, without a number.',
  'invoice.upcoming': 'The invoice of a period that begins soon: the payer hears of its debit.',
  'invoice.finalized': 'The invoice has its number, and can be paid.',
  'invoice.updated': 'Money of the invoice went back, with a credit note; or its debit was called off.',
  'invoice.payment_failed': 'A payment of the invoice failed: see last_error, and next_attempt_at for what follows.',
  'invoice.paid': 'The invoice is paid.',
  'invoice.voided': 'The invoice is not due any more; its number stays.',
  'invoice.uncollectible': 'The money is not expected any more; it can still be paid.',
};

/** The events of invoices. */
export const INVOICE_EVENTS = {
  service: 'payments' as const,
  resourceType: 'invoice',
  resource: InvoiceResource,
  meaning: Object.fromEntries(INVOICE_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as InvoiceEventType];
    return exampleEvent(type, 'invoice', { ...DRAFT, ...changes }, previous);
  },
};
