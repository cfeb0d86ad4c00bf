import { ApiProperty } from '../api-property';
import { DISABLED_REASONS, type DisabledReason } from './commands';
import { EXAMPLE_IDS, Example } from '../examples';

const seconds = (description: string) => ({ type: 'integer' as const, nullable: true, description: `${description} Unix seconds.` });
const rate = (period: string) => ({
  type: Number,
  nullable: true,
  minimum: 0,
  maximum: 1,
  description: `Share of the attempts of the last ${period} that succeeded; null without any.`,
});

/** Share of attempts that succeeded. */
export class SuccessRates {
  @ApiProperty(rate('hour')) last_hour!: number | null;
  @ApiProperty(rate('24 hours')) last_24_hours!: number | null;
  @ApiProperty(rate('7 days')) last_7_days!: number | null;
}

/** How fast the receiver answered in the last 24 hours, as upper bounds of classes. */
export class ResponseTimes {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Half of the attempts took at most so long. Milliseconds.' }) p50_ms!:
    number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: '95 % of the attempts took at most so long. Milliseconds.' }) p95_ms!:
    number | null;
}

/** The attempts of one hour. */
export class HealthHour {
  @ApiProperty({ type: 'integer', description: 'When the hour began. Unix seconds.' }) start_at!: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts that succeeded.' }) succeeded!: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts that failed.' }) failed!: number;
}

/** How an endpoint does. Every field is always present, null when empty. */
@Example<WebhookHealthResource>({
  object: 'webhook_endpoint_health',
  livemode: false,
  webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint,
  status: 'enabled',
  disabled_reason: null,
  breaker: 'closed',
  success_rate: { last_hour: 1, last_24_hours: 0.998, last_7_days: 0.999 },
  response_time: { p50_ms: 84, p95_ms: 210 },
  history: [{ start_at: 1_795_219_200, succeeded: 412, failed: 1 }],
  pending_deliveries: 0,
  oldest_pending_age: null,
  failure_streak: 0,
  failing_since_at: null,
  next_attempt_at: null,
  last_success_at: 1_795_219_203,
  last_failure_at: null,
})
export class WebhookHealthResource {
  @ApiProperty({ type: String, enum: ['webhook_endpoint_health'] }) object!: 'webhook_endpoint_health';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^we_[0-9A-Za-z]{24}$' }) webhook_endpoint_id!: string;
  @ApiProperty({ type: String, enum: ['enabled', 'disabled'] }) status!: 'enabled' | 'disabled';
  @ApiProperty({ type: String, nullable: true, enum: DISABLED_REASONS }) disabled_reason!: DisabledReason | null;
  @ApiProperty({
    type: String,
    enum: ['closed', 'open', 'half_open'],
    description:
      '`open` after five failures in a row: attempts pause for 10 seconds to 5 minutes. `half_open`: one delivery tries whether it is over.',
  })
  breaker!: 'closed' | 'open' | 'half_open';
  @ApiProperty({ type: () => SuccessRates }) success_rate!: SuccessRates;
  @ApiProperty({ type: () => ResponseTimes }) response_time!: ResponseTimes;
  @ApiProperty({ type: [HealthHour], description: 'The last 24 hours one by one, the oldest first, the present one last.' })
  history!: HealthHour[];
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that have not ended; 10000 stands for as many or more.' })
  pending_deliveries!: number;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, description: 'Age of the oldest of them. Seconds.' })
  oldest_pending_age!: number | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Failures in a row that count for the breaker: 4xx other than 408 and 425, and redirects, do not.',
  })
  failure_streak!: number;
  @ApiProperty(seconds('Since when attempts have failed without a success.')) failing_since_at!: number | null;
  @ApiProperty(seconds('When the next attempt is due.')) next_attempt_at!: number | null;
  @ApiProperty(seconds('The last attempt that succeeded.')) last_success_at!: number | null;
  @ApiProperty(seconds('The last attempt that failed.')) last_failure_at!: number | null;
}
