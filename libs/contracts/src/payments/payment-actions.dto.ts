import { ApiProperty } from '../api-property';
import { AmountOrAll } from '../checks/amount-or-all';
import { Matching, Required, Text } from '../checks/field-checks';
import { SandboxWord } from '../checks/sandbox-word';
import { OTP } from '../checks/short-code';
import { OptionalField } from '../checks/optional-field';
import { MetadataPatch } from '../checks/metadata-checks';
import { RequestExamples } from '../examples';

/** The body of `PATCH /v1/payments/{id}`: what is left out stays, null empties. */
@RequestExamples({
  metadata: { summary: 'One key set, one removed', value: { metadata: { order_id: '1002', coupon: null } } },
})
export class UpdatePaymentDto {
  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField({ example: { order_id: '1001', coupon: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  @OptionalField({ description: 'Your own order number.' })
  @Text(64)
  reference_id?: string | null;
}

/** The body of `POST /v1/payments/{id}/capture`. */
@RequestExamples({ part: { summary: 'A part; the rest is released', value: { amount: 30000 } } })
export class CapturePaymentDto {
  @AmountOrAll({
    description: 'What to take, in the smallest unit of the currency; all that is authorized unless given. The rest is released.',
    example: 50000,
  })
  amount?: number;
}

/** The body of `POST /v1/payments/{id}/cancel`: why, by the name it is shown under or by the short one. */
@RequestExamples({ reason: { summary: 'With a reason', value: { cancellation_reason: 'requested_by_customer' } } })
export class CancelPaymentDto {
  @OptionalField({ description: 'Why, in your own words.', example: 'requested_by_customer' })
  @Text(100)
  cancellation_reason?: string | null;

  @OptionalField({ description: 'The same as `cancellation_reason`, by a shorter name.' })
  @Text(100)
  reason?: string | null;
}

/** The body of `POST /v1/payments/{id}/submit_otp`. */
@RequestExamples({ right: { summary: 'The right one of the sandbox', value: { otp: '111000' } } })
export class SubmitOtpDto {
  @ApiProperty({ writeOnly: true, description: 'As the customer typed it. Never stored.', example: '123456' })
  @Required()
  @Matching(OTP, { code: 'parameter_invalid', message: 'must be a string of 4 to 8 digits.' })
  otp!: string;
}

/** The body of `POST /v1/test_helpers/payments/{id}/simulate`. */
@RequestExamples({ declined: { summary: 'Declined', value: { outcome: 'failed', reason: 'insufficient_funds' } } })
export class SimulatePaymentDto {
  @ApiProperty({
    description:
      '`approve`: the customer does what is asked of them. Else a status (`captured`, `failed`, `processing` …) or the reason of a failure.',
    example: 'captured',
  })
  @Required()
  @SandboxWord()
  outcome!: string;

  @OptionalField({ description: 'Why it fails; only with `outcome: failed`.', example: 'insufficient_funds' })
  @SandboxWord()
  reason?: string | null;
}
