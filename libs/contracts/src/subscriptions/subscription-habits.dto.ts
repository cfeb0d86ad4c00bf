import { IsOptional } from 'class-validator';
import { MayBeLeftOut } from '../checks/amount-or-all';
import { AmountMinor, CurrencyCode, IdOf, IntegerWithin, OneOf, Required, Text, TrueOrFalse } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { NestedList } from '../checks/nested-list';
import { MANDATE_METHODS } from '../mandates/words';
import { INTERVAL_WORDS, MOST_INTERVALS } from '../plans/plan.dto';
import { TrueOrOne, UnixSeconds } from './subscription-checks';
import { SubscriptionFieldsDto } from './subscription-fields.dto';

/** On which rail a mandate is, as sent: netbanking is a way to agree to debits of a bank account. */
export const RAIL_WORDS = [...MANDATE_METHODS, 'netbanking'] as const;
export type RailWord = (typeof RAIL_WORDS)[number];

/** How many of one thing. */
export const QUANTITY_MAX = 10_000;
/** Things charged once. */
export const UPFRONT_ITEMS_MAX = 10;
/** Prices that Stripe takes; more than one is refused by a rule of its own. */
const ITEMS_MAX = 20;

/** How often a price of Stripe is charged. */
export class PriceRecurringDto {
  @Required()
  @OneOf(INTERVAL_WORDS)
  interval!: string;

  @IsOptional()
  @IntegerWithin(1, MOST_INTERVALS)
  interval_count?: number | null;
}

/** What a price of Stripe is for. */
export class PriceProductDto {
  @IsOptional()
  @Text(100)
  name?: string | null;
}

/** A price of Stripe without a plan. */
export class PriceDetailsDto {
  @AmountMinor()
  unit_amount!: number;

  @IsOptional()
  @CurrencyCode()
  currency?: string | null;

  @Required()
  @Nested(() => PriceRecurringDto)
  recurring!: PriceRecurringDto;

  @IsOptional()
  @Nested(() => PriceProductDto)
  product_data?: PriceProductDto | null;
}

/** What Stripe calls an item of a subscription: a plan, or a price of its own. */
export class SubscriptionItemDto {
  @IsOptional()
  @IdOf('plan')
  price?: string | null;

  @IsOptional()
  @Nested(() => PriceDetailsDto)
  price_data?: PriceDetailsDto | null;

  @IsOptional()
  @IntegerWithin(1, QUANTITY_MAX)
  quantity?: number | null;
}

/** What Razorpay calls the item of an add-on. */
export class AddonItemDto {
  @IsOptional()
  @Text(100)
  name?: string | null;

  @AmountMinor()
  amount!: number;

  @IsOptional()
  @CurrencyCode()
  currency?: string | null;

  @IsOptional()
  @Text(500)
  description?: string | null;
}

/** What Razorpay calls something charged once. */
export class AddonDto {
  @Required()
  @Nested(() => AddonItemDto)
  item!: AddonItemDto;

  @IsOptional()
  @IntegerWithin(1, QUANTITY_MAX)
  quantity?: number | null;
}

/** What Stripe and Razorpay call fields of a new subscription. Read, never written; in no document. */
export class SubscriptionHabitsDto extends SubscriptionFieldsDto {
  @IsOptional()
  @NestedList(() => SubscriptionItemDto, ITEMS_MAX)
  items?: SubscriptionItemDto[] | null;

  @IsOptional()
  @IntegerWithin(0, 730)
  trial_period_days?: number | null;

  @MayBeLeftOut()
  @UnixSeconds()
  trial_end?: number;

  /** A time; the day on which it lies in India counts. */
  @IsOptional()
  @UnixSeconds()
  billing_cycle_anchor?: number | null;

  @IsOptional()
  @TrueOrFalse()
  cancel_at_period_end?: boolean | null;

  @IsOptional()
  @OneOf(['charge_automatically', 'send_invoice'])
  collection_method?: 'charge_automatically' | 'send_invoice' | null;

  @IsOptional()
  @IdOf('pm')
  default_payment_method?: string | null;

  /** Says nothing of a subscription that begins. */
  @IsOptional()
  @Text(64)
  proration_behavior?: string | null;

  @IsOptional()
  @TrueOrOne()
  customer_notify?: boolean | 0 | 1 | null;

  @IsOptional()
  @UnixSeconds()
  expire_by?: number | null;

  @IsOptional()
  @NestedList(() => AddonDto, UPFRONT_ITEMS_MAX, 0)
  addons?: AddonDto[] | null;

  /** Razorpay's metadata. */
  @IsOptional()
  @Metadata()
  notes?: Record<string, string | number | boolean> | null;
}
