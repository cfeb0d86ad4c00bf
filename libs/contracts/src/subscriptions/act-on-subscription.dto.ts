import { ApiProperty } from '../api-property';
import { AllUnlessSent, MayBeLeftOut } from '../checks/amount-or-all';
import { IdOf, OneOf, Required, Text, TrueOrFalse } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { InstrumentFieldsDto } from '../payments/create-payment.dto';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method';
import { TimeOrWord, TrueOrOne, UnixSeconds } from './subscription-checks';
import {
  CANCEL_REFUNDS,
  OPEN_INVOICES,
  SUBSCRIPTION_OUTCOMES,
  type CancelRefund,
  type OpenInvoices,
  type SubscriptionOutcome,
} from './words';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/subscriptions/{id}/cancel`. */
@RequestExamples({
  now: { summary: 'Now, with what is left of the period back', value: { refund: 'prorated', open_invoices: 'void' } },
})
export class CancelSubscriptionDto {
  @AllUnlessSent({ description: '`now` unless given, `period_end`, or a time.', example: 'period_end' })
  @TimeOrWord('now', 'period_end')
  at?: string | number;

  /** Razorpay's word for the end of the period. */
  @MayBeLeftOut()
  @TrueOrOne()
  cancel_at_cycle_end?: boolean | 0 | 1;

  /** Stripe's word for the end of the period. */
  @MayBeLeftOut()
  @TrueOrOne()
  cancel_at_period_end?: boolean | 0 | 1;

  @OptionalField({
    description: 'Of the paid period; `none` unless given.',
  })
  @OneOf(CANCEL_REFUNDS)
  refund?: CancelRefund | null;

  @OptionalField({ description: 'Of open invoices; `keep` unless given.' })
  @OneOf(OPEN_INVOICES)
  open_invoices?: OpenInvoices | null;

  @OptionalField({
    description: 'Unless given, when no other subscription is under it. Where a last invoice is debited, it ends after that.',
  })
  @TrueOrFalse()
  revoke_mandate?: boolean | null;

  @OptionalField({ description: 'Why, in your own words.', example: 'Moved away' })
  @Text(500)
  reason?: string | null;
}

/** The body of `POST /v1/subscriptions/{id}/pause`. */
@RequestExamples({ later: { summary: 'From the next period on', value: { from: 'period_end' } } })
export class PauseSubscriptionDto {
  @OptionalField({ description: '`now` unless given, or the end of the period.' })
  @OneOf(['now', 'period_end'])
  from?: 'now' | 'period_end' | null;

  @OptionalField({ description: 'Unix seconds; until you resume it unless given.' })
  @UnixSeconds()
  resume_at?: number | null;
}

/** The body of `POST /v1/subscriptions/{id}/retry`: another debit, or with an instrument a payment by the customer. */
@RequestExamples({
  upi: { summary: 'The customer pays once, by another UPI address', value: { payment_method: 'upi', upi: { vpa: 'success@sandbox' } } },
})
export class RetrySubscriptionDto extends InstrumentFieldsDto {
  @OptionalField({ description: 'Which invoice; the oldest that is open unless given.' })
  @IdOf('inv')
  invoice_id?: string | null;

  @OptionalField({ description: 'How the customer pays; another debit under the mandate unless given.' })
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;
}

/** The body of `POST /v1/test_helpers/subscriptions/{id}/simulate`. */
@RequestExamples({ renew: { summary: 'The next period begins now', value: { outcome: 'renew' } } })
export class SimulateSubscriptionDto {
  @ApiProperty({ description: '`renew`: its next period begins now; `trial_end`: its trial ends now.', example: 'renew' })
  @Required()
  @OneOf(SUBSCRIPTION_OUTCOMES)
  outcome!: SubscriptionOutcome;
}
