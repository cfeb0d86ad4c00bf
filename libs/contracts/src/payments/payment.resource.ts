import { ApiProperty } from '../api-property';
import { PERSONAL } from '../encrypted';
import {
  CAPTURE_METHODS,
  CHARGED_METHODS,
  PAYMENT_METHODS,
  UPI_FLOWS,
  type CaptureMethod,
  type ChargedMethod,
  type PaymentMethod,
} from './payment-method';
import { ExampleOf } from '../examples';

/** The states of a payment (docs/reference/state-machines.md, Payment). */
export const PAYMENT_STATUSES = [
  'created',
  'requires_action',
  'processing',
  'authorized',
  'captured',
  'failed',
  'cancelled',
  'expired',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/** Those in which an attempt may be begun. */
export const CONFIRMABLE_STATUSES = ['created', 'requires_action', 'failed'] as const satisfies readonly PaymentStatus[];

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const seconds = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;
const minor = { type: 'integer', format: 'int64', minimum: 0, maximum: 9_007_199_254_740_991 } as const;

/** Who pays, as given at creation. */
export class PaymentCustomer {
  @ApiProperty(text('Asha Verma')) name!: string | null;
  @ApiProperty(text('asha@example.com')) email!: string | null;
  @ApiProperty(text('+919876543210')) phone!: string | null;
}

/** How a UPI payment was made; the RRN is what customers know as UTR. */
export class UpiDetails {
  @ApiProperty(text('success@sandbox')) vpa!: string | null;
  @ApiProperty({ type: String, enum: UPI_FLOWS }) flow!: string;
  @ApiProperty(text('bank_account')) payer_account_type!: string | null;
  @ApiProperty(text('632418000001')) rrn!: string | null;
  @ApiProperty(text()) upi_transaction_id!: string | null;
}

/** The card, as far as it may be shown. */
export class CardDetails {
  @ApiProperty(text('visa')) network!: string | null;
  @ApiProperty(text('0005')) last4!: string | null;
  @ApiProperty(text()) issuer!: string | null;
  @ApiProperty(text('credit')) type!: string | null;
  @ApiProperty({ ...text('12/2030'), description: 'MM/YYYY' }) expiry!: string | null;
  @ApiProperty({ type: Boolean, nullable: true }) international!: boolean | null;
  @ApiProperty({ type: Boolean }) network_token!: boolean;
}

/** The bank, and its own number of the payment. */
export class NetbankingDetails {
  @ApiProperty(text('SBIN')) bank!: string | null;
  @ApiProperty(text()) bank_transaction_id!: string | null;
}

/** The bank account that was debited under a mandate, and the bank's own number of the payment. */
export class EnachDetails {
  @ApiProperty(text('HDFC')) bank!: string | null;
  @ApiProperty(text('4321')) last4!: string | null;
  @ApiProperty(text()) bank_transaction_id!: string | null;
}

/** One entry for each method; those not used are null. */
export class PaymentMethodDetails {
  @ApiProperty({ type: () => UpiDetails, nullable: true }) upi!: UpiDetails | null;
  @ApiProperty({ type: () => CardDetails, nullable: true }) card!: CardDetails | null;
  @ApiProperty({ type: () => NetbankingDetails, nullable: true }) netbanking!: NetbankingDetails | null;
  @ApiProperty({ type: () => EnachDetails, nullable: true }) enach!: EnachDetails | null;
}

/** What the customer has to do next. Fields that the type does not use are null. */
export class PaymentNextAction {
  @ApiProperty({ type: String, enum: ['upi_intent', 'upi_qr', 'upi_collect', 'redirect_to_url', 'otp', 'app_intent', 'qr', 'wait'] })
  type!: string;
  @ApiProperty({ ...text(), description: 'upi_intent: the UPI deep link, to be passed on unchanged.' }) intent_url!: string | null;
  @ApiProperty({ type: 'object', nullable: true, additionalProperties: { type: 'string' }, description: 'upi_intent: the link per app.' })
  apps!: Record<string, string> | null;
  @ApiProperty({ ...text(), description: 'upi_intent and upi_qr: what the QR code carries.' }) qr!: string | null;
  @ApiProperty({
    ...text(),
    description:
      'upi_intent and upi_qr: the QR code of `qr` as an SVG document, with its quiet zone, to be shown at any size. In answers about one payment; null in lists, events and webhooks, which have `qr`.',
  })
  qr_code!: string | null;
  @ApiProperty(text()) vpa!: string | null;
  @ApiProperty(text()) url!: string | null;
  @ApiProperty({ type: String, nullable: true, enum: ['GET', 'POST', null] }) method!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'otp: number of digits.' }) otp_length!: number | null;
  @ApiProperty(seconds) expires_at!: number | null;
}

/** Every field empty: a step fills in those that its type uses. */
export const EMPTY_NEXT_ACTION: Readonly<Omit<PaymentNextAction, 'type' | 'expires_at'>> = {
  intent_url: null,
  apps: null,
  qr: null,
  qr_code: null,
  vpa: null,
  url: null,
  method: null,
  otp_length: null,
};

