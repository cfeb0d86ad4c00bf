import { IdOf, IntegerWithin, Matching, OneOf, Text, Vpa } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';
import { PersonDto } from '../checks/person.dto';
import { OptionalField } from '../checks/optional-field';
import { UPI_FLOWS, type UpiFlow } from './payment-method';

/** Who pays, as the merchant knows them. A snapshot: later changes of the customer do not touch it. */
export class PaymentCustomerDto extends PersonDto {}

/** How to pay by UPI. `collect` is open in test mode only, so that VPAs can drive tests (docs/reference/indian-payments.md, UPI flows). */
export class UpiInstrumentDto {
  @OptionalField({ description: '`intent` unless given; `collect` needs a vpa.' })
  @OneOf(UPI_FLOWS)
  flow?: UpiFlow | null;

  @OptionalField({ example: 'success@sandbox' })
  @Vpa()
  vpa?: string | null;
}

/** A card. A raw number is taken in test mode only, and only a number of the sandbox, with its expiry and CVV. It is never stored. */
export class CardInstrumentDto {
  @OptionalField({ description: 'A token made by the processor.' })
  @Matching(/^tok_[0-9A-Za-z]{1,60}$/, {
    code: 'parameter_invalid',
    message: 'must be a token that starts with tok_, never a card number.',
  })
  token?: string | null;

  @OptionalField({ description: 'A saved card; the same as `payment_method_id` beside `card`.' })
  @IdOf('pm')
  payment_method_id?: string | null;

  @OptionalField({ type: String, minLength: 12, maxLength: 40, pattern: '^[0-9 -]+$', example: '4999000000000005', writeOnly: true })
  @Constraint((value) => (typeof value === 'string' && value.length <= 40 ? undefined : 'type'), {
    type: { code: 'parameter_invalid', reason: 'invalid_type', message: 'must be a string of digits.' },
  })
  number?: string | null;

  @OptionalField({ example: 12 })
  @IntegerWithin(1, 12)
  expiry_month?: number | null;

  @OptionalField({ example: 2030 })
  @IntegerWithin(2000, 2099)
  expiry_year?: number | null;

  @OptionalField({ minLength: 3, maxLength: 4, writeOnly: true })
  @Matching(/^[0-9]{3,4}$/, { code: 'parameter_invalid', message: 'must be a string of 3 or 4 digits.' })
  cvv?: string | null;

  @OptionalField({ description: 'Name on the card. Not kept.' })
  @Text(100)
  name?: string | null;
}

/** How to pay by netbanking. Without a bank the customer chooses it. */
export class NetbankingInstrumentDto {
  @OptionalField({ description: 'Four-letter bank code with optional _R or _C.', example: 'SBIN' })
  @Matching(/^[A-Za-z]{4}(_[RrCc])?$/, { code: 'bank_not_supported', message: 'is not the code of a supported bank.' })
  bank?: string | null;
}
