import { ApiProperty } from '../api-property';
import { Instant } from '../instants';
import { OneOf, Required, Text } from '../checks/field-checks';
import { REPLAY_SCOPES, type ReplayScope } from './replay-commands';
import { EventFilters } from './webhook-endpoint.dto';
import { OptionalField } from '../checks/optional-field';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** The body of `POST /v1/webhook_endpoints/{id}/replay` (docs/reference/webhooks.md, Resends, replays and pings). */
@RequestExamples({
  failed: { summary: 'What ended undelivered since yesterday', value: { since: 1_795_132_800 } },
  missed: {
    summary: 'What happened while the endpoint was disabled',
    value: { since: 1_795_132_800, until: 1_795_176_000, include: 'missed' },
  },
  object: {
    summary: 'Every event of one payment',
    value: { since: 1_795_132_800, include: 'all', types: ['payment.*'], resource_id: EXAMPLE_IDS.payment },
  },
})
export class CreateReplayDto {
  @ApiProperty({ description: 'Events that happened then or later: at most 30 days back.', example: 1_763_700_000 })
  @Required()
  @Instant()
  since!: number | string;

  @OptionalField({ description: 'Events that happened before; all until now unless given.' })
  @Instant()
  until?: number | string | null;

  @OptionalField({
    description:
      '`failed` (the default): deliveries that ended without success. `missed`: events that never had a delivery, and those of whatever time that lost it since then because the endpoint was disabled. `all`: every event that the endpoint wants.',
  })
  @OneOf(REPLAY_SCOPES)
  include?: ReplayScope | null;

  @OptionalField({
    description: 'Only these event types, exact or `prefix.*`; all that the endpoint wants unless given.',
    example: ['payment.captured'],
  })
  @EventFilters()
  types?: string[] | null;

  @OptionalField({ description: 'Only events of this object.' })
  @Text(64)
  resource_id?: string | null;
}
