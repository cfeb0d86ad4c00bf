import { ApiProperty } from '../api-property';
import { REPLAY_FAILURES, REPLAY_SCOPES, REPLAY_STATUSES } from './replay-commands';
import type { ReplayFailure, ReplayScope, ReplayStatus } from './replay-commands';
import { EXAMPLE_IDS, Example } from '../examples';

const seconds = (description: string) => ({ type: 'integer' as const, nullable: true, description: `${description} Unix seconds.` });

/** A job that brings past events again (docs/reference/webhooks.md). Every field is always present, null when empty. */
@Example<WebhookReplayResource>({
  id: EXAMPLE_IDS.webhookReplay,
  object: 'webhook_replay',
  livemode: false,
  webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint,
  status: 'running',
  failure_reason: null,
  include: 'all',
  since: 1_795_219_200,
  until: null,
  types: ['payment.*'],
  resource_id: EXAMPLE_IDS.payment,
  matched: 0,
  enqueued: 0,
  truncated: false,
  covered_until: null,
  ended_at: null,
  created_at: 1_795_219_203,
  updated_at: 1_795_219_203,
})
export class WebhookReplayResource {
  @ApiProperty({ type: String, pattern: '^whr_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['webhook_replay'] }) object!: 'webhook_replay';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) webhook_endpoint_id!: string;
  @ApiProperty({ type: String, enum: REPLAY_STATUSES, description: '`queued` while two others of the account run.' }) status!: ReplayStatus;
  @ApiProperty({ type: String, nullable: true, enum: [...REPLAY_FAILURES, null] }) failure_reason!: ReplayFailure | null;
  @ApiProperty({ type: String, enum: REPLAY_SCOPES }) include!: ReplayScope;
  @ApiProperty({ type: 'integer', description: 'Events that happened then or later. Unix seconds.' }) since!: number;
  @ApiProperty(seconds('Events that happened before; null for all until the replay was made.')) until!: number | null;
  @ApiProperty({ type: [String], description: 'Event types; empty for all that the endpoint wants.' }) types!: string[];
  @ApiProperty({ type: String, nullable: true, description: 'Only events of this object.' }) resource_id!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events found so far.' }) matched!: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Deliveries made of them so far. Events whose delivery is under way anyway get no second one.',
  })
  enqueued!: number;
  @ApiProperty({ type: Boolean, description: 'Whether it ended early because it had matched as many events as one replay may.' })
  truncated!: boolean;
  @ApiProperty(seconds('How far it has come: when the last event looked at happened. After `truncated`, begin the next one here.'))
  covered_until!: number | null;
  @ApiProperty(seconds('When it ended, however it did.')) ended_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
}
