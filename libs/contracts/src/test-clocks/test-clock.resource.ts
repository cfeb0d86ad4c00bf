import { ApiProperty } from '../api-property';
import {
  STOPPED_REASONS,
  TEST_CLOCK_STATUSES,
  WEBHOOK_RETRIES,
  type StoppedReason,
  type TestClockStatus,
  type WebhookRetries,
} from './commands';
import { EXAMPLE_IDS, Example, ExampleOf } from '../examples';

/** Which object stopped a test clock, and why. */
export class TestClockProblem {
  @ApiProperty({ type: String, description: 'Id of the object that could not be woken.' }) object_id!: string;
  @ApiProperty({ type: String, example: 'internal_error' }) code!: string;
  @ApiProperty({ type: String }) message!: string;
}

/** What deleting a test clock answers. */
@Example<DeletedTestClock>({ id: EXAMPLE_IDS.testClock, object: 'test_clock', deleted: true })
export class DeletedTestClock {
  @ApiProperty({ type: String, pattern: '^clk_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['test_clock'] }) object!: 'test_clock';
  @ApiProperty({ type: Boolean, enum: [true] }) deleted!: true;
}

/** A test clock as the API shows it. Every field is always present, null when empty. */
@ExampleOf('test_clock.ready')
export class TestClockResource {
  @ApiProperty({ type: String, pattern: '^clk_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['test_clock'] }) object!: 'test_clock';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'A year of Gold' }) name!: string | null;
  @ApiProperty({ type: String, enum: TEST_CLOCK_STATUSES }) status!: TestClockStatus;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: the time of everything under its customers.' }) now_at!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds: where the last advance goes to.' }) target_at!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'The correlation_id of all that the last advance caused.' })
  advance_id!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Objects that the last advance has woken so far.' }) steps_done!: number;
  @ApiProperty({ type: String, enum: STOPPED_REASONS, nullable: true, description: 'Why the last advance ended before its target.' })
  stopped_reason!: StoppedReason | null;
  @ApiProperty({ type: () => TestClockProblem, nullable: true }) last_error!: TestClockProblem | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Objects due within 30 days of now_at; counted when the clock is retrieved.',
  })
  pending!: number | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Customers made on this clock.' }) customer_count!: number;
  @ApiProperty({ type: String, enum: WEBHOOK_RETRIES }) webhook_retries!: WebhookRetries;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: Boolean, description: 'Once deleted it stands still; its customers are erased.' }) deleted!: boolean;
  @ApiProperty({ type: 'integer', description: 'In real time: it deletes itself then.' })
  deletes_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds of real time.' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds of real time.' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
