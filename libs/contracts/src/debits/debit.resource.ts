import { ApiProperty } from '../api-property';
import { MAX_AMOUNT_MINOR } from '../money';
import {
  DEBIT_CANCEL_REASONS,
  DEBIT_STATUSES,
  NOTICE_STATUSES,
  type DebitCancelReason,
  type DebitStatus,
  type NoticeStatus,
} from './words';
import { ExampleOf } from '../examples';

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;

/** What the payer is told before the debit (RBI, e-mandate framework: at least 24 hours before). */
export class DebitNotice {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Which notice of this debit it is, from 1; 0 where none is needed.' })
  number!: number;
  @ApiProperty({ type: String, enum: NOTICE_STATUSES }) status!: NoticeStatus;
  @ApiProperty(time) sent_at!: number | null;
  @ApiProperty(time) delivered_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: after this another notice is needed.' }) valid_until_at!: number | null;
  @ApiProperty(time) opted_out_at!: number | null;
}

/** The additional factor of authentication: the payer approves a debit above the limit of its category (`afa_limit` of the mandate). */
export class DebitAfa {
  @ApiProperty({ type: Boolean }) required!: boolean;
  @ApiProperty(time) approved_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: by when the payer has to approve.' }) expires_at!: number | null;
}

/** One try to take the money. */
export class DebitAttempt {
  @ApiProperty({ type: 'integer', minimum: 1 }) number!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) at!: number;
  @ApiProperty({ type: String, pattern: '^pay_[0-9A-Za-z]{24}$' }) payment_id!: string;
  @ApiProperty({ type: String, enum: ['processing', 'succeeded', 'failed'] }) outcome!: 'processing' | 'succeeded' | 'failed';
  @ApiProperty(text('insufficient_funds')) reason!: string | null;
  @ApiProperty(text('Z9')) network_code!: string | null;
}

/** What the payer has to do. */
export class DebitNextAction {
  @ApiProperty({ type: String, enum: ['wait'], description: 'The payer approves in the app that the bank or the issuer sent them to.' })
  type!: 'wait';
  @ApiProperty({ type: 'integer', description: 'Unix seconds: after this the debit has failed.' }) expires_at!: number;
}

/** Why a debit failed. */
export class DebitError {
  @ApiProperty({ type: String, example: 'insufficient_funds', description: 'The machine word.' }) reason!: string;
  @ApiProperty({ type: String, example: 'The account has too little money.' }) message!: string;
  @ApiProperty(text('Z9')) network_code!: string | null;
}

/** Money taken under a mandate. Every field is always present, null when empty. */
@ExampleOf('debit.succeeded')
export class DebitResource {
  @ApiProperty({ type: String, pattern: '^debit_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['debit'] }) object!: 'debit';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: DEBIT_STATUSES }) status!: DebitStatus;
  @ApiProperty({ type: String, pattern: '^mandate_[0-9A-Za-z]{24}$' }) mandate_id!: string;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ ...text(), description: 'The invoice that it is to pay.' }) invoice_id!: string | null;
  @ApiProperty({ ...text(), description: 'The subscription that made the invoice.' }) subscription_id!: string | null;
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT_MINOR, example: 49900 }) amount!: number;
  @ApiProperty({ type: String, example: 'INR', description: 'E-mandates are in rupees.' }) currency!: string;
  @ApiProperty({ ...text(), description: 'Unique mandate number of UPI, as in the notice.' }) umn!: string | null;
  @ApiProperty({ ...time, description: 'Unix seconds: not before this, as asked for.' }) debit_after_at!: number | null;
  @ApiProperty({ ...time, description: 'Unix seconds: when it is, or was, tried next, as far as is known.' }) execute_at!: number | null;
  @ApiProperty({ type: () => DebitNotice }) notice!: DebitNotice;
  @ApiProperty({ type: () => DebitAfa }) afa!: DebitAfa;
  @ApiProperty({ type: () => DebitNextAction, nullable: true }) next_action!: DebitNextAction | null;
  @ApiProperty({ type: [Number], description: 'Hours after the first attempt at which it is tried again.', example: [24, 48, 72] })
  retry_schedule!: number[];
  @ApiProperty({ type: () => DebitAttempt, isArray: true, description: 'Every try, oldest first.' }) attempts!: DebitAttempt[];
  @ApiProperty({ ...text(), description: 'The payment of the try that succeeded, or of the last one.' }) payment_id!: string | null;
  @ApiProperty({ type: () => DebitError, nullable: true, description: 'Why it failed, or the last try did.' })
  last_error!: DebitError | null;
  @ApiProperty({ type: Boolean, description: 'Whether the money came after the debit had been given up.' }) late!: boolean;
  @ApiProperty({ type: String, nullable: true, enum: [...DEBIT_CANCEL_REASONS, null] }) cancel_reason!: DebitCancelReason | null;
  @ApiProperty({
    ...time,
    description: "When the payer's bank wrote to them afterwards, where the processor says so.",
  })
  post_notice_at!: number | null;
  @ApiProperty(text('Gold membership, November')) description!: string | null;
  @ApiProperty(text('gold-1001-2026-11')) reference_id!: string | null;
  @ApiProperty(time) ended_at!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
