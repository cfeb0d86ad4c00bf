import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { OneOf, Required } from '../checks/field-checks';
import { SIMULATED_REFUND_OUTCOMES } from './commands';
import { REFUND_FAILURES, type RefundFailureCode } from './refund-failures';

const FAILURE_CODES = Object.keys(REFUND_FAILURES) as RefundFailureCode[];

/** The body of `POST /v1/test_helpers/refunds/{id}/simulate`. */
export class SimulateRefundDto {
  @ApiProperty({
    enum: SIMULATED_REFUND_OUTCOMES,
    description: '`processed`: the money is back, also when the refund had failed before. `failed`: the bank refuses it, or returns it.',
    example: 'processed',
  })
  @Required()
  @OneOf(SIMULATED_REFUND_OUTCOMES)
  outcome!: (typeof SIMULATED_REFUND_OUTCOMES)[number];

  @ApiPropertyOptional({
    enum: FAILURE_CODES,
    nullable: true,
    description:
      'The `failure_code`; only with `outcome: failed`. `refund_failed`, or `refund_returned` of a processed refund, unless given.',
    example: 'account_closed',
  })
  @IsOptional()
  @OneOf(FAILURE_CODES)
  reason?: RefundFailureCode | null;
}
