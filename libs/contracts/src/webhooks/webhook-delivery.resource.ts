import { ApiProperty } from '../api-property';
import { ATTEMPT_ERRORS, type AttemptErrorCode } from './attempt-errors';
import { EXAMPLE_IDS, Example } from '../examples';

/** The states of a delivery as the API shows them (docs/reference/state-machines.md, Delivery). */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'exhausted', 'expired', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery was cancelled. */
export const CANCELLATION_REASONS = ['endpoint_disabled', 'endpoint_deleted', 'requested'] as const;
export type DeliveryCancellation = (typeof CANCELLATION_REASONS)[number];

/** Who wanted a delivery: the event itself, a resend, a replay. */
export const DELIVERY_TRIGGERS = ['auto', 'manual', 'replay'] as const;
export type DeliveryTriggerWord = (typeof DELIVERY_TRIGGERS)[number];

const ERROR_CODES = Object.keys(ATTEMPT_ERRORS);
const seconds = (description: string) => ({ type: 'integer' as const, nullable: true, description: `${description} Unix seconds.` });
const milliseconds = (description: string) => ({
  type: 'integer' as const,
  nullable: true,
  minimum: 0,
  description: `${description} Milliseconds.`,
});
const errorCode = (description: string) => ({ type: String, nullable: true, enum: [...ERROR_CODES, null], description });

/** One event on its way to one endpoint (docs/reference/state-machines.md, Delivery). Every field is always present, null when empty. */
@Example<WebhookDeliveryResource>({
  id: EXAMPLE_IDS.webhookDelivery,
  object: 'webhook_delivery',
  livemode: false,
  webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint,
  event_id: EXAMPLE_IDS.event,
  event_type: 'payment.captured',
  resource_id: EXAMPLE_IDS.payment,
  sequence: 3,
  status: 'succeeded',
  cancellation_reason: null,
  trigger: 'auto',
  webhook_replay_id: null,
  attempt_count: 1,
  held: false,
  last_status_code: 200,
  last_error_code: null,
  next_attempt_at: null,
  first_attempt_at: 1_795_219_203,
  ended_at: 1_795_219_203,
  created_at: 1_795_219_202,
})
export class WebhookDeliveryResource {
  @ApiProperty({ type: String, pattern: '^whd_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_delivery'] }) object!: 'webhook_delivery';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) webhook_endpoint_id!: string;
  @ApiProperty({ type: String, pattern: '^evt_[0-9A-Za-z]{24}$' }) event_id!: string;
  @ApiProperty({ type: String, example: 'payment.captured' }) event_type!: string;
  @ApiProperty({ type: String, description: 'The object that the event is about.' }) resource_id!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of the event among those of its object.' }) sequence!: number;
  @ApiProperty({
    type: String,
    enum: DELIVERY_STATUSES,
    description: '`pending` before the first attempt has failed, `retrying` after; the others have ended.',
  })
  status!: DeliveryStatus;
  @ApiProperty({ type: String, nullable: true, enum: [...CANCELLATION_REASONS, null] }) cancellation_reason!: DeliveryCancellation | null;
  @ApiProperty({
    type: String,
    enum: DELIVERY_TRIGGERS,
    description: '`auto` when the event happened, `manual` by a resend, `replay` by a replay.',
  })
  trigger!: DeliveryTriggerWord;
  @ApiProperty({ type: String, nullable: true, pattern: '^whr_[0-9A-Za-z]{24}$' }) webhook_replay_id!: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'Attempts made so far. One that was under way when the delivery was cancelled counts for nothing here; what came of it stands in the list of attempts.',
  })
  attempt_count!: number;
  @ApiProperty({ type: Boolean, description: 'Whether it waits for an earlier event of its object (`ordering: "resource"`).' })
  held!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'HTTP status of the last answer; null when none came.' })
  last_status_code!: number | null;
  @ApiProperty(errorCode('Why the last attempt failed.')) last_error_code!: AttemptErrorCode | null;
  @ApiProperty(seconds('When the next attempt is due; null when it has ended or waits for another.')) next_attempt_at!: number | null;
  @ApiProperty(seconds('When the first attempt began.')) first_attempt_at!: number | null;
  @ApiProperty(seconds('When it ended.')) ended_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
}

