import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { MAX_AMOUNT_MINOR } from '../money';
import { REFUND_REASONS } from '../payments/commands';
import type { RefundReason } from '../payments/commands';
import { AmountMinor, OneOf, RequiredId, Text } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { REFUND_SPEEDS, type RefundSpeed } from './commands';
import { METADATA_SCHEMA } from '../checks/metadata-schema';

/** The reasons a merchant may give; the others are set by Hundi alone. */
export const MERCHANT_REFUND_REASONS = REFUND_REASONS.filter(
  (reason) => !['uncaptured_expired', 'late_authorization', 'dispute_accepted'].includes(reason),
);

/** The body of `POST /v1/refunds`. */
export class CreateRefundDto {
  @ApiProperty({ type: String, maxLength: 64, description: 'The captured payment to refund.', example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' })
  @RequiredId()
  payment_id!: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int64',
    nullable: true,
    minimum: 1,
    maximum: MAX_AMOUNT_MINOR,
    description: 'In the smallest unit of the payment’s currency; all that is left unless given.',
    example: 20000,
  })
  @IsOptional()
  @AmountMinor()
  amount?: number | null;

  @ApiPropertyOptional({ enum: MERCHANT_REFUND_REASONS, nullable: true, description: '`requested_by_customer` unless given.' })
  @IsOptional()
  @OneOf(MERCHANT_REFUND_REASONS)
  reason?: RefundReason | null;

  @ApiPropertyOptional({
    enum: REFUND_SPEEDS,
    nullable: true,
    description: '`normal` unless given. `instant` where it can be done, else normal: see `speed_processed`.',
  })
  @IsOptional()
  @OneOf(REFUND_SPEEDS)
  speed?: RefundSpeed | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'Your own number of the refund.' })
  @IsOptional()
  @Text(64)
  reference_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @Text(500)
  description?: string | null;

  @ApiPropertyOptional({ ...METADATA_SCHEMA, example: { ticket: 'T-1001' } })
  @IsOptional()
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}
