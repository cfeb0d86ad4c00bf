import { IsOptional } from 'class-validator';
import { ApiProperty } from '../api-property';
import { Constraint } from '../checks/constraint';
import { AmountMinor, CurrencyCode, IntegerWithin, Matching, OneOf, Required, Text, TrueOrFalse } from '../checks/field-checks';
import { Metadata, MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { INTERVAL_COUNT_MAX, INTERVAL_UNITS, TAX_BEHAVIORS, type Interval, type TaxBehavior } from './commands';
import { RequestExamples } from '../examples';

/** Other words for an interval, as other APIs have them. */
const INTERVAL_ALIASES: Readonly<Record<string, Interval>> = {
  daily: { unit: 'day', count: 1 },
  weekly: { unit: 'week', count: 1 },
  monthly: { unit: 'month', count: 1 },
  quarterly: { unit: 'month', count: 3 },
  half_yearly: { unit: 'month', count: 6 },
  yearly: { unit: 'year', count: 1 },
  annual: { unit: 'year', count: 1 },
};
/** The words for an interval. */
export const INTERVAL_WORDS: readonly string[] = [...INTERVAL_UNITS, ...Object.keys(INTERVAL_ALIASES)];
/** The largest count of any interval. */
export const MOST_INTERVALS = Math.max(...Object.values(INTERVAL_COUNT_MAX));

/** The interval that a word means, or undefined. */
export function intervalOf(word: string): Interval | undefined {
  const unit = INTERVAL_UNITS.find((one) => one === word);
  return unit === undefined ? INTERVAL_ALIASES[word] : { unit, count: 1 };
}

/** A word for an interval, or, beside `period` as Razorpay writes it, a number of them. */
function IntervalWordOrCount(): PropertyDecorator {
  const isGood = (value: unknown): boolean =>
    typeof value === 'string'
      ? INTERVAL_WORDS.includes(value)
      : Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_INTERVALS;
  const message = `must be one of ${INTERVAL_WORDS.join(', ')}.`;
  return Constraint(
    (value) => (isGood(value) ? undefined : 'unknown'),
    { unknown: { code: 'parameter_invalid', message } },
    { type: String, enum: [...INTERVAL_WORDS] },
  );
}

/** A code of the Harmonised System or of services (SAC, chapter 99): invoices name 4 or 6 digits, exports 8 (CBIC notification 78/2020). */
export function TaxCode(): PropertyDecorator {
  const message = 'must be an SAC or HSN code of 4, 6 or 8 digits, such as 998431.';
  return Matching(/^(?!00)[0-9]{4}(?:[0-9]{2}){0,2}$/, { code: 'parameter_invalid', message });
}

/** How a price is taxed, as sent. */
export class PlanTaxDto {
  @ApiProperty({ description: 'SAC (services) or HSN code (goods) of 4, 6 or 8 digits.', example: '998431' })
  @Required()
  @TaxCode()
  sac!: string;

  @ApiProperty({ description: 'Basis points: 1800 is 18 %. One of the rates that are in force.', example: 1800 })
  @Required()
  @IntegerWithin(0, 10_000)
  rate_bps!: number;

  @OptionalField({ description: '`inclusive` unless given: the amount contains the tax.' })
  @OneOf(TAX_BEHAVIORS)
  behavior?: TaxBehavior | null;
}

/** What Razorpay calls the item of a plan. Read, never written; in no document. */
export class PlanItemDto {
  @IsOptional()
  @Text(100)
  name?: string | null;

  @IsOptional()
  @AmountMinor()
  amount?: number | null;

  @IsOptional()
  @CurrencyCode()
  currency?: string | null;

  @IsOptional()
  @Text(500)
  description?: string | null;
}

/** What creating and changing a plan have in common. */
class PlanFieldsDto {
  @OptionalField({ description: 'An inactive plan takes no new subscriptions; those it has go on. True unless given.' })
  @TrueOrFalse()
  active?: boolean | null;

  @OptionalField({ description: 'Days without charge at the start of a subscription; 0 unless given.' })
  @IntegerWithin(0, 730)
  trial_days?: number | null;

  @OptionalField()
  @Text(500)
  description?: string | null;
}

/** The body of `POST /v1/plans`. Razorpay's `{period, interval, item, notes}` is read as well. */
@RequestExamples({
  smallest: { summary: '₹499.00 a month', value: { name: 'Gold', amount: 49900, interval: 'month' } },
  quarterly: {
    summary: 'Every three months, the first two weeks free, with GST of 18 % contained',
    value: {
      name: 'Gold, quarterly',
      amount: 129900,
      currency: 'INR',
      interval: 'quarterly',
      trial_days: 14,
      tax: { sac: '998431', rate_bps: 1800, behavior: 'inclusive' },
      reference_id: 'gold-q',
    },
  },
})
export class CreatePlanDto extends PlanFieldsDto {
  @ApiProperty({ minLength: 1, example: 'Gold' })
  @IsOptional()
  @Text(100)
  name?: string | null;

  @ApiProperty({ description: 'What a period costs, in the smallest unit of the currency.', example: 49900 })
  @IsOptional()
  @AmountMinor()
  amount?: number | null;

  @OptionalField({ description: 'ISO 4217 code; INR unless given.', example: 'INR' })
  @CurrencyCode()
  currency?: string | null;

  @ApiProperty({ description: '`quarterly` is three months, `half_yearly` six.', example: 'month' })
  @IsOptional()
  @IntervalWordOrCount()
  interval?: string | number | null;

  @OptionalField({ description: 'Charged every so many intervals: at most 365 days, 52 weeks, 36 months, 5 years. 1 unless given.' })
  @IntegerWithin(1, MOST_INTERVALS)
  interval_count?: number | null;

  @OptionalField({ description: 'As your tax settings say unless given.' })
  @Nested(() => PlanTaxDto)
  tax?: PlanTaxDto | null;

  @OptionalField({ description: 'Your own number of the plan; unique in each mode.', example: 'gold-m' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;

  /** Razorpay's word for the interval. */
  @IsOptional()
  @OneOf(INTERVAL_WORDS)
  period?: string | null;

  /** Razorpay's name, amount, currency and description. */
  @IsOptional()
  @Nested(() => PlanItemDto)
  item?: PlanItemDto | null;

  /** Razorpay's metadata. */
  @IsOptional()
  @Metadata()
  notes?: Record<string, string | number | boolean> | null;
}

/** The body of `PATCH /v1/plans/{id}`: what is left out stays. The price never changes: a new price is a new plan. */
@RequestExamples({ retired: { summary: 'No new subscriptions', value: { active: false } } })
export class UpdatePlanDto extends PlanFieldsDto {
  @OptionalField({ minLength: 1 })
  @Text(100)
  name?: string | null;

  @OptionalField({ example: { tier: 'gold', coupon: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
