import { IsOptional } from 'class-validator';
import { AmountMinor, IdOf, IntegerWithin, OneOf, TrueOrFalse } from '../checks/field-checks';
import { MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { UpiMandateDto } from '../mandates/create-mandate.dto';
import { CardInstrumentDto } from '../payments/payment-parts.dto';
import { INTERVAL_WORDS, MOST_INTERVALS } from '../plans/plan.dto';
import { UnixSeconds } from './subscription-checks';
import { SubscriptionFieldsDto } from './subscription-fields.dto';
import { QUANTITY_MAX } from './subscription-habits.dto';
import { CHANGE_TIMES, OVER_LIMIT, PRORATIONS, type ChangeTime, type OverLimit, type Prorating } from './words';
import { RequestExamples } from '../examples';

/** Instruments that a mandate can be moved to; a bank account needs a mandate of its own. */
const MOVED_TO = ['upi', 'card'] as const;

/** The body of `PATCH /v1/subscriptions/{id}` and of its preview: what is left out stays, null empties. */
@RequestExamples({ price: { summary: 'Another price, charged for at once', value: { amount: 99900, proration: 'invoice_now' } } })
export class UpdateSubscriptionDto extends SubscriptionFieldsDto {
  @OptionalField({ description: 'The plan whose price it takes.' })
  @IdOf('plan')
  plan_id?: string | null;

  @OptionalField({ description: 'A price of its own: what one costs a period.', example: 99900 })
  @AmountMinor()
  amount?: number | null;

  @OptionalField({ description: 'Another one begins today, with credit for what is left.' })
  @OneOf(INTERVAL_WORDS)
  interval?: string | null;

  @OptionalField({ description: 'Beside `interval`; 1 unless given.' })
  @IntegerWithin(1, MOST_INTERVALS)
  interval_count?: number | null;

  @OptionalField()
  @IntegerWithin(1, QUANTITY_MAX)
  quantity?: number | null;

  @OptionalField({ description: 'By itself from the end of the period on, unless `effective` is `now`.' })
  @IntegerWithin(1, 31)
  billing_anchor_day?: number | null;

  @OptionalField({ description: 'When the new price holds; `now` unless given.' })
  @OneOf(CHANGE_TIMES)
  effective?: ChangeTime | null;

  @OptionalField({
    description: 'How what is left of the period is charged: on the next invoice unless given.',
  })
  @OneOf(PRORATIONS)
  proration?: Prorating | null;

  @OptionalField({
    description: 'Of a price above what the customer agreed to; they are asked again unless given.',
  })
  @OneOf(OVER_LIMIT)
  over_limit?: OverLimit | null;

  @OptionalField({ description: 'Unix seconds: during a trial, when it ends.' })
  @UnixSeconds()
  trial_end_at?: number | null;

  @OptionalField({ description: 'An active mandate of the customer.' })
  @IdOf('mandate')
  mandate_id?: string | null;

  @OptionalField({ description: 'A saved instrument for a new mandate.' })
  @IdOf('pm')
  payment_method_id?: string | null;

  @OptionalField({ description: 'What a new mandate is on.' })
  @OneOf(MOVED_TO)
  payment_method?: (typeof MOVED_TO)[number] | null;

  @OptionalField()
  @Nested(() => UpiMandateDto)
  upi?: UpiMandateDto | null;

  @OptionalField()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField({ description: 'Of new mandates, paise.' })
  @AmountMinor()
  mandate_max_amount?: number | null;

  @OptionalField({ example: { tier: 'gold', coupon: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  /** Stripe's word for `cancel_at`: false is null. */
  @IsOptional()
  @TrueOrFalse()
  cancel_at_period_end?: boolean | null;

  /** Stripe's word for `proration`. */
  @IsOptional()
  @OneOf(['create_prorations', 'none', 'always_invoice'])
  proration_behavior?: 'create_prorations' | 'none' | 'always_invoice' | null;

  /** Razorpay's word for `effective`. */
  @IsOptional()
  @OneOf(['now', 'cycle_end'])
  schedule_change_at?: 'now' | 'cycle_end' | null;
}
