import { ApiProperty } from './api-property';
import type { PublicEvent } from './public-event';
import { EXAMPLE_IDS, ExampleFrom } from './examples';

const text = { type: String, nullable: true } as const;

/** The object that an event is about. */
export class EventSubject {
  @ApiProperty({ type: String, example: 'payment' }) type!: string;
  @ApiProperty({ type: String, maxLength: 64 }) id!: string;
}

/** The object right after the event, and what changed. */
export class EventContent {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The whole object right after the event.' }) object!: unknown;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description:
      'What differs from the last public event of the same object, as it was in it; null when nothing does, and in the first one.',
  })
  previous_attributes!: Record<string, unknown> | null;
}

/** The request that caused an event. */
export class EventRequest {
  @ApiProperty({ type: String, pattern: '^req_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty(text) idempotency_key!: string | null;
}

/** A public event: rendered once, never changed. */
@ExampleFrom<EventResource>('payment_method.attached', (event) => event)
export class EventResource implements PublicEvent {
  @ApiProperty({ type: String, pattern: '^evt_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['event'] }) object!: 'event';
  @ApiProperty({ type: String, example: 'payment.captured' }) type!: string;
  @ApiProperty({ type: String, format: 'date' }) api_version!: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: String, format: 'date-time' }) timestamp!: string;
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String }) account_id!: string;
  @ApiProperty({ ...text, description: 'Null in real time.' })
  test_clock_id!: string | null;
  @ApiProperty({ type: () => EventSubject }) resource!: EventSubject;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Of the object, from 1.' }) sequence!: number;
  @ApiProperty({ type: () => EventContent }) data!: EventContent;
  @ApiProperty({ type: () => EventRequest, nullable: true }) request!: EventRequest | null;
  @ApiProperty({ type: String, description: 'Of one request.' }) correlation_id!: string;
  @ApiProperty(text) causation_id!: string | null;
}

/** Who acted. */
export class EventActor {
  @ApiProperty({ type: String, enum: ['api_key', 'app', 'user', 'system'] }) type!: 'api_key' | 'app' | 'user' | 'system';
  @ApiProperty({ type: String, description: 'The public id of the API key, the app or the user, or what acted by itself.' }) id!: string;
}

/** An event in the history of one object, with who caused it. */
@ExampleFrom<HistoryEventResource>('kyc.verification.created', (event) => ({
  ...event,
  actor: { type: 'api_key', id: EXAMPLE_IDS.apiKey },
}))
export class HistoryEventResource extends EventResource {
  @ApiProperty({ type: () => EventActor }) actor!: EventActor;
}
