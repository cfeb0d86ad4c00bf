import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Instant, INSTANT_SCHEMA } from '../instants';
import { OneOf, Required, Text } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';
import { EVENT_FILTER_PROBLEMS, validateEventFilters } from './event-filters';
import { REPLAY_SCOPES, type ReplayScope } from './replay-commands';
import { FILTERS_SCHEMA } from './webhook-endpoint.dto';

/** The body of `POST /v1/webhook_endpoints/{id}/replay` (docs/reference/webhooks.md, Resends, replays and pings). */
export class CreateReplayDto {
  @ApiProperty({ ...INSTANT_SCHEMA, description: 'Events that happened then or later: at most 30 days back.', example: 1_763_700_000 })
  @Required()
  @Instant()
  since!: number | string;

  @ApiPropertyOptional({ ...INSTANT_SCHEMA, nullable: true, description: 'Events that happened before; all until now unless given.' })
  @IsOptional()
  @Instant()
  until?: number | string | null;

  @ApiPropertyOptional({
    enum: REPLAY_SCOPES,
    nullable: true,
    description:
      '`failed` (the default): deliveries that ended without success. `missed`: events that never had a delivery, and those of whatever time that lost it since then because the endpoint was disabled. `all`: every event that the endpoint wants.',
  })
  @IsOptional()
  @OneOf(REPLAY_SCOPES)
  include?: ReplayScope | null;

  @ApiPropertyOptional({
    ...FILTERS_SCHEMA,
    description: 'Only these event types, exact or `prefix.*`; all that the endpoint wants unless given.',
    example: ['payment.captured'],
  })
  @IsOptional()
  @Constraint(validateEventFilters, EVENT_FILTER_PROBLEMS)
  types?: string[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'Only events of this object.' })
  @IsOptional()
  @Text(64)
  resource_id?: string | null;
}
