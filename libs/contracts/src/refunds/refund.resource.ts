import { ApiProperty } from '../api-property';
import { REFUND_REASONS, type RefundReason } from '../payments/commands';
import { REFUND_SPEEDS, type RefundSpeed } from './commands';
import { REFUND_FAILURES, type RefundFailureCode } from './refund-failures';
import { ExampleOf } from '../examples';

/** The states of a refund (docs/reference/state-machines.md, Refund). */
export const REFUND_STATUSES = ['pending', 'processed', 'failed', 'cancelled'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const seconds = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;

/** The number by which the payer's bank finds the refund; those it has not are null. */
export class AcquirerReference {
  @ApiProperty({ ...text('632418000001'), description: 'UPI: 12 digits.' }) rrn!: string | null;
  @ApiProperty({ ...text(), description: 'Cards: 23 digits, one to three days later.' }) arn!: string | null;
  @ApiProperty({ ...text(), description: 'Bank transfers.' }) utr!: string | null;
}

/** A refund as the API shows it. Every field is always present, null when empty. */
@ExampleOf('refund.processed')
export class RefundResource {
  @ApiProperty({ type: String, pattern: '^rfnd_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['refund'] }) object!: 'refund';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^pay_[0-9A-Za-z]{24}$' }) payment_id!: string;
  @ApiProperty(text()) customer_id!: string | null;
  @ApiProperty({ type: String, example: 'sandbox', description: 'Whose money it is: another attempt of the payment may count.' })
  processor!: string;
  @ApiProperty({
    type: Boolean,
    description:
      'Money that no capture counted: a second payment, that of an earlier attempt, or of a released authorization. It is no part of the amounts of the payment.',
  })
  unapplied!: boolean;
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 1, maximum: 9_007_199_254_740_991, example: 20000 }) amount!: number;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({ type: String, enum: REFUND_STATUSES }) status!: RefundStatus;
  @ApiProperty({ type: String, enum: REFUND_REASONS }) reason!: RefundReason;
  @ApiProperty({ type: String, enum: REFUND_SPEEDS }) speed_requested!: RefundSpeed;
  @ApiProperty({ type: String, nullable: true, enum: [...REFUND_SPEEDS, null], description: 'Known once processed.' })
  speed_processed!: RefundSpeed | null;
  @ApiProperty({ type: String, nullable: true, enum: [...Object.keys(REFUND_FAILURES), null] }) failure_code!: RefundFailureCode | null;
  @ApiProperty({ ...text(), description: 'The failure in a sentence, for people.' }) failure_reason!: string | null;
  @ApiProperty({ type: () => AcquirerReference, nullable: true }) acquirer_reference!: AcquirerReference | null;
  @ApiProperty({ ...seconds, description: 'Unix seconds: by when the payer usually has the money.' }) expected_by_at!: number | null;
  @ApiProperty(seconds) processed_at!: number | null;
  @ApiProperty(seconds) failed_at!: number | null;
  @ApiProperty(text()) transaction_id!: string | null;
  @ApiProperty(text()) reference_id!: string | null;
  @ApiProperty(text()) description!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
