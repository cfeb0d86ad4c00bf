import { ApiProperty } from '../api-property';
import { OneOf, Required } from '../checks/field-checks';
import { SIMULATED_REFUND_OUTCOMES } from './commands';
import { OptionalField } from '../checks/optional-field';
import { REFUND_FAILURES, type RefundFailureCode } from './refund-failures';
import { RequestExamples } from '../examples';

const FAILURE_CODES = Object.keys(REFUND_FAILURES) as RefundFailureCode[];

/** The body of `POST /v1/test_helpers/refunds/{id}/simulate`. */
@RequestExamples({ processed: { summary: 'The money is back', value: { outcome: 'processed' } } })
export class SimulateRefundDto {
  @ApiProperty({
    description: '`processed`: the money is back, also when the refund had failed before. `failed`: the bank refuses it, or returns it.',
    example: 'processed',
  })
  @Required()
  @OneOf(SIMULATED_REFUND_OUTCOMES)
  outcome!: (typeof SIMULATED_REFUND_OUTCOMES)[number];

  @OptionalField({
    description:
      'The `failure_code`; only with `outcome: failed`. `refund_failed`, or `refund_returned` of a processed refund, unless given.',
    example: 'account_closed',
  })
  @OneOf(FAILURE_CODES)
  reason?: RefundFailureCode | null;
}
