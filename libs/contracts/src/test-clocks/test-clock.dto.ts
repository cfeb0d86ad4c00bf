import { IsOptional } from 'class-validator';
import { Constraint } from '../checks/constraint';
import { OneOf, Text } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { OptionalField } from '../checks/optional-field';
import { Instant } from '../instants';
import { WEBHOOK_RETRIES, type WebhookRetries } from './commands';
import { parseDuration } from './duration';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/test_helpers/clocks`. Stripe's `frozen_time` is read as well. */
@RequestExamples({
  smallest: { summary: 'It stands at the present time', value: {} },
  set: { summary: 'On the first of January 2027, 00:00 in India', value: { name: 'A year of Gold', now_at: 1798741800 } },
})
export class CreateTestClockDto {
  @OptionalField({ example: 'A year of Gold' })
  @Text(100)
  name?: string | null;

  @OptionalField({ description: 'Where the clock stands, from 2000 to 2099; now unless given.', example: 1_795_219_200 })
  @Instant()
  now_at?: number | string | null;

  @OptionalField({
    description: 'Retries of webhooks wait in real time. `clock`: an advance counts towards their delays as well.',
    example: 'clock',
  })
  @OneOf(WEBHOOK_RETRIES)
  webhook_retries?: WebhookRetries | null;

  @OptionalField({ example: { test: 'renewals' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;

  /** Stripe's word for `now_at`. */
  @IsOptional()
  @Instant()
  frozen_time?: number | string | null;
}

/** Seconds as a number, or a duration of ISO 8601. */
function SecondsOrDuration(): PropertyDecorator {
  const isGood = (value: unknown): boolean =>
    typeof value === 'string' ? parseDuration(value) !== undefined : Number.isInteger(value) && (value as number) > 0;
  const message = 'must be a number of seconds, or a duration of ISO 8601 such as P1M or PT36H.';
  return Constraint(
    (value) => (value == null || isGood(value) ? undefined : 'form'),
    { form: { code: 'parameter_invalid', message, reason: 'duration_invalid' } },
    { type: String, maxLength: 64 },
  );
}

/** The body of `POST /v1/test_helpers/clocks/{id}/advance`: one of the two. */
@RequestExamples({
  month: { summary: 'A month of the calendar', value: { by: 'P1M' } },
  time: { summary: 'To a time', value: { to_at: 1801420200 } },
})
export class AdvanceTestClockDto {
  @OptionalField({ description: 'The time to go to: not before `now_at`, and at most five years after it.', example: 1_797_811_200 })
  @Instant()
  to_at?: number | string | null;

  @OptionalField({
    description: 'How far to go: a duration of ISO 8601, or seconds.',
    example: 'P1M',
  })
  @SecondsOrDuration()
  by?: number | string | null;
}
