import { ApiProperty } from '../api-property';
import { AllUnlessSent } from '../checks/amount-or-all';
import { FilledText, IntegerWithin, Matching, OneOf, Required, Text } from '../checks/field-checks';
import { NestedList } from '../checks/nested-list';
import { OptionalField } from '../checks/optional-field';
import { Instant } from '../instants';
import { MAX_AMOUNT_MINOR } from '../money';
import { CREDIT_NOTE_REFUNDS, OUTSIDE_CHANNELS, type CreditNoteRefund, type OutsideChannel } from './words';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/invoices/{id}/mark_paid`. */
@RequestExamples({
  neft: {
    summary: '90 % by NEFT, 10 % deducted at source',
    value: { amount: 44_910, tds_amount: 4_990, payment_channel: 'bank_transfer', reference: 'AXISN62026112500123' },
  },
})
export class MarkInvoicePaidDto {
  @ApiProperty({ enum: OUTSIDE_CHANNELS, description: 'How the money came: NEFT, RTGS, IMPS and the like are `bank_transfer`.' })
  @Required()
  @OneOf(OUTSIDE_CHANNELS)
  payment_channel!: OutsideChannel;

  @AllUnlessSent({
    description: 'What you received, in the smallest unit of the currency; `amount_remaining` less `tds_amount` unless given.',
    example: 44_910,
  })
  @IntegerWithin(0, MAX_AMOUNT_MINOR)
  amount?: number;

  @OptionalField({
    description: 'What the customer deducted at source (TDS), in the smallest unit of the currency; 0 unless given. It counts as paid.',
    example: 4_990,
  })
  @IntegerWithin(0, MAX_AMOUNT_MINOR)
  tds_amount?: number | null;

  @OptionalField({ description: 'UTR, number of the cheque, or the like.', example: 'AXISN62026112500123' })
  @Text(64)
  reference?: string | null;

  @OptionalField({ description: 'When you received it; now unless given, never later.' })
  @Instant()
  paid_at?: string | number | null;
}

/** The body of `POST /v1/invoices/{id}/outside_payments/{number}/reverse`. */
@RequestExamples({ cheque: { summary: 'A cheque that bounced', value: { reason: 'Funds insufficient' } } })
export class ReverseOutsidePaymentDto {
  @OptionalField({ description: 'Why, in your own words.', example: 'Cheque returned: funds insufficient' })
  @Text(500)
  reason?: string | null;
}

/** A line of an invoice that a credit note takes back. */
export class CreditNoteLineDto {
  @ApiProperty({ description: 'The line.', example: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01' })
  @Required()
  @Matching(/^il_[0-9A-Za-z]{24}$/, { code: 'parameter_invalid', message: 'must be the id of a line of the invoice.' })
  id!: string;

  @AllUnlessSent({ description: 'Of the `amount` of the line; what is left of it unless given.', example: 10_000 })
  @IntegerWithin(1, MAX_AMOUNT_MINOR)
  amount?: number;
}

/** The body of `POST /v1/invoices/{id}/credit_notes`: `amount` or `lines`. */
@RequestExamples({
  amount: { summary: 'A part, refunded', value: { amount: 10_000, reason: 'Outage on 3 March', refund: 'payment' } },
})
export class IssueCreditNoteDto {
  @OptionalField({ description: 'With tax, in the smallest unit of the currency, at most what is left of the invoice.', example: 10_000 })
  @IntegerWithin(1, MAX_AMOUNT_MINOR)
  amount?: number | null;

  @OptionalField({ description: 'Lines, each with its own tax, in place of `amount`.' })
  @NestedList(() => CreditNoteLineDto, 100)
  lines?: CreditNoteLineDto[] | null;

  @OptionalField({ description: 'Why, in your own words.', example: 'Outage on 3 March' })
  @FilledText(500)
  reason?: string | null;

  @OptionalField({
    description:
      'How what had been paid goes back: `payment` refunds the payment, `credit` is credit of the customer, `none` moves nothing. `none` unless given. What had not been paid is not due any more.',
  })
  @OneOf(CREDIT_NOTE_REFUNDS)
  refund?: CreditNoteRefund | null;
}