/** Why the last attempt did not succeed, or what it waits for. Branch on `reason` (docs/reference/indian-payments.md, Failures). */
export class PaymentLastError {
  @ApiProperty({ type: String, example: 'payment_declined', description: 'The class of the failure.' }) code!: string;
  @ApiProperty({ type: String, example: 'insufficient_funds' }) reason!: string;
  @ApiProperty({ type: String, enum: ['customer', 'business', 'bank', 'psp', 'gateway', 'network', 'internal'] }) source!: string;
  @ApiProperty({ type: String, example: 'payment_debit_request' }) step!: string;
  @ApiProperty({ ...text('Z9'), description: 'NPCI or ISO 8583 code.' }) network_code!: string | null;
  @ApiProperty({
    type: Boolean,
    description:
      'Whether the payer may try again, with the same method or another. `retryable` of an error is about repeating the request.',
  })
  payer_may_retry!: boolean;
  @ApiProperty({ type: String }) message!: string;
}

/** What a risk engine made of the payment. */
export class PaymentRisk {
  @ApiProperty({ type: 'integer', nullable: true }) score!: number | null;
  @ApiProperty({ type: String, nullable: true }) decision!: string | null;
}

/** A payment as the API shows it. Every field is always present, null when empty. */
@ExampleOf('payment.captured')
export class PaymentResource {
  @ApiProperty({ type: String, pattern: '^pay_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['payment'] }) object!: 'payment';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: PAYMENT_STATUSES }) status!: PaymentStatus;
  @ApiProperty({ ...minor, example: 50000 }) amount!: number;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty(minor) amount_capturable!: number;
  @ApiProperty(minor) amount_captured!: number;
  @ApiProperty({ ...minor, description: 'What went back of the captured amount.' }) amount_refunded!: number;
  @ApiProperty({
    ...minor,
    description: 'What went back above the captured amount: a refund that had failed was paid out after all. 0 as a rule.',
  })
  amount_over_refunded!: number;
  @ApiProperty({
    ...minor,
    description: 'What a refund may still take: captured, less what went back and what pending refunds have reserved.',
  })
  amount_refundable!: number;
  @ApiProperty({ type: String, nullable: true, enum: ['partial', 'full', null] }) refund_status!: 'partial' | 'full' | null;
  @ApiProperty({ type: String, nullable: true, enum: [...CHARGED_METHODS, null] }) payment_method!: ChargedMethod | null;
  @ApiProperty({ type: String, enum: PAYMENT_METHODS, isArray: true }) payment_methods!: PaymentMethod[];
  @ApiProperty({ type: () => PaymentMethodDetails, nullable: true }) payment_method_details!: PaymentMethodDetails | null;
  @ApiProperty(text()) payment_method_id!: string | null;
  @ApiProperty(text()) description!: string | null;
  @ApiProperty(text()) statement_descriptor!: string | null;
  @ApiProperty({ type: () => PaymentCustomer, nullable: true, ...PERSONAL }) customer!: PaymentCustomer | null;
  @ApiProperty(text()) customer_id!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty(text()) reference_id!: string | null;
  @ApiProperty({ type: String, enum: CAPTURE_METHODS }) capture_method!: CaptureMethod;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How long an authorization waits for its capture, in seconds; null with automatic capture.',
  })
  capture_window_seconds!: number | null;
  @ApiProperty({ ...seconds, description: 'Unix seconds. Until when it can be captured; null unless it is authorized.' })
  capture_before_at!: number | null;
  @ApiProperty({ type: () => PaymentNextAction, nullable: true }) next_action!: PaymentNextAction | null;
  @ApiProperty(text()) return_url!: string | null;
  @ApiProperty({ ...text(), description: 'Where the payer chooses how to pay; null once that is over, or where the merchant chose.' })
  checkout_url!: string | null;
  @ApiProperty(text()) client_secret!: string | null;
  @ApiProperty(text()) mandate_id!: string | null;
  @ApiProperty(text()) subscription_id!: string | null;
  @ApiProperty(text()) invoice_id!: string | null;
  @ApiProperty(text()) payment_link_id!: string | null;
  @ApiProperty(text('sandbox')) processor!: string | null;
  @ApiProperty(text()) processor_reference!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0 }) attempt_count!: number;
  @ApiProperty(text()) latest_attempt_id!: string | null;
  @ApiProperty({ type: () => PaymentLastError, nullable: true }) last_error!: PaymentLastError | null;
  @ApiProperty({ type: Boolean }) late_authorized!: boolean;
  @ApiProperty({ type: () => PaymentRisk, nullable: true }) risk!: PaymentRisk | null;
  @ApiProperty({ ...minor, nullable: true, description: 'Without tax; null until the processor reports it.' }) fee!: number | null;
  @ApiProperty({ ...minor, nullable: true, description: 'GST on the fee; null with it.' }) tax!: number | null;
  @ApiProperty({ ...minor, nullable: true, description: 'Captured amount less fee and tax; null with them.' }) net_amount!: number | null;
  @ApiProperty({ type: Boolean }) disputed!: boolean;
  @ApiProperty(text()) settlement_id!: string | null;
  @ApiProperty(text()) transaction_id!: string | null;
  @ApiProperty({ ...seconds, description: 'Unix seconds. Until when it can be paid; null once it is authorized, captured or cancelled.' })
  expires_at!: number | null;
  @ApiProperty(seconds) authorized_at!: number | null;
  @ApiProperty(seconds) captured_at!: number | null;
  @ApiProperty(seconds) cancelled_at!: number | null;
  @ApiProperty(text()) cancellation_reason!: string | null;
  @ApiProperty(seconds) failed_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
