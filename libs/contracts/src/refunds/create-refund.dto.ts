import { ApiProperty } from '../api-property';
import { REFUND_REASONS } from '../payments/commands';
import type { RefundReason } from '../payments/commands';
import { AmountOrAll } from '../checks/amount-or-all';
import { OneOf, RequiredId, Text } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { OptionalField } from '../checks/optional-field';
import { REFUND_SPEEDS, type RefundSpeed } from './commands';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** The reasons a merchant may give; the others are set by Hundi alone. */
export const MERCHANT_REFUND_REASONS = REFUND_REASONS.filter(
  (reason) => !['uncaptured_expired', 'late_authorization', 'dispute_accepted'].includes(reason),
);

/** The body of `POST /v1/refunds`. */
@RequestExamples({
  part: {
    summary: 'A part of the payment',
    value: {
      payment_id: EXAMPLE_IDS.payment,
      amount: 20000,
      reason: 'requested_by_customer',
      metadata: { ticket: 'T-1001' },
    },
  },
  all: { summary: 'All that is left', value: { payment_id: EXAMPLE_IDS.payment } },
})
export class CreateRefundDto {
  @ApiProperty({ description: 'The captured payment to refund.', example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' })
  @RequiredId()
  payment_id!: string;

  @AmountOrAll({
    description: 'In the smallest unit of the payment’s currency; all that is left unless given.',
    example: 20000,
  })
  amount?: number;

  @OptionalField({ description: '`requested_by_customer` unless given.' })
  @OneOf(MERCHANT_REFUND_REASONS)
  reason?: RefundReason | null;

  @OptionalField({ description: '`normal` unless given. `instant` where it can be done, else normal: see `speed_processed`.' })
  @OneOf(REFUND_SPEEDS)
  speed?: RefundSpeed | null;

  @OptionalField({ description: 'Your own number of the refund.' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField({ example: { ticket: 'T-1001' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}
