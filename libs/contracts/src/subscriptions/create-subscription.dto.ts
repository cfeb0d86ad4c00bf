import { ValidateIf } from 'class-validator';
import { ApiProperty } from '../api-property';
import { AllUnlessSent } from '../checks/amount-or-all';
import { AmountMinor, CurrencyCode, IdOf, IntegerWithin, ListOf, OneOf, Text, WebUrl } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { NestedList } from '../checks/nested-list';
import { OptionalField } from '../checks/optional-field';
import { CreateCustomerDto } from '../customers/customer.dto';
import { COLLECTIONS, type Collection } from '../invoices/words';
import { EnachMandateDto, UpiMandateDto } from '../mandates/create-mandate.dto';
import { MANDATE_CATEGORIES, type MandateCategory } from '../mandates/words';
import { CardInstrumentDto } from '../payments/payment-parts.dto';
import { INTERVAL_WORDS, MOST_INTERVALS, PlanTaxDto } from '../plans/plan.dto';
import { UnixSeconds } from './subscription-checks';
import { QUANTITY_MAX, RAIL_WORDS, SubscriptionHabitsDto, UPFRONT_ITEMS_MAX, type RailWord } from './subscription-habits.dto';
import { FIRST_PERIODS, type FirstPeriod } from './words';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** Something charged once, as sent. */
export class UpfrontItemDto {
  @OptionalField()
  @Text(500)
  description?: string | null;

  @ApiProperty({ description: 'What one costs, in the smallest unit of the currency.', example: 10000 })
  @AmountMinor()
  amount!: number;

  @OptionalField({ description: 'How many; 1 unless given.' })
  @IntegerWithin(1, QUANTITY_MAX)
  quantity?: number | null;
}

/** Not judged here: Stripe's `customer` is an id. */
const isObject = (_body: object, value: unknown): boolean => typeof value !== 'string';

/**
 * The body of `POST /v1/subscriptions`: a customer, and a plan or a price of its own. The shapes of Stripe and Razorpay are read as
 * well.
 */
@RequestExamples({
  smallest: {
    summary: '₹499.00 a month by UPI: charged at once in test mode',
    value: { customer_id: EXAMPLE_IDS.customer, amount: 49900, interval: 'month' },
  },
  plan: {
    summary: 'A plan, for a year, the first two weeks free',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      plan_id: EXAMPLE_IDS.plan,
      total_count: 12,
      trial_days: 14,
    },
  },
  choice: {
    summary: 'The customer chooses the method at short_url, and comes back to the shop',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      amount: 49900,
      interval: 'month',
      payment_methods: ['upi', 'card'],
      return_url: 'https://shop.example.com/back',
    },
  },
  invoices: {
    summary: 'A new customer, who pays invoices',
    value: { customer: { name: 'Asha Verma' }, amount: 129900, interval: 'quarterly', collection: 'send_invoice' },
  },
})
export class CreateSubscriptionDto extends SubscriptionHabitsDto {
  @OptionalField({ description: 'Who is charged; or send `customer`.' })
  @IdOf('cust')
  customer_id?: string | null;

  @OptionalField({ description: 'Who is charged, as for `POST /v1/customers`.' })
  @ValidateIf(isObject)
  @Nested(() => CreateCustomerDto)
  customer?: CreateCustomerDto | string | null;

  @OptionalField({ description: 'Whose price it is; or send `amount` and `interval`.' })
  @IdOf('plan')
  plan_id?: string | null;

  @OptionalField({ description: 'A price of its own: what one costs a period.', example: 49900 })
  @AmountMinor()
  amount?: number | null;

  @OptionalField({ description: 'INR unless given, and with a mandate.', example: 'INR' })
  @CurrencyCode()
  currency?: string | null;

  @OptionalField({ description: 'Beside `amount`.', example: 'month' })
  @OneOf(INTERVAL_WORDS)
  interval?: string | null;

