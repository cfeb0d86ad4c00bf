import { ApiProperty } from '../api-property';
import { MAX_AMOUNT_MINOR } from '../money';
import { SavedCard } from '../payment-methods/payment-method.resource';
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
  type MandateCategory,
  type MandateFrequency,
  type MandateMethod,
} from './words';
import { ExampleOf } from '../examples';

/** Every status of a mandate (docs/reference/state-machines.md, Mandate). */
export const MANDATE_STATUSES = ['created', 'requires_action', 'active', 'paused', 'rejected', 'expired', 'revoked'] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;

/** What the payer has to do. */
export class MandateNextAction {
  @ApiProperty({ type: String, enum: ['upi_intent', 'redirect_to_url', 'wait'], description: '`wait`: the bank decides.' })
  type!: 'upi_intent' | 'redirect_to_url' | 'wait';
  @ApiProperty(text('upi://mandate?pa=merchant@sandbox')) url!: string | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: after this it is expired.' }) expires_at!: number;
}

/** The UPI address of the payer. */
export class MandateUpi {
  @ApiProperty(text('mandate.ok@sandbox')) vpa!: string | null;
}

/** The bank account of the payer, as far as it is shown. */
export class MandateAccount {
  @ApiProperty({ type: String, example: 'SBXS' }) bank!: string;
  @ApiProperty(text('5678')) last4!: string | null;
  @ApiProperty({ ...text('savings'), enum: ['savings', 'current', null] }) account_type!: 'savings' | 'current' | null;
  @ApiProperty({ type: String, enum: ENACH_AUTHENTICATIONS }) auth!: EnachAuthentication;
}

/** What is debited; null for the methods that it is not. */
export class MandateMethodDetails {
  @ApiProperty({ type: () => MandateUpi, nullable: true }) upi!: MandateUpi | null;
  @ApiProperty({ type: () => SavedCard, nullable: true }) card!: SavedCard | null;
  @ApiProperty({ type: () => MandateAccount, nullable: true }) enach!: MandateAccount | null;
}

/** Why a mandate was rejected. */
export class MandateError {
  @ApiProperty({ type: String, example: 'payment_cancelled', description: 'The machine word.' }) reason!: string;
  @ApiProperty({ type: String, example: 'The customer declined.' }) message!: string;
  @ApiProperty(text('ZA')) network_code!: string | null;
}

/** What a payer agreed to, or is asked to. Every field is always present, null when empty. */
@ExampleOf('mandate.activated')
export class MandateResource {
  @ApiProperty({ type: String, pattern: '^mandate_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['mandate'] }) object!: 'mandate';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: MANDATE_STATUSES }) status!: MandateStatus;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ type: String, enum: MANDATE_METHODS }) method!: MandateMethod;
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT_MINOR, example: 49900 }) max_amount!: number;
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    minimum: 1,
    maximum: MAX_AMOUNT_MINOR,
    description: 'Taken once the payer has agreed; null for nothing.',
  })
  first_amount!: number | null;
  @ApiProperty({ ...text(), description: 'The payment that took first_amount with the registration.' }) first_payment_id!: string | null;
  @ApiProperty({ ...text(), description: 'The debit that takes first_amount where the registration takes no money.' })
  first_debit_id!: string | null;
  @ApiProperty({ type: String, example: 'INR', description: 'E-mandates are in rupees.' }) currency!: string;
  @ApiProperty({ type: String, enum: AMOUNT_RULES }) amount_rule!: AmountRule;
  @ApiProperty({ type: String, enum: MANDATE_FREQUENCIES }) frequency!: MandateFrequency;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, maximum: 31 }) debit_day!: number | null;
  @ApiProperty({ type: String, enum: DEBIT_DAY_RULES }) debit_day_rule!: DebitDayRule;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) starts_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) ends_at!: number;
  @ApiProperty({ type: String, enum: MANDATE_CATEGORIES }) category!: MandateCategory;
  @ApiProperty({ type: 'integer', description: 'Up to this amount, in paise, a debit needs no approval of the payer.' }) afa_limit!: number;
  @ApiProperty({ type: String, isArray: true, description: 'Subscriptions that are debited under it.' }) subscription_ids!: string[];
  @ApiProperty(text('Gold membership')) description!: string | null;
  @ApiProperty(text()) return_url!: string | null;
  @ApiProperty(text('gold-1001')) reference_id!: string | null;
  @ApiProperty({ type: () => MandateMethodDetails }) payment_method_details!: MandateMethodDetails;
  @ApiProperty({ type: () => MandateNextAction, nullable: true }) next_action!: MandateNextAction | null;
  @ApiProperty({
    ...text(),
    description:
      'The page on which the payer sees what they agree to, and goes on from there; null when it was decided. In events without its secret.',
  })
  short_url!: string | null;
  @ApiProperty({ type: () => MandateError, nullable: true, description: 'Of one that was rejected, or is held.' })
  last_error!: MandateError | null;
  @ApiProperty({ ...text(), description: 'Unique mandate number of UPI.' }) umn!: string | null;
  @ApiProperty({ ...text(), description: 'Unique mandate reference number of NACH.' }) umrn!: string | null;
  @ApiProperty({ ...time, description: 'Unix seconds: the last debit that succeeded.' }) last_debit_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: until when no other debit can succeed; null unless it has cycles.' })
  cycle_used_until_at!: number | null;
  @ApiProperty(time) activated_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: when it was paused last.' }) paused_at!: number | null;
  @ApiProperty({ ...text('merchant'), enum: ['customer', 'bank', 'merchant', null], description: 'While it is paused: who can resume it.' })
  paused_by!: 'customer' | 'bank' | 'merchant' | null;
  @ApiProperty(time) revoked_at!: number | null;
  @ApiProperty({ ...text('customer'), enum: ['customer', 'bank', 'merchant', null] }) revoked_by!: 'customer' | 'bank' | 'merchant' | null;
  @ApiProperty({ type: String, example: 'sandbox' }) processor!: string;
  @ApiProperty(text()) processor_reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
