import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional, ValidateIf } from 'class-validator';
import { containsCardNumber } from '../india/card-numbers';
import { instantOf, INSTANT_SCHEMA } from '../instants';
import { CARD_NUMBER, IntegerWithin, isStorable, OneOf, Text } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';
import { Metadata, MetadataPatch } from '../checks/metadata-checks';
import { API_VERSION } from '../public-event';
import { DELIVERY_ORDERINGS, SIGNING_CHOICES, type DeliveryOrdering, type SigningChoice } from './commands';
import { DESTINATION_URL_LENGTH_MAX } from './destination-url';
import { EVENT_FILTERS, EVENT_FILTER_PROBLEMS, EVENT_FILTERS_MAX, validateEventFilters } from './event-filters';
import { OptionalField } from '../checks/optional-field';
import { CUSTOM_HEADER_VALUE, CUSTOM_HEADERS_MAX, ENDPOINT_LIMITS } from './webhook-endpoint-limits';
import { RequestExamples } from '../examples';

/** A field that cannot be emptied: left out it stays, but null is refused like any other wrong value. */
function UnlessLeftOut(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** Text; whether it may be called is judged beside it, because that depends on the mode. */
function DestinationUrl(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (value === undefined || value === null) return 'required';
      if (typeof value !== 'string') return 'type';
      if (!isStorable(value)) return 'form';
      return containsCardNumber(value) ? 'card' : undefined;
    },
    {
      required: { code: 'parameter_missing', message: 'is required.', reason: 'required' },
      type: { code: 'url_invalid', message: 'must be a string.', reason: 'invalid_type' },
      form: { code: 'url_invalid', message: 'must be an absolute https URL.' },
      card: CARD_NUMBER,
    },
    { type: String, maxLength: DESTINATION_URL_LENGTH_MAX, format: 'uri', pattern: '^https?://' },
  );
}

/** A list of exact names, `prefix.*` and `*` that the catalog knows. */
export function EventFilters(): PropertyDecorator {
  return Constraint(validateEventFilters, EVENT_FILTER_PROBLEMS, FILTERS_SCHEMA);
}

const EVENT_ID = /^evt_[0-9A-Za-z]{24}$/;

/** A time, the id of an event, or null. */
function InstantOrEvent(): PropertyDecorator {
  const isGood = (value: unknown): boolean => isEventId(value) || instantOf(value) !== undefined;
  return Constraint(
    (value) => (isGood(value) ? undefined : 'form'),
    {
      form: { code: 'parameter_invalid', message: 'must be Unix seconds, an RFC 3339 time or the id of an event.', reason: 'time_invalid' },
    },
    { oneOf: [...INSTANT_SCHEMA.oneOf, { type: 'string', pattern: EVENT_ID.source }, { type: 'null' }] },
  );
}

/** Whether a value has the form of the id of an event. */
export function isEventId(value: unknown): value is string {
  return typeof value === 'string' && EVENT_ID.test(value);
}

/** An object of texts. Which names and values may be sent is judged beside it, by name. */
function TextByName(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'type';
      const texts: unknown[] = Object.entries(value).flat();
      if (!texts.every((one) => typeof one === 'string')) return 'type';
      return texts.some(containsCardNumber) ? 'card' : undefined;
    },
    {
      card: CARD_NUMBER,
      type: { code: 'parameter_invalid', message: 'must be an object of strings.', reason: 'invalid_type' },
    },
    {
      type: 'object',
      maxProperties: CUSTOM_HEADERS_MAX,
      additionalProperties: { type: 'string', pattern: CUSTOM_HEADER_VALUE.source },
    },
  );
}

/** How lists of event types and patterns stand in the document. */
const FILTERS_SCHEMA = {
  type: 'array',
  items: { type: 'string', enum: [...EVENT_FILTERS] as string[] },
  nullable: true,
  minItems: 1,
  maxItems: EVENT_FILTERS_MAX,
} as const;

/** What creating and changing an endpoint have in common. */
class EndpointFieldsDto {
  @OptionalField({
    description: 'Exact names, `payment.*` for all below a prefix, `*` for all but the noisy ones. See GET /v1/event_types.',
    example: ['payment.*', 'refund.processed'],
  })
  @EventFilters()
  enabled_events?: string[] | null;

  @OptionalField({ description: 'Another name of `enabled_events`; send one of them.' })
  @EventFilters()
  events?: string[] | null;

  @OptionalField()
  @Text(ENDPOINT_LIMITS.descriptionLengthMax)
  description?: string | null;