  @OptionalField({
    description: 'As for plans; 1 unless given.',
  })
  @IntegerWithin(1, MOST_INTERVALS)
  interval_count?: number | null;

  @OptionalField({ description: 'What its invoices say.' })
  @Text(100)
  name?: string | null;

  @OptionalField({ description: 'As your tax settings say unless given.' })
  @Nested(() => PlanTaxDto)
  tax?: PlanTaxDto | null;

  @OptionalField({ description: 'How many of the plan; 1 unless given.' })
  @IntegerWithin(1, QUANTITY_MAX)
  quantity?: number | null;

  @AllUnlessSent({ description: 'Unix seconds, at most 5 years ahead; now unless given.' })
  @UnixSeconds()
  start_at?: number;

  @OptionalField({ description: 'Days without charge; those of the plan unless given.' })
  @IntegerWithin(0, 730)
  trial_days?: number | null;

  @AllUnlessSent({ description: 'Unix seconds; in place of `trial_days`.' })
  @UnixSeconds()
  trial_end_at?: number;

  @OptionalField({
    description: 'Day of the week (1: Monday) or month (31: last) on which periods begin; the first paid day unless given.',
  })
  @IntegerWithin(1, 31)
  billing_anchor_day?: number | null;

  @OptionalField({
    description: 'What an incomplete first period costs; its share unless given.',
  })
  @OneOf(FIRST_PERIODS)
  first_period?: FirstPeriod | null;

  @OptionalField({
    description: '`upi` unless given; `netbanking` is read as `enach`.',
  })
  @OneOf(RAIL_WORDS)
  payment_method?: RailWord | null;

  @OptionalField({
    description:
      'The methods that the customer may choose from at `short_url`; the subscription is `created` until they did. Not with `payment_method` or an instrument.',
    example: ['upi', 'card'],
  })
  @ListOf(RAIL_WORDS)
  payment_methods?: RailWord[] | null;

  @OptionalField({ description: 'Routing hint: the processor that is to register its mandates.' })
  @Text(32)
  processor?: string | null;

  @OptionalField({ description: 'A saved instrument of the customer.' })
  @IdOf('pm')
  payment_method_id?: string | null;

  @OptionalField({ description: 'An active mandate of the customer, large enough.' })
  @IdOf('mandate')
  mandate_id?: string | null;

  @OptionalField()
  @Nested(() => UpiMandateDto)
  upi?: UpiMandateDto | null;

  @OptionalField()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField()
  @Nested(() => EnachMandateDto)
  enach?: EnachMandateDto | null;

  @OptionalField({
    description: 'The most that one debit may take, paise; what is needed unless given.',
    example: 49900,
  })
  @AmountMinor()
  mandate_max_amount?: number | null;

  @OptionalField({
    description: 'As for mandates.',
  })
  @OneOf(MANDATE_CATEGORIES)
  category?: MandateCategory | null;

  @OptionalField({
    description: 'Debited under a mandate (`automatic`, unless given), or paid by the customer at the `hosted_url` of each invoice.',
  })
  @OneOf(COLLECTIONS)
  collection?: Collection | null;

  @OptionalField({ description: 'Days until an invoice is due, with `send_invoice`; 7 unless given.' })
  @IntegerWithin(0, 90)
  days_until_due?: number | null;

  @OptionalField({ description: 'Charged once, with the first invoice.' })
  @NestedList(() => UpfrontItemDto, UPFRONT_ITEMS_MAX, 0)
  upfront_items?: UpfrontItemDto[] | null;

  @OptionalField({
    description: 'Unix seconds: by when the customer has to agree; the start, or in 7 days (eNACH: 11), unless given.',
  })
  @UnixSeconds()
  authorize_by_at?: number | null;

  @OptionalField({
    description: 'Where the customer returns to. With it the sandbox waits for them.',
  })
  @WebUrl()
  return_url?: string | null;

  @OptionalField({ example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}
