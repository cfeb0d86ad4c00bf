import { ApiProperty } from '../api-property';
import { Constraint } from '../checks/constraint';
import { ATTEMPT_ERRORS, type AttemptErrorCode } from './attempt-errors';
import { EVENT_TYPES } from './event-catalog';
import { OptionalField } from '../checks/optional-field';
import { PING_EVENT_TYPE } from './events';
import { EXAMPLE_IDS, Example, RequestExamples } from '../examples';

const TYPES: readonly string[] = EVENT_TYPES;

/** The body of `POST /v1/webhook_endpoints/{id}/ping`. */
@RequestExamples({ captured: { summary: 'The example of a type', value: { type: 'payment.captured' } } })
export class CreatePingDto {
  @OptionalField({
    enum: TYPES,
    description: `Send the example of this type of the catalog; ${PING_EVENT_TYPE} unless given.`,
    example: 'payment.captured',
  })
  @Constraint((value) => (typeof value === 'string' && TYPES.includes(value) ? undefined : 'unknown'), {
    unknown: {
      code: 'parameter_invalid',
      reason: 'event_type_unknown',
      message: 'must be an event type of the catalog: see GET /v1/event_types.',
    },
  })
  type?: string | null;
}

/** What a ping came to (docs/reference/webhooks.md, Resends, replays and pings). It is in no statistics and no log of deliveries. */
@Example<WebhookPingResource>({
  id: EXAMPLE_IDS.webhookPing,
  object: 'webhook_ping',
  livemode: false,
  webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint,
  event_type: 'webhook_endpoint.ping',
  status: 'succeeded',
  status_code: 200,
  error_code: null,
  error_message: null,
  duration_ms: 84,
  created_at: 1_795_219_203,
})
export class WebhookPingResource {
  @ApiProperty({ type: String, pattern: '^whp_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_ping'] }) object!: 'webhook_ping';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) webhook_endpoint_id!: string;
  @ApiProperty({ type: String, example: PING_EVENT_TYPE }) event_type!: string;
  @ApiProperty({ type: String, enum: ['succeeded', 'failed'] }) status!: 'succeeded' | 'failed';
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null when no answer came.' }) status_code!: number | null;
  @ApiProperty({ type: String, nullable: true, enum: [...Object.keys(ATTEMPT_ERRORS), null] }) error_code!: AttemptErrorCode | null;
  @ApiProperty({ type: String, nullable: true, description: 'The failure in a sentence, for people.' }) error_message!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Milliseconds' }) duration_ms!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
}
