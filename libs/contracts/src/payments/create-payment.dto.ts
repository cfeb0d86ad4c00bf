import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import {
  AmountMinor,
  CurrencyCode,
  Email,
  IdOf,
  IntegerWithin,
  ListOf,
  Metadata,
  OneOf,
  Phone,
  Text,
  TrueOrFalse,
  Vpa,
  WebUrl,
} from './field-checks';
import { Judged } from './judged';
import { CAPTURE_METHODS, PAYMENT_METHODS, UPI_FLOWS, type CaptureMethod, type PaymentMethod, type UpiFlow } from './payment-method';

/** An object of its own class. Anything else is one problem, reported once. */
function Nested(shape: () => new () => object): PropertyDecorator {
  const context = { code: 'parameter_invalid', reason: 'invalid_type' } as const;
  const isList = Judged((value) => (Array.isArray(value) ? 'type' : undefined), { type: { ...context, message: 'must be an object.' } });
  return (target, property) => {
    ValidateNested({ context, message: 'must be an object.' })(target, property);
    Type(shape)(target, property as string);
    isList(target, property);
  };
}

/** Who pays, as the merchant knows them. A snapshot: later changes of the customer do not touch it. */
export class PaymentCustomerDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Asha Verma' })
  @IsOptional()
  @Text(100)
  name?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 254, format: 'email', example: 'asha@example.com' })
  @IsOptional()
  @Email()
  email?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 32,
    description: 'E.164; bare ten digits mean +91.',
    example: '+919876543210',
  })
  @IsOptional()
  @Phone()
  phone?: string | null;
}

/** How to pay by UPI. `collect` is open in test mode only, so that VPAs can drive tests (spec/india.md 1.1). */
export class UpiInstrumentDto {
  @ApiPropertyOptional({ enum: UPI_FLOWS, nullable: true, description: '`intent` unless given; `collect` needs a vpa.' })
  @IsOptional()
  @OneOf(UPI_FLOWS)
  flow?: UpiFlow | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 255, example: 'success@sandbox' })
  @IsOptional()
  @Vpa()
  vpa?: string | null;
}

/** A card. A raw number is taken in test mode only, and only a number of the sandbox. It is never stored. */
export class CardInstrumentDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, description: 'A token made by the processor.' })
  @IsOptional()
  @Judged((value) => (typeof value === 'string' && /^tok_[0-9A-Za-z]{1,60}$/.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a token that starts with tok_, never a card number.' },
  })
  token?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'A saved card.' })
  @IsOptional()
  @IdOf('pm')
  payment_method_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 12, maxLength: 23, example: '4999000000000005', writeOnly: true })
  @IsOptional()
  @Judged((value) => (typeof value === 'string' && value.length <= 40 ? undefined : 'type'), {
    type: { code: 'parameter_invalid', reason: 'invalid_type', message: 'must be a string of digits.' },
  })
  number?: string | null;

  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: 12, example: 12 })
  @IsOptional()
  @IntegerWithin(1, 12)
  expiry_month?: number | null;

  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 2000, maximum: 2099, example: 2030 })
  @IsOptional()
  @IntegerWithin(2000, 2099)
  expiry_year?: number | null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 3, maxLength: 4, pattern: '^[0-9]{3,4}$', writeOnly: true })
  @IsOptional()
  @Judged((value) => (typeof value === 'string' && /^[0-9]{3,4}$/.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a string of 3 or 4 digits.' },
  })
  cvv?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, description: 'Name on the card. Not kept.' })
  @IsOptional()
  @Text(100)
  name?: string | null;
}

export class NetbankingInstrumentDto {
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Four-letter bank code with optional _R or _C.', example: 'SBIN' })
  @IsOptional()
  @Judged((value) => (typeof value === 'string' && /^[A-Za-z]{4}(_[RrCc])?$/.test(value) ? undefined : 'bank'), {
    bank: { code: 'bank_not_supported', message: 'is not the code of a supported bank.' },
  })
  bank?: string | null;
}

/** The body of `POST /v1/payments` (spec/api.md 2.6). `validateCreatePayment` judges what spans several fields. */
export class CreatePaymentDto {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: 9_999_999_999,
    description: 'In the smallest unit of the currency: 50000 is ₹500.00.',
    example: 50000,
  })
  @AmountMinor()
  amount!: number;

  @ApiProperty({
    type: String,
    minLength: 3,
    maxLength: 3,
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

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IdOf('cust')
  customer_id?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    nullable: true,
    additionalProperties: { oneOf: [{ type: 'string', maxLength: 500 }, { type: 'number' }, { type: 'boolean' }] },
    description: 'At most 50 keys of at most 40 characters; flat.',
    example: { order_id: '1001' },
  })
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
    type: String,
    nullable: true,
    maxLength: 2048,
    format: 'uri',
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

  @ApiPropertyOptional({ type: String, nullable: true, description: 'A saved instrument of the customer.' })
  @IsOptional()
  @IdOf('pm')
  payment_method_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
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

  @ApiPropertyOptional({ type: 'integer', nullable: true, description: 'Unix seconds, at most 45 days ahead; ten minutes unless given.' })
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
