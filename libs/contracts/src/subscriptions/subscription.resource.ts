import { ApiProperty } from '../api-property';
import { InvoiceError } from '../invoices/invoice.resource';
import { COLLECTIONS, type Collection } from '../invoices/words';
import { MandateNextAction } from '../mandates/mandate.resource';
import { MANDATE_CATEGORIES, MANDATE_METHODS, type MandateCategory, type MandateMethod } from '../mandates/words';
import { MAX_AMOUNT_MINOR } from '../money';
import { INTERVAL_UNITS, type IntervalUnit } from '../plans/commands';
import { PlanTax } from '../plans/plan.resource';
import {
  FIRST_PERIODS,
  HALT_REASONS,
  PENDING_REASONS,
  SUBSCRIPTION_STATUSES,
  type FirstPeriod,
  type HaltReason,
  type PendingReason,
  type SubscriptionStatus,
} from './words';
import { ExampleOf } from '../examples';

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;
const money = (example: number) => ({ type: 'integer', format: 'int64', minimum: 0, maximum: MAX_AMOUNT_MINOR, example }) as const;
const signed = (example: number) =>
  ({ type: 'integer', format: 'int64', minimum: -MAX_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR, example }) as const;
const count = { type: 'integer', minimum: 0 } as const;

/** The price of a subscription, as it was when the subscription took it. */
export class SubscriptionPlan {
  @ApiProperty(text('Gold')) name!: string | null;
  @ApiProperty({ ...money(49900), description: 'What one costs a period, in the smallest unit of the currency.' }) amount!: number;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({ type: String, enum: INTERVAL_UNITS }) interval!: IntervalUnit;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Charged every so many intervals.' }) interval_count!: number;
  @ApiProperty({ type: () => PlanTax, nullable: true, description: 'Null: as your tax settings say.' }) tax!: PlanTax | null;
}

/** The next try to debit the oldest invoice that failed. */
export class SubscriptionRetry {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Attempts and payments of the invoice so far; 0 where nothing could be tried, as of an approval that was not given.',
  })
  attempt!: number;
  @ApiProperty({ ...time, description: 'Unix seconds; null while none is planned.' }) next_at!: number | null;
}

/** Between the two nothing is charged. */
export class SubscriptionPause {
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) from_at!: number;
  @ApiProperty({ ...time, description: 'Unix seconds; null: until you resume it.' }) resume_at!: number | null;
}

/** What a change that waits will make of it. */
export class SubscriptionPendingChanges {
  @ApiProperty(text()) plan_id!: string | null;
  @ApiProperty(money(99900)) amount!: number;
  @ApiProperty({ type: String, enum: INTERVAL_UNITS }) interval!: IntervalUnit;
  @ApiProperty({ type: 'integer', minimum: 1 }) interval_count!: number;
  @ApiProperty({ type: 'integer', minimum: 1 }) quantity!: number;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, maximum: 31 }) billing_anchor_day!: number | null;
}

/** A change that waits for the end of the period, or for the customer. */
export class SubscriptionPendingUpdate {
  @ApiProperty({ type: () => SubscriptionPendingChanges, nullable: true, description: 'Null where only the mandate changes.' })
  changes!: SubscriptionPendingChanges | null;
  @ApiProperty({ type: String, enum: PENDING_REASONS }) reason!: PendingReason;
  @ApiProperty({ ...text(), description: 'The mandate that the customer has to agree to.' }) mandate_id!: string | null;
  @ApiProperty({ ...time, description: 'Unix seconds; null: once the customer has agreed.' }) apply_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: then it is dropped.' }) expires_at!: number | null;
}

/** A line that waits for the next invoice, or for the last one where the subscription does not renew. */
export class SubscriptionPendingLine {
  @ApiProperty(text('Gold, 16 of 31 days')) description!: string | null;
  @ApiProperty({
    ...signed(51561),
    description:
      'With tax as it was when the price changed last, in the smallest unit of the currency. Below zero: given back. The tax of the invoice is that of its own date.',
  })
  amount!: number;
  @ApiProperty({ ...signed(43696), description: 'The same without tax.' }) taxable_amount!: number;
  @ApiProperty({ ...time, description: 'Unix seconds: from then on it is charged, or given back.' }) period_start_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds, not included.' }) period_end_at!: number | null;
}

/** Charged once, with the first invoice. */
export class SubscriptionUpfrontItem {
  @ApiProperty(text('Set-up')) description!: string | null;
  @ApiProperty({ ...money(10000), description: 'What one costs.' }) amount!: number;
  @ApiProperty({ type: 'integer', minimum: 1 }) quantity!: number;
}

