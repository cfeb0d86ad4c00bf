import { ApiProperty } from '../api-property';
import { AllUnlessSent } from '../checks/amount-or-all';
import { AmountMinor, AscendingIntegers, IntegerWithin, OneOf, Required, Text } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { OptionalField } from '../checks/optional-field';
import { FAILURES, type FailureReason } from '../india/failure-reasons';
import { DEBIT_OUTCOMES, type DebitOutcome } from './words';
import { RequestExamples } from '../examples';

const FAILURE_REASONS = Object.keys(FAILURES) as FailureReason[];

/** The body of `POST /v1/mandates/{id}/debits`. */
@RequestExamples({
  smallest: { summary: '₹499.00, as soon as the rail takes it', value: { amount: 49900 } },
  later: {
    summary: 'Tried again by the hour',
    value: { amount: 49900, description: 'Gold membership, November', retry_schedule: [1, 2, 3], reference_id: 'gold-1001-2026-11' },
  },
})
export class CreateDebitDto {
  @ApiProperty({
    description: 'In paise: at most `max_amount` of the mandate, and equal to it where its `amount_rule` is `fixed`.',
    example: 49900,
  })
  @AmountMinor()
  amount!: number;

  @AllUnlessSent({
    description:
      'Unix seconds: not before this. As soon as the rail takes it unless given; at least 24 hours ahead where the payer needs a notice, at most 30 days.',
  })
  @IntegerWithin(0, 253_402_300_799)
  debit_after_at?: number;

  @OptionalField({
    description:
      'Hours after the first attempt at which a failed debit is tried again, ascending. `[24, 48, 72]` on UPI and cards, none on eNACH unless given; at most 3 on UPI and cards, 2 on eNACH.',
    example: [24, 48, 72],
  })
  @AscendingIntegers(1, 720, 3)
  retry_schedule?: number[] | null;

  @OptionalField({ description: 'Shown to the payer in the notice.', example: 'Gold membership, November' })
  @Text(100)
  description?: string | null;

  @OptionalField({ description: 'Your own number of the debit.', example: 'gold-1001-2026-11' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/** The body of `POST /v1/test_helpers/debits/{id}/simulate`. */
@RequestExamples({
  succeeded: { summary: 'The money is taken now', value: { outcome: 'succeeded' } },
  failed: { summary: 'The attempt fails now', value: { outcome: 'failed', reason: 'insufficient_funds' } },
})
export class SimulateDebitDto {
  @ApiProperty({
    description:
      '`notice_delivered`, `notice_failed`, `opted_out`, `afa_approved`: what becomes of the notice, and what the payer answers. `succeeded`, `failed`, `deemed` (the bank is silent for a minute), `late_success` (it fails, and the money comes after all): what becomes of the attempt, which begins now when it was scheduled.',
    example: 'succeeded',
  })
  @Required()
  @OneOf(DEBIT_OUTCOMES)
  outcome!: DebitOutcome;

  @OptionalField({
    description: 'Why it fails; only with `outcome: failed`. `insufficient_funds` unless given.',
    example: 'insufficient_funds',
  })
  @OneOf(FAILURE_REASONS)
  reason?: FailureReason | null;
}
