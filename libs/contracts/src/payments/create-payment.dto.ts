import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { AmountMinor, CurrencyCode, IdOf, IntegerWithin, ListOf, OneOf, Text, TrueOrFalse, WebUrl } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { METADATA_SCHEMA } from '../checks/metadata-schema';
import { Nested } from '../checks/nested';
import { CardInstrumentDto, NetbankingInstrumentDto, PaymentCustomerDto, UpiInstrumentDto } from './payment-parts.dto';
import { CAPTURE_METHODS, CAPTURE_WINDOW_SECONDS, PAYMENT_METHODS, type CaptureMethod, type PaymentMethod } from './payment-method';

/** What a payment is paid with, and where its customer comes back to. */
export class InstrumentFieldsDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 2048,
    format: 'uri',
    pattern: '^https?://',
    description: 'Where the customer returns to; https in live mode.',
  })
  @IsOptional()
  @WebUrl()
  return_url?: string | null;

  @ApiPropertyOptional({ type: () => UpiInstrumentDto, nullable: true })
  @IsOptional()
  @Nested(() => UpiInstrumentDto)
  upi?: UpiInstrumentDto | null;

  @ApiPropertyOptional({ type: () => CardInstrumentDto, nullable: true })
  @IsOptional()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @ApiPropertyOptional({ type: () => NetbankingInstrumentDto, nullable: true })
  @IsOptional()
  @Nested(() => NetbankingInstrumentDto)
  netbanking?: NetbankingInstrumentDto | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^pm_[0-9A-Za-z]{24}$',
    description: 'A saved instrument of the customer.',
  })
  @IsOptional()
  @IdOf('pm')
  payment_method_id?: string | null;
}

/** The body of `POST /v1/payments`. `validateCreatePayment` judges what spans several fields. */
export class CreatePaymentDto extends InstrumentFieldsDto {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 50,
    maximum: 9_999_999_999,
    description: 'In the smallest unit of the currency: 50000 is ₹500.00.',
    example: 50000,
  })
  @AmountMinor()
  amount!: number;

  @ApiProperty({
    type: String,
    pattern: '^[A-Za-z]{3}$',
    description: 'ISO 4217 code, any case: INR, USD, EUR, GBP, AED or SGD.',
    example: 'INR',
  })
  @CurrencyCode()
  currency!: string;

  @ApiPropertyOptional({ enum: PAYMENT_METHODS, nullable: true, description: 'The one method to pay with.' })
  @IsOptional()
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;

  @ApiPropertyOptional({
    enum: PAYMENT_METHODS,
    isArray: true,
    nullable: true,
    minItems: 1,
    uniqueItems: true,
    description: 'The methods the customer may choose from; all unless given.',
  })
  @IsOptional()
  @ListOf(PAYMENT_METHODS)
  payment_methods?: PaymentMethod[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @Text(500)
  description?: string | null;

  @ApiPropertyOptional({ type: () => PaymentCustomerDto, nullable: true })
  @IsOptional()
  @Nested(() => PaymentCustomerDto)
  customer?: PaymentCustomerDto | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^cust_[0-9A-Za-z]{24}$' })
  @IsOptional()
  @IdOf('cust')
  customer_id?: string | null;

  @ApiPropertyOptional({ ...METADATA_SCHEMA, example: { order_id: '1001' } })
  @IsOptional()
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'Your own order number.' })
  @IsOptional()
  @Text(64)
  reference_id?: string | null;

  @ApiPropertyOptional({ enum: CAPTURE_METHODS, nullable: true, description: '`automatic` unless given.' })
  @IsOptional()
  @OneOf(CAPTURE_METHODS)
  capture_method?: CaptureMethod | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: CAPTURE_WINDOW_SECONDS.min,
    maximum: CAPTURE_WINDOW_SECONDS.max,
    description:
      'With `capture_method` `manual`: how long the authorization waits for its capture, from 12 minutes to 7 days. Unless given, 3 days, or what the operator has set.',
  })
  @IsOptional()
  @IntegerWithin(
    CAPTURE_WINDOW_SECONDS.min,
    CAPTURE_WINDOW_SECONDS.max,
    `must be a whole number of seconds from ${CAPTURE_WINDOW_SECONDS.min} (12 minutes) to ${CAPTURE_WINDOW_SECONDS.max} (7 days).`,
  )
  capture_window_seconds?: number | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^mandate_[0-9A-Za-z]{24}$' })
  @IsOptional()
  @IdOf('mandate')
  mandate_id?: string | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'The customer is not present.' })
  @IsOptional()
  @TrueOrFalse()
  off_session?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'Keep the instrument as a token once the payment succeeds.' })
  @IsOptional()
  @TrueOrFalse()
  save_payment_method?: boolean | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 0,
    maximum: 253_402_300_799,
    description: 'Unix seconds, at most 45 days ahead; ten minutes unless given.',
  })
  @IsOptional()
  @IntegerWithin(0, 253_402_300_799)
  expires_at?: number | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 22 })
  @IsOptional()
  @Text(22)
  statement_descriptor?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 32, description: 'Routing hint: the processor to prefer.' })
  @IsOptional()
  @Text(32)
  processor?: string | null;
}