/** What was sent in an attempt. */
export class AttemptRequestResource {
  @ApiProperty({ type: String, description: 'Where it went: as the endpoint was named when the attempt began.' }) url!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'As sent, signature included. The values of your own headers are masked. Null for a signature whose key is gone.',
  })
  headers!: Record<string, string | null>;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The event as it was sent; null when it is not kept any more; `[hidden]` for a caller who may not read the object of the event.',
  })
  body!: string | null;
}

/** What came back. */
export class AttemptResponseResource {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null when no answer came.' }) status_code!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) headers!: Record<string, string>;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'At most 16 KiB, kept for 7 days and until the customer of the event is erased. `[hidden]` where that of the request is.',
  })
  body!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Bytes of the body that were read.' }) body_bytes!: number;
  @ApiProperty({ type: Boolean, description: 'Whether the body went on beyond what is shown.' }) truncated!: boolean;
}

/** How long each part of an attempt took; null for a part that it did not come to, or did not need. */
export class AttemptTimings {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'All of it. Milliseconds.' }) total_ms!: number;
  @ApiProperty(milliseconds('Looking up the name.')) dns_ms!: number | null;
  @ApiProperty(milliseconds('Connecting.')) connect_ms!: number | null;
  @ApiProperty(milliseconds('Agreeing on TLS.')) tls_ms!: number | null;
  @ApiProperty(milliseconds('From the start to the head of the answer.')) ttfb_ms!: number | null;
}

/** One try at a delivery, with what was sent and what came back. Kept for 30 days. */
@Example<WebhookAttemptResource>({
  id: EXAMPLE_IDS.webhookAttempt,
  object: 'webhook_attempt',
  livemode: false,
  webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint,
  webhook_delivery_id: EXAMPLE_IDS.webhookDelivery,
  event_id: EXAMPLE_IDS.event,
  number: 1,
  status: 'succeeded',
  error_code: null,
  error_message: null,
  request: { url: 'https://shop.example.com/hooks/hundi', headers: { 'webhook-id': EXAMPLE_IDS.event }, body: null },
  response: { status_code: 200, headers: {}, body: 'ok', body_bytes: 2, truncated: false },
  timings: { total_ms: 84, dns_ms: 2, connect_ms: 11, tls_ms: 24, ttfb_ms: 83 },
  retry_after: null,
  next_attempt_at: null,
  created_at: 1_795_219_203,
})
export class WebhookAttemptResource {
  @ApiProperty({ type: String, pattern: '^wha_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_attempt'] }) object!: 'webhook_attempt';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^whd_[0-9A-Za-z]{24}$' }) webhook_delivery_id!: string;
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) webhook_endpoint_id!: string;
  @ApiProperty({ type: String, pattern: '^evt_[0-9A-Za-z]{24}$' }) event_id!: string;
  @ApiProperty({ type: 'integer', minimum: 1 }) number!: number;
  @ApiProperty({ type: String, enum: ['succeeded', 'failed'] }) status!: 'succeeded' | 'failed';
  @ApiProperty(errorCode('Why it failed; null when it succeeded.')) error_code!: AttemptErrorCode | null;
  @ApiProperty({ type: String, nullable: true, description: 'The failure in a sentence, for people.' }) error_message!: string | null;
  @ApiProperty({ type: () => AttemptRequestResource }) request!: AttemptRequestResource;
  @ApiProperty({ type: () => AttemptResponseResource }) response!: AttemptResponseResource;
  @ApiProperty({ type: () => AttemptTimings }) timings!: AttemptTimings;
  @ApiProperty({ type: 'integer', nullable: true, description: 'What the receiver asked for in Retry-After. Seconds.' }) retry_after!:
    number | null;
  @ApiProperty(seconds('When the next attempt was due then; null when none was.')) next_attempt_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'When it began. Unix seconds.' }) created_at!: number;
}
