import { ApiProperty } from '../api-property';
import { AmountMinor, IntegerWithin, Matching, OneOf, Required, RequiredId, Text, Vpa, WebUrl } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { CardInstrumentDto } from '../payments/payment-parts.dto';
import {
  AMOUNT_RULES,
  DEBIT_DAY_RULES,
  ENACH_AUTHENTICATIONS,
  type AmountRule,
  type DebitDayRule,
  type EnachAuthentication,
} from './commands';
import {
  MANDATE_CATEGORIES,
  MANDATE_FREQUENCIES,
  MANDATE_METHODS,
  MANDATE_OUTCOMES,
  type MandateCategory,
  type MandateFrequency,
  type MandateMethod,
  type MandateOutcome,
} from './words';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** The UPI address of the payer. */
export class UpiMandateDto {
  @OptionalField({ description: 'Without it the payer chooses their app.', example: 'mandate.ok@sandbox' })
  @Vpa()
  vpa?: string | null;
}

/** The bank account of the payer. Its number and the holder are sealed, and not shown again. */
export class EnachMandateDto {
  @ApiProperty({ example: 'SBXS' })
  @Required()
  @Matching(/^[A-Za-z]{4}$/, { code: 'bank_not_supported', message: 'must be the code of a bank, four letters.' })
  bank!: string;

  @OptionalField({ writeOnly: true, example: '50100012345678' })
  @Matching(/^[0-9]{9,18}$/, { code: 'parameter_invalid', message: 'must be the number of an account, 9 to 18 digits.' })
  account_number?: string | null;

  @OptionalField({ example: 'HDFC0000001' })
  @Matching(/^[A-Za-z]{4}0[A-Za-z0-9]{6}$/, { code: 'parameter_invalid', message: 'must be an IFSC, such as HDFC0000001.' })
  ifsc?: string | null;

  @OptionalField()
  @OneOf(['savings', 'current'])
  account_type?: 'savings' | 'current' | null;

  @OptionalField({ writeOnly: true })
  @Text(100)
  holder_name?: string | null;

  @OptionalField({ description: 'How the payer proves to be the holder; `netbanking` unless given.' })
  @OneOf(ENACH_AUTHENTICATIONS)
  auth?: EnachAuthentication | null;
}

/** The body of `POST /v1/mandates`: what a payer is asked to agree to. */
@RequestExamples({
  smallest: {
    summary: 'UPI Autopay, up to ₹499.00 whenever you ask, until 2030',
    value: { customer_id: EXAMPLE_IDS.customer, method: 'upi', max_amount: 49900, ends_at: 1893456000 },
  },
  monthly: {
    summary: 'eNACH, ₹499.00 on the fifth of each month',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      method: 'enach',
      max_amount: 49900,
      amount_rule: 'fixed',
      frequency: 'monthly',
      debit_day: 5,
      ends_at: 1893456000,
      enach: { bank: 'SBXS', account_number: '50100012345678', ifsc: 'HDFC0000001', account_type: 'savings' },
    },
  },
})
export class CreateMandateDto {
  @ApiProperty({ example: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa' })
  @RequiredId()
  customer_id!: string;

  @ApiProperty({ example: 'upi' })
  @Required()
  @OneOf(MANDATE_METHODS)
  method!: MandateMethod;

  @ApiProperty({ description: 'The most that one debit may take, in paise.', example: 49900 })
  @AmountMinor()
  max_amount!: number;

  @OptionalField({
    description:
      'Taken once the payer has agreed, in paise, at most max_amount: by a payment with the registration, or by the first debit (eNACH, and live mode).',
    example: 9900,
  })
  @AmountMinor()
  first_amount?: number | null;

  @ApiProperty({
    description: 'Unix seconds: at most 30 years after the start on UPI, 40 on eNACH, and to the expiry of a card.',
    example: 1_900_000_000,
  })
  @Required()
  @IntegerWithin(0, 253_402_300_799)
  ends_at!: number;

  @OptionalField({ description: 'Unix seconds; now unless given.' })
  @IntegerWithin(0, 253_402_300_799)
  starts_at?: number | null;

  @OptionalField({ description: '`maximum` unless given: debits of any amount up to max_amount. `fixed`: of max_amount alone.' })
  @OneOf(AMOUNT_RULES)
  amount_rule?: AmountRule | null;

  @OptionalField({ description: 'How often it may be debited; `as_presented`, whenever you ask, unless given.' })
  @OneOf(MANDATE_FREQUENCIES)
  frequency?: MandateFrequency | null;

  @OptionalField({ description: 'Of the week, 1 for Monday to 7, or of the month; a missing day is the last of the month.' })
  @IntegerWithin(1, 31)
  debit_day?: number | null;

  @OptionalField({ description: '`on` unless given.' })
  @OneOf(DEBIT_DAY_RULES)
  debit_day_rule?: DebitDayRule | null;

  @OptionalField({
    description: 'What it is for; `general` unless given. It says up to which amount a debit needs no approval of the payer.',
  })
  @OneOf(MANDATE_CATEGORIES)
  category?: MandateCategory | null;

  @OptionalField({ example: 'Gold membership' })
  @Text(100)
  description?: string | null;

  @OptionalField({ description: 'Where the payer returns to; https in live mode.' })
  @WebUrl()
  return_url?: string | null;

  @OptionalField()
  @Nested(() => UpiMandateDto)
  upi?: UpiMandateDto | null;

  @OptionalField()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField()
  @Nested(() => EnachMandateDto)
  enach?: EnachMandateDto | null;

  @OptionalField({ description: 'Your own number of the mandate.', example: 'gold-1001' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ description: 'Routing hint: the processor to prefer.' })
  @Text(32)
  processor?: string | null;

  @OptionalField({ example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/** The body of `POST /v1/test_helpers/mandates/{id}/simulate`. */
@RequestExamples({ paused: { summary: 'The payer pauses it in their app', value: { outcome: 'paused' } } })
export class SimulateMandateDto {
  @ApiProperty({
    description:
      '`approved`, `declined`, `paused`, `resumed`, `revoked` or `expired`: what the payer or the bank does; `card_reissued`: the bank sends a new card.',
    example: 'approved',
  })
  @Required()
  @OneOf(MANDATE_OUTCOMES)
  outcome!: MandateOutcome;
}
