import { ApiProperty } from '../api-property';
import { CHARGED_METHODS, type ChargedMethod } from './payment-method';
import { PaymentLastError, PaymentMethodDetails } from './payment.resource';
import { EXAMPLE_IDS, Example } from '../examples';

/** What became of an attempt; an open one is `requires_action` or `processing`. */
export const ATTEMPT_STATUSES = ['requires_action', 'processing', 'authorized', 'captured', 'failed', 'expired', 'cancelled'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

const text = { type: String, nullable: true } as const;
const seconds = { type: 'integer', description: 'Unix seconds' } as const;

/** A processor that could not have the attempt, and why. */
export class SkippedProcessor {
  @ApiProperty({ type: String }) processor!: string;
  @ApiProperty({ type: String, example: 'currency' }) reason!: string;
}

/** Why an attempt went to its processor. */
export class AttemptRouting {
  @ApiProperty({ type: String, description: 'The rule that matched, as the operator wrote it.' }) rule!: string;
  @ApiProperty({ type: String, isArray: true, description: 'The processors that could have taken it, in order; the first was chosen.' })
  order!: string[];
  @ApiProperty({ ...text, description: 'The processor that was asked for with the payment.' }) hint!: string | null;
  @ApiProperty({ type: () => SkippedProcessor, isArray: true }) skipped!: SkippedProcessor[];
}

/** One try of a payment at one processor. Every field is always present, null when empty. */
@Example<AttemptResource>({
  id: EXAMPLE_IDS.attempt,
  object: 'attempt',
  livemode: false,
  payment_id: EXAMPLE_IDS.payment,
  number: 1,
  status: 'captured',
  payment_method: 'upi',
  payment_method_details: {
    upi: { vpa: 'success@sandbox', flow: 'collect', payer_account_type: 'bank_account', rrn: '632418000001', upi_transaction_id: null },
    card: null,
    netbanking: null,
    enach: null,
  },
  processor: 'sandbox',
  processor_reference: 'sbx_n_1',
  routing: null,
  error: null,
  created_at: 1_795_219_200,
  updated_at: 1_795_219_202,
})
export class AttemptResource {
  @ApiProperty({ type: String, pattern: '^att_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['attempt'] }) object!: 'attempt';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^pay_[0-9A-Za-z]{24}$' }) payment_id!: string;
  @ApiProperty({ type: 'integer', minimum: 1 }) number!: number;
  @ApiProperty({ type: String, enum: ATTEMPT_STATUSES }) status!: AttemptStatus;
  @ApiProperty({ type: String, enum: CHARGED_METHODS }) payment_method!: ChargedMethod;
  @ApiProperty({ type: () => PaymentMethodDetails, nullable: true }) payment_method_details!: PaymentMethodDetails | null;
  @ApiProperty({ type: String, example: 'sandbox' }) processor!: string;
  @ApiProperty({ ...text, description: "The processor's own id." }) processor_reference!: string | null;
  @ApiProperty({ type: () => AttemptRouting, nullable: true, description: 'Null where there was nothing to choose.' })
  routing!: AttemptRouting | null;
  @ApiProperty({ type: () => PaymentLastError, nullable: true, description: 'Why it did not succeed, or what it waits for.' })
  error!: PaymentLastError | null;
  @ApiProperty(seconds) created_at!: number;
  @ApiProperty(seconds) updated_at!: number;
}
