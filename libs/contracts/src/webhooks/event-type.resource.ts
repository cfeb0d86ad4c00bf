import { ApiProperty } from '../api-property';
import { EventResource } from '../event.resource';
import { Example, ExampleFrom } from '../examples';

/** A kind of event that endpoints can ask for, with its schema and an example (docs/reference/webhooks.md, Event types and filters). */
@ExampleFrom<EventTypeResource>('payment_method.attached', (event) => ({
  object: 'event_type',
  name: event.type,
  description: 'An instrument was saved for a customer.',
  resource_type: event.resource.type,
  explicit_only: false,
  schema: { type: 'object' },
  example: event,
}))
export class EventTypeResource {
  @ApiProperty({ type: String, enum: ['event_type'] }) object!: 'event_type';
  @ApiProperty({ type: String, example: 'payment.captured' }) name!: string;
  @ApiProperty({ type: String, description: 'What happened, in a sentence.' }) description!: string;
  @ApiProperty({ type: String, example: 'payment', description: 'The `resource.type` of its events.' }) resource_type!: string;
  @ApiProperty({ type: Boolean, description: '`*` leaves it out: an endpoint gets it when it names it or its prefix.' })
  explicit_only!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema 2020-12 of the whole event.' }) schema!: object;
  @ApiProperty({ type: () => EventResource }) example!: object;
}

/** From where deliveries come, for allow lists. */
@Example<WebhookSourceIpsResource>({ object: 'webhook_source_ips', ipv4: ['192.0.2.10'], ipv6: [] })
export class WebhookSourceIpsResource {
  @ApiProperty({ type: String, enum: ['webhook_source_ips'] }) object!: 'webhook_source_ips';
  @ApiProperty({
    type: [String],
    description: 'Addresses and ranges (CIDR). Empty when the operator has not said.',
    example: ['203.0.113.7'],
  })
  ipv4!: string[];
  @ApiProperty({ type: [String] }) ipv6!: string[];
}
