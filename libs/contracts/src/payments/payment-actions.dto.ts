import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { AmountMinor, Required, Text } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';
import { SANDBOX_WORD, SandboxWord } from '../checks/sandbox-word';
import { MetadataPatch } from '../checks/metadata-checks';

/** The body of `PATCH /v1/payments/{id}`: what is left out stays, null empties. */
export class UpdatePaymentDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @Text(500)
  description?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    nullable: true,
    maxProperties: 100,
    additionalProperties: {
      oneOf: [
        { type: 'string', maxLength: 500 },
        { type: 'number', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'boolean' },
        { type: 'null' },
      ],
    },
    description: 'Merged key by key: a value of null removes its key, null for the whole removes all. At most 50 keys afterwards.',
    example: { order_id: '1001', coupon: null },
  })
  @IsOptional()
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'Your own order number.' })
  @IsOptional()
  @Text(64)
  reference_id?: string | null;
}

/** The body of `POST /v1/payments/{id}/capture`. */
export class CapturePaymentDto {
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int64',
    nullable: true,
    minimum: 1,
    maximum: 9_999_999_999,
    description: 'What to take, in the smallest unit of the currency; all that is authorized unless given. The rest is released.',
    example: 50000,
  })
  @IsOptional()
  @AmountMinor()
  amount?: number | null;
}

/** The body of `POST /v1/payments/{id}/cancel`: why, by the name it is shown under or by the short one. */
export class CancelPaymentDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 100,
    description: 'Why, in your own words.',
    example: 'requested_by_customer',
  })
  @IsOptional()
  @Text(100)
  cancellation_reason?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 100,
    description: 'The same as `cancellation_reason`, by a shorter name.',
  })
  @IsOptional()
  @Text(100)
  reason?: string | null;
}

/** What a one-time password looks like. */
const OTP = /^[0-9]{4,8}$/;

/** The body of `POST /v1/payments/{id}/submit_otp`. */
export class SubmitOtpDto {
  @ApiProperty({
    type: String,
    pattern: OTP.source,
    writeOnly: true,
    description: 'As the customer typed it. Never stored.',
    example: '123456',
  })
  @Required()
  @Constraint((value) => (typeof value === 'string' && OTP.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a string of 4 to 8 digits.' },
  })
  otp!: string;
}

/** The body of `POST /v1/test_helpers/payments/{id}/simulate`. */
export class SimulatePaymentDto {
  @ApiProperty({
    type: String,
    pattern: SANDBOX_WORD.source,
    description:
      '`approve`: the customer does what is asked of them. Else a status (`captured`, `failed`, `processing` …) or the reason of a failure.',
    example: 'captured',
  })
  @Required()
  @SandboxWord()
  outcome!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SANDBOX_WORD.source,
    description: 'Why it fails; only with `outcome: failed`.',
    example: 'insufficient_funds',
  })
  @IsOptional()
  @SandboxWord()
  reason?: string | null;
}