  @OptionalField({
    description: '`resource`: one delivery at a time for each object, in order. A receiver that fails holds back that object only.',
  })
  @OneOf(DELIVERY_ORDERINGS)
  ordering?: DeliveryOrdering | null;

  @OptionalField({ description: 'Deliveries a second, at most. No limit unless given.' })
  @IntegerWithin(ENDPOINT_LIMITS.ratePerSecond.min, ENDPOINT_LIMITS.ratePerSecond.max)
  rate_per_second?: number | null;

  @OptionalField({ description: `Deliveries at the same time, at most. ${ENDPOINT_LIMITS.maxInFlight.preset} unless given.` })
  @IntegerWithin(ENDPOINT_LIMITS.maxInFlight.min, ENDPOINT_LIMITS.maxInFlight.max)
  max_in_flight?: number | null;

  @OptionalField({ description: `How long one attempt may take in all. ${ENDPOINT_LIMITS.timeoutMs.preset} unless given.` })
  @IntegerWithin(ENDPOINT_LIMITS.timeoutMs.min, ENDPOINT_LIMITS.timeoutMs.max)
  timeout_ms?: number | null;

  @OptionalField({
    description: '`v1` is HMAC-SHA256 with the secret, `v1a` is ed25519 with the public keys. `v1` unless given.',
  })
  @OneOf(SIGNING_CHOICES)
  signing?: SigningChoice | null;

  @OptionalField({
    description: 'Headers of your own on every delivery, 4 kB together. Replaced as a whole; values are kept sealed and never shown.',
    example: { 'X-Team': 'payments' },
  })
  @TextByName()
  headers?: Record<string, string> | null;
}

/** The body of `POST /v1/webhook_endpoints`. */
@RequestExamples({
  smallest: { summary: 'Every event', value: { url: 'https://shop.example.com/hooks/hundi' } },
  chosen: {
    summary: 'Some events, in order for each object, with a header of your own',
    value: {
      url: 'https://shop.example.com/hooks/orders',
      enabled_events: ['payment.*', 'refund.processed'],
      description: 'Order service',
      ordering: 'resource',
      rate_per_second: 50,
      headers: { 'X-Team': 'payments' },
      metadata: { team: 'payments' },
    },
  },
})
export class CreateWebhookEndpointDto extends EndpointFieldsDto {
  @ApiProperty({
    description: 'A public https address on port 443 or 8443. One endpoint for each URL in each mode.',
    example: 'https://shop.example.com/hooks/hundi',
  })
  @DestinationUrl()
  url!: string;

  @OptionalField({ example: { team: 'payments' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;

  @OptionalField({ description: 'Version of the bodies; kept for good.' })
  @OneOf([API_VERSION])
  api_version?: string | null;

  @ApiPropertyOptional({
    description: 'Also bring what happened since then, at most 30 days back: a time (Unix seconds or RFC 3339) or the id of an event.',
    example: 1_763_700_000,
  })
  @IsOptional()
  @InstantOrEvent()
  start_from?: number | string | null;
}

/** The body of `PATCH /v1/webhook_endpoints/{id}`: what is left out stays, null means the default; metadata is merged. */
@RequestExamples({ events: { summary: 'Other events', value: { enabled_events: ['payment.captured', 'refund.*'] } } })
export class UpdateWebhookEndpointDto extends EndpointFieldsDto {
  @ApiPropertyOptional({ example: 'https://shop.example.com/hooks/hundi' })
  @UnlessLeftOut()
  @DestinationUrl()
  url?: string;

  @OptionalField({ example: { team: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  @ApiPropertyOptional({ description: 'As POST …/enable and …/disable do.' })
  @UnlessLeftOut()
  @OneOf(['enabled', 'disabled'])
  status?: 'enabled' | 'disabled';

  @OptionalField({ description: 'Change it only while its `sequence` is this; otherwise 409 `state_conflict`.' })
  @IntegerWithin(1, Number.MAX_SAFE_INTEGER)
  expected_sequence?: number | null;
}

/** The body of `POST /v1/webhook_endpoints/{id}/rotate_secret`. */
@RequestExamples({ hour: { summary: 'The present secret signs for an hour more', value: { grace_period_seconds: 3600 } } })
export class RotateWebhookSecretDto {
  @OptionalField({
    description: `How long deliveries are signed with the present secret too: ${ENDPOINT_LIMITS.gracePeriodSeconds.preset} unless given. 0 ends every earlier secret at once.`,
  })
  @IntegerWithin(ENDPOINT_LIMITS.gracePeriodSeconds.min, ENDPOINT_LIMITS.gracePeriodSeconds.max)
  grace_period_seconds?: number | null;
}
