import { REFUND_EVENT_TYPES, RefundResource, type PublicEvent, type RefundEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY_S = 86_400;

const CREATED: RefundResource = {
  id: 'rfnd_0VB3xQ9k42Rf7s2JpLw9NcAd',
  object: 'refund',
  livemode: false,
  payment_id: 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd',
  customer_id: null,
  processor: 'sandbox',
  unapplied: false,
  amount: 20_000,
  currency: 'INR',
  status: 'pending',
  reason: 'requested_by_customer',
  speed_requested: 'normal',
  speed_processed: null,
  failure_code: null,
  failure_reason: null,
  acquirer_reference: null,
  expected_by_at: CREATED_AT + 7 * DAY_S,
  processed_at: null,
  failed_at: null,
  transaction_id: null,
  reference_id: null,
  description: null,
  metadata: { ticket: 'T-1001' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const REFERENCE = { rrn: '632418000002', arn: null, utr: null };
const FAILED = {
  failure_code: 'refund_failed',
  failure_reason: 'The bank did not take the refund. The amount can be refunded again.',
  expected_by_at: null,
} as const;

type Step = [changes: Partial<RefundResource>, previous: Record<string, unknown> | null];

/** What each event changes, on the way from the creation. */
const STEPS: Record<RefundEventType, Step> = {
  'refund.created': [{}, null],
  'refund.processed': [
    {
      status: 'processed',
      speed_processed: 'normal',
      acquirer_reference: REFERENCE,
      processed_at: CREATED_AT + 2,
      updated_at: CREATED_AT + 2,
      sequence: 2,
    },
    { status: 'pending', speed_processed: null, acquirer_reference: null, processed_at: null },
  ],
  'refund.failed': [
    { ...FAILED, status: 'failed', failed_at: CREATED_AT + 2, updated_at: CREATED_AT + 2, sequence: 2 },
    { status: 'pending', failure_code: null, failure_reason: null, failed_at: null },
  ],
  'refund.cancelled': [
    { status: 'cancelled', expected_by_at: null, updated_at: CREATED_AT + 60, sequence: 2 },
    { status: 'pending', expected_by_at: CREATED_AT + 7 * DAY_S },
  ],
  'refund.updated': [{ description: 'Sent back', updated_at: CREATED_AT + 60, sequence: 2 }, { description: null }],
};

/** What happened, in one sentence for each type. */
const MEANING: Record<RefundEventType, string> = {
  'refund.created': 'A refund was created, and its amount is reserved on the payment.',
  'refund.processed': 'The money is on its way back to the payer.',
  'refund.failed': 'The refund did not go through, or the bank returned it: the amount can be refunded again.',
  'refund.cancelled': 'The refund was cancelled before it was sent: the amount can be refunded again.',
  'refund.updated': 'Something other than the status changed, such as the number by which the bank finds it: see previous_attributes.',
};

function exampleOf(type: RefundEventType): PublicEvent<RefundResource> {
  const [changes, previous] = STEPS[type];
  return exampleEvent(type, 'refund', { ...CREATED, ...changes }, previous);
}

/** The events of refunds. */
export const REFUND_EVENTS = {
  service: 'payments' as const,
  resourceType: 'refund',
  resource: RefundResource,
  meaning: Object.fromEntries(REFUND_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf: (type: string) => exampleOf(type as RefundEventType),
};