/** A price that is charged every period until it ends. Every field is always present, null when empty. */
@ExampleOf('subscription.charged')
export class SubscriptionResource {
  @ApiProperty({ type: String, pattern: '^sub_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['subscription'] }) object!: 'subscription';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: SUBSCRIPTION_STATUSES }) status!: SubscriptionStatus;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ ...text(), description: 'Null of a price of its own.' }) plan_id!: string | null;
  @ApiProperty({ type: () => SubscriptionPlan }) plan!: SubscriptionPlan;
  @ApiProperty({ type: 'integer', minimum: 1 }) quantity!: number;
  @ApiProperty({
    ...money(49900),
    description:
      'What a whole period comes to, with the tax of when the price changed last or an invoice was made: the next invoice follows a change of tax, and this with it.',
  })
  regular_amount!: number;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, description: 'Null: until it is cancelled.' })
  total_count!: number | null;
  @ApiProperty({ ...count, description: 'Periods that were paid.' }) paid_count!: number;
  @ApiProperty({ ...count, nullable: true, description: 'Null without total_count.' })
  remaining_count!: number | null;
  @ApiProperty({ type: String, enum: COLLECTIONS }) collection!: Collection;
  @ApiProperty({ ...count, nullable: true, description: 'With `send_invoice`.' }) days_until_due!: number | null;
  @ApiProperty({ ...text('upi'), enum: [...MANDATE_METHODS, null], description: 'Null until the customer has chosen one.' })
  payment_method!: MandateMethod | null;
  @ApiProperty({
    type: String,
    enum: MANDATE_METHODS,
    isArray: true,
    description: 'The methods that the customer may choose from at `short_url`; empty where it was named.',
  })
  payment_methods!: MandateMethod[];
  @ApiProperty({ type: String, enum: MANDATE_CATEGORIES }) category!: MandateCategory;
  @ApiProperty(text()) mandate_id!: string | null;
  @ApiProperty(text()) default_payment_method_id!: string | null;
  @ApiProperty({ type: 'integer', isArray: true, minimum: 1, maximum: 720, description: 'Hours after the first attempt.' })
  retry_schedule!: number[];
  @ApiProperty({ type: String, enum: FIRST_PERIODS }) first_period!: FirstPeriod;
  @ApiProperty({ type: () => SubscriptionUpfrontItem, isArray: true }) upfront_items!: SubscriptionUpfrontItem[];
  @ApiProperty({ ...time, description: 'Unix seconds; null: when the customer has agreed.' }) start_at!: number | null;
  @ApiProperty(time) trial_start_at!: number | null;
  @ApiProperty(time) trial_end_at!: number | null;
  @ApiProperty({ ...text('2026-11-26'), description: 'In India: every period is counted from it.' }) anchor_date!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, maximum: 31 }) billing_anchor_day!: number | null;
  @ApiProperty(time) current_period_start_at!: number | null;
  @ApiProperty(time) current_period_end_at!: number | null;
  @ApiProperty({ ...count, description: 'From 1; incomplete periods are not counted.' }) current_period_number!: number;
  @ApiProperty({
    ...time,
    description:
      'Unix seconds: when money is asked for next, except for a debit that is under way or that the payer has to approve first. A draft without a planned debit is passed over.',
  })
  next_charge_at!: number | null;
  @ApiProperty({
    type: () => SubscriptionPendingLine,
    isArray: true,
    description: 'What changes of the price charge and give back with the next invoice, or with the last one.',
  })
  pending_lines!: SubscriptionPendingLine[];
  @ApiProperty({ ...money(0), description: 'What is left to pay of open invoices.' }) outstanding_amount!: number;
  @ApiProperty(text()) latest_invoice_id!: string | null;
  @ApiProperty({ type: () => SubscriptionRetry, nullable: true }) retry!: SubscriptionRetry | null;
  @ApiProperty({ ...text('retries_exhausted'), enum: [...HALT_REASONS, null] }) halt_reason!: HaltReason | null;
  @ApiProperty({ type: () => SubscriptionPendingUpdate, nullable: true }) pending_update!: SubscriptionPendingUpdate | null;
  @ApiProperty({ type: () => SubscriptionPause, nullable: true }) pause!: SubscriptionPause | null;
  @ApiProperty({ type: () => MandateNextAction, nullable: true, description: 'How the customer agrees.' })
  next_action!: MandateNextAction | null;
  @ApiProperty({
    ...text(),
    description:
      'The page on which the customer sees what they agree to, and goes on from there; null when nothing waits for them. In events without its secret.',
  })
  short_url!: string | null;
  @ApiProperty({
    type: () => InvoiceError,
    nullable: true,
    description: 'Why the last payment failed.',
  })
  last_error!: InvoiceError | null;
  @ApiProperty({ ...time, description: 'Unix seconds: by when the customer has to agree.' }) authorize_by_at!: number | null;
  @ApiProperty(time) cancel_at!: number | null;
  @ApiProperty(time) cancelled_at!: number | null;
  @ApiProperty(text('Moved away')) cancel_reason!: string | null;
  @ApiProperty(time) ended_at!: number | null;
  @ApiProperty({ ...text('clk_0VB3xQ9k42Tc7h2MwXn5KbYe'), description: 'The test clock by whose time it lives.' }) test_clock_id!:
    string | null;
  @ApiProperty({ type: Boolean, description: 'Whether processors that write to customers may.' }) notify_customer!: boolean;
  @ApiProperty(text()) return_url!: string | null;
  @ApiProperty(text()) description!: string | null;
  @ApiProperty(text('gold-1001')) reference_id!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
