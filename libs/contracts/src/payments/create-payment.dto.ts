import { ApiProperty } from '../api-property';
import {
  AmountMinor,
  CurrencyCode,
  IdOf,
  IntegerWithin,
  ListOf,
  OneOf,
  Text,
  TrueOrFalse,
  WebUrl,
  StatementDescriptor,
} from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { CardInstrumentDto, NetbankingInstrumentDto, PaymentCustomerDto, UpiInstrumentDto } from './payment-parts.dto';
import { OptionalField } from '../checks/optional-field';
import { CAPTURE_METHODS, CAPTURE_WINDOW_SECONDS, PAYMENT_METHODS, type CaptureMethod, type PaymentMethod } from './payment-method';
import { RequestExamples } from '../examples';

/** What a payment is paid with, and where its customer comes back to. */
export class InstrumentFieldsDto {
  @OptionalField({ description: 'Where the customer returns to; https in live mode.' })
  @WebUrl()
  return_url?: string | null;

  @OptionalField()
  @Nested(() => UpiInstrumentDto)
  upi?: UpiInstrumentDto | null;

  @OptionalField()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField()
  @Nested(() => NetbankingInstrumentDto)
  netbanking?: NetbankingInstrumentDto | null;

  @OptionalField({ description: 'A saved instrument of the customer.' })
  @IdOf('pm')
  payment_method_id?: string | null;
}

/** The body of `POST /v1/payments`. `validateCreatePayment` judges what spans several fields. */
@RequestExamples({
  upi: {
    summary: 'The smallest UPI payment: captured at once in test mode',
    value: { amount: 50000, currency: 'INR', payment_method: 'upi', description: 'Order 1001', metadata: { order_id: '1001' } },
  },
  customer_chooses: {
    summary: 'The customer chooses how to pay',
    value: {
      amount: 250000,
      currency: 'INR',
      payment_methods: ['upi', 'card', 'netbanking'],
      customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
    },
  },
  capture_later: {
    summary: 'Authorized now, to be captured within a day',
    value: { amount: 120000, currency: 'INR', payment_method: 'card', capture_method: 'manual', capture_window_seconds: 86400 },
  },
})
export class CreatePaymentDto extends InstrumentFieldsDto {
  @ApiProperty({
    minimum: 50,
    maximum: 9_999_999_999,
    description: 'In the smallest unit of the currency: 50000 is ₹500.00.',
    example: 50000,
  })
  @AmountMinor()
  amount!: number;

  @ApiProperty({ description: 'ISO 4217 code, any case: INR, USD, EUR, GBP, AED or SGD.', example: 'INR' })
  @CurrencyCode()
  currency!: string;

  @OptionalField({ description: 'The one method to pay with.' })
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;

  @OptionalField({ description: 'The methods the customer may choose from; all unless given.' })
  @ListOf(PAYMENT_METHODS)
  payment_methods?: PaymentMethod[] | null;

  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField()
  @Nested(() => PaymentCustomerDto)
  customer?: PaymentCustomerDto | null;

  @OptionalField()
  @IdOf('cust')
  customer_id?: string | null;

  @OptionalField({ example: { order_id: '1001' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;

  @OptionalField({ description: 'Your own order number.' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ description: '`automatic` unless given.' })
  @OneOf(CAPTURE_METHODS)
  capture_method?: CaptureMethod | null;

  @OptionalField({
    description:
      'With `capture_method` `manual`: how long the authorization waits for its capture, from 12 minutes to 7 days. Unless given, 3 days, or what the operator has set.',
  })
  @IntegerWithin(
    CAPTURE_WINDOW_SECONDS.min,
    CAPTURE_WINDOW_SECONDS.max,
    `must be a whole number of seconds from ${CAPTURE_WINDOW_SECONDS.min} (12 minutes) to ${CAPTURE_WINDOW_SECONDS.max} (7 days).`,
  )
  capture_window_seconds?: number | null;

  @OptionalField()
  @IdOf('mandate')
  mandate_id?: string | null;

  @OptionalField({ description: 'The customer is not present.' })
  @TrueOrFalse()
  off_session?: boolean | null;

  @OptionalField({ description: 'Keep the instrument as a token once the payment succeeds.' })
  @TrueOrFalse()
  save_payment_method?: boolean | null;

  @OptionalField({ description: 'Unix seconds, at most 45 days ahead; ten minutes unless given.' })
  @IntegerWithin(0, 253_402_300_799)
  expires_at?: number | null;

  @OptionalField()
  @StatementDescriptor()
  statement_descriptor?: string | null;

  @OptionalField({ description: 'Routing hint: the processor to prefer.' })
  @Text(32)
  processor?: string | null;
}
