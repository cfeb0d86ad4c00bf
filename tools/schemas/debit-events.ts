import { DEBIT_EVENT_TYPES, DebitResource, type DebitEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY = 86_400;
const PAYMENT_ID = 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd';
const EXECUTE_AT = CREATED_AT + DAY + 600;
const NOTICE = { number: 1, status: 'requested', sent_at: null, delivered_at: null, valid_until_at: null, opted_out_at: null } as const;
const DELIVERED = {
  ...NOTICE,
  status: 'delivered',
  sent_at: CREATED_AT,
  delivered_at: CREATED_AT,
  valid_until_at: CREATED_AT + 2 * DAY,
} as const;
const NO_AFA = { required: false, approved_at: null, expires_at: null };

const CREATED: DebitResource = {
  id: 'debit_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  object: 'debit',
  livemode: false,
  status: 'notifying',
  mandate_id: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  invoice_id: null,
  subscription_id: null,
  amount: 49900,
  currency: 'INR',
  umn: 'SBX0VB3xQ9k42Pn4d8TmWq7ZcHs00000@sandbox',
  debit_after_at: null,
  execute_at: EXECUTE_AT,
  notice: NOTICE,
  afa: NO_AFA,
  next_action: null,
  retry_schedule: [24, 48, 72],
  attempts: [],
  payment_id: null,
  last_error: null,
  late: false,
  cancel_reason: null,
  description: 'Gold membership, November',
  reference_id: 'gold-1001-2026-11',
  post_notice_at: null,
  ended_at: null,
  metadata: {},
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const NOTIFIED = { status: 'scheduled', notice: DELIVERED, sequence: 2 } as const;
const ATTEMPT = { number: 1, at: EXECUTE_AT, payment_id: PAYMENT_ID, outcome: 'processing', reason: null, network_code: null } as const;
const TRIED = { ...NOTIFIED, payment_id: PAYMENT_ID, updated_at: EXECUTE_AT, sequence: 3 } as const;
const FAILED_ATTEMPT = { ...ATTEMPT, outcome: 'failed', reason: 'insufficient_funds', network_code: 'Z9' } as const;
const LOW_FUNDS = { reason: 'insufficient_funds', message: 'The account has too little money.', network_code: 'Z9' };
const NOT_NOTIFIED = {
  reason: 'pre_debit_notification_missing',
  message: 'The payer could not be told of the debit before it.',
  network_code: null,
};
const WAITING = { required: true, approved_at: null, expires_at: CREATED_AT + 3 * DAY };
const FIRST_NOTICE = { status: 'notifying', notice: NOTICE };
const SCHEDULED = { status: 'scheduled', payment_id: null, attempts: [] };

const STEPS: Record<DebitEventType, [changes: Partial<DebitResource>, previous: Record<string, unknown> | null]> = {
  'debit.created': [{}, null],
  'debit.notified': [NOTIFIED, FIRST_NOTICE],
  'debit.notice_failed': [
    {
      status: 'failed',
      notice: { ...NOTICE, status: 'failed', sent_at: CREATED_AT },
      last_error: NOT_NOTIFIED,
      ended_at: CREATED_AT,
      sequence: 2,
    },
    { ...FIRST_NOTICE, last_error: null, ended_at: null },
  ],
  'debit.requires_action': [
    {
      ...NOTIFIED,
      status: 'requires_action',
      amount: 2_000_000,
      afa: WAITING,
      next_action: { type: 'wait', expires_at: CREATED_AT + 3 * DAY },
      sequence: 3,
    },
    { status: 'scheduled', afa: { ...WAITING, expires_at: null }, next_action: null },
  ],
  'debit.updated': [
    { ...NOTIFIED, amount: 2_000_000, afa: { ...WAITING, approved_at: CREATED_AT + 60 }, updated_at: CREATED_AT + 60, sequence: 4 },
    { status: 'requires_action', afa: WAITING, next_action: { type: 'wait', expires_at: CREATED_AT + 3 * DAY } },
  ],
  'debit.opted_out': [
    {
      ...NOTIFIED,
      status: 'cancelled',
      notice: { ...DELIVERED, opted_out_at: CREATED_AT + 60 },
      cancel_reason: 'opted_out',
      ended_at: CREATED_AT + 60,
      updated_at: CREATED_AT + 60,
      sequence: 3,
    },
    { status: 'scheduled', notice: DELIVERED, cancel_reason: null, ended_at: null },
  ],
  'debit.processing': [{ ...TRIED, status: 'processing', attempts: [ATTEMPT] }, SCHEDULED],
  'debit.attempt_failed': [
    {
      ...TRIED,
      status: 'notifying',
      notice: { ...NOTICE, number: 2 },
      execute_at: EXECUTE_AT + DAY + 600,
      attempts: [FAILED_ATTEMPT],
      last_error: LOW_FUNDS,
    },
    { ...SCHEDULED, notice: DELIVERED, execute_at: EXECUTE_AT, last_error: null },
  ],
  'debit.succeeded': [
    { ...TRIED, status: 'succeeded', attempts: [{ ...ATTEMPT, outcome: 'succeeded' }], post_notice_at: EXECUTE_AT, ended_at: EXECUTE_AT },
    { ...SCHEDULED, post_notice_at: null, ended_at: null },
  ],
  'debit.failed': [
    { ...TRIED, status: 'failed', retry_schedule: [], attempts: [FAILED_ATTEMPT], last_error: LOW_FUNDS, ended_at: EXECUTE_AT },
    { ...SCHEDULED, last_error: null, ended_at: null },
  ],
  'debit.cancelled': [
    {
      ...NOTIFIED,
      status: 'cancelled',
      cancel_reason: 'requested_by_merchant',
      ended_at: CREATED_AT + 60,
      updated_at: CREATED_AT + 60,
      sequence: 3,
    },
    { status: 'scheduled', cancel_reason: null, ended_at: null },
  ],
};

const MEANING: Record<DebitEventType, string> = {
  'debit.created': 'A debit was asked for.',
  'debit.notified': 'The payer was told of the debit: execute_at says when the money is asked for.',
  'debit.notice_failed': 'The payer could not be told, so that the debit has failed.',
  'debit.requires_action': 'The amount is above the limit of the category: the payer has to approve the debit.',
  'debit.updated': 'The payer approved the debit.',
  'debit.opted_out': 'The payer opted out of the debit.',
  'debit.processing': 'The money was asked for, and the bank has not answered.',
  'debit.attempt_failed': 'The bank declined; it is tried again at execute_at.',
  'debit.succeeded': 'The money was taken. `late`: after the debit had failed.',
  'debit.failed': 'The bank declined, and it is not tried again.',
  'debit.cancelled': 'The debit was called off: see cancel_reason.',
};

/** The events of debits. */
export const DEBIT_EVENTS = {
  service: 'payments' as const,
  resourceType: 'debit',
  resource: DebitResource,
  meaning: Object.fromEntries(DEBIT_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as DebitEventType];
    return exampleEvent(type, 'debit', { ...CREATED, ...changes }, previous);
  },
};
