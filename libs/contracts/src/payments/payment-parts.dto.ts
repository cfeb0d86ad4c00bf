import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { IdOf, IntegerWithin, OneOf, Text, Vpa } from '../checks/field-checks';
import { VPA_PATTERN } from '../india/vpa';
import { Constraint } from '../checks/constraint';
import { PersonDto } from '../checks/person.dto';
import { UPI_FLOWS, type UpiFlow } from './payment-method';

/** Who pays, as the merchant knows them. A snapshot: later changes of the customer do not touch it. */
export class PaymentCustomerDto extends PersonDto {}

/** How to pay by UPI. `collect` is open in test mode only, so that VPAs can drive tests (docs/reference/indian-payments.md, UPI flows). */
export class UpiInstrumentDto {
  @ApiPropertyOptional({ enum: UPI_FLOWS, nullable: true, description: '`intent` unless given; `collect` needs a vpa.' })
  @IsOptional()
  @OneOf(UPI_FLOWS)
  flow?: UpiFlow | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 255, pattern: VPA_PATTERN.source, example: 'success@sandbox' })
  @IsOptional()
  @Vpa()
  vpa?: string | null;
}

/** A card. A raw number is taken in test mode only, and only a number of the sandbox, with its expiry and CVV. It is never stored. */
export class CardInstrumentDto {
  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^tok_[0-9A-Za-z]{1,60}$', description: 'A token made by the processor.' })
  @IsOptional()
  @Constraint((value) => (typeof value === 'string' && /^tok_[0-9A-Za-z]{1,60}$/.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a token that starts with tok_, never a card number.' },
  })
  token?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^pm_[0-9A-Za-z]{24}$',
    description: 'A saved card; the same as `payment_method_id` beside `card`.',
  })
  @IsOptional()
  @IdOf('pm')
  payment_method_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 12,
    maxLength: 40,
    pattern: '^[0-9 -]+$',
    example: '4999000000000005',
    writeOnly: true,
  })
  @IsOptional()
  @Constraint((value) => (typeof value === 'string' && value.length <= 40 ? undefined : 'type'), {
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
  @Constraint((value) => (typeof value === 'string' && /^[0-9]{3,4}$/.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a string of 3 or 4 digits.' },
  })
  cvv?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, description: 'Name on the card. Not kept.' })
  @IsOptional()
  @Text(100)
  name?: string | null;
}

/** How to pay by netbanking. Without a bank the customer chooses it. */
export class NetbankingInstrumentDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^[A-Za-z]{4}(_[RrCc])?$',
    description: 'Four-letter bank code with optional _R or _C.',
    example: 'SBIN',
  })
  @IsOptional()
  @Constraint((value) => (typeof value === 'string' && /^[A-Za-z]{4}(_[RrCc])?$/.test(value) ? undefined : 'bank'), {
    bank: { code: 'bank_not_supported', message: 'is not the code of a supported bank.' },
  })
  bank?: string | null;
}
