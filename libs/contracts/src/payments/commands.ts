import type { AccountPaymentRules } from '../accounts/account-rules';
import type { Command } from '../command';
import type { CardBrand } from '../india/cards';
import type { SealedText } from '../encrypted';
import type { TakenPayment } from '../mandates/registration-payment';
import type { MandateReferences } from '../mandates/references';
import type { CaptureMethod, PaymentMethod, UpiFlow } from './payment-method';

/** A card as it may travel: never a number, never a security code. */
export interface CardFacts {
  /** The scenario a sandbox card plays; null for a live card. */
  scenario: string | null;
  brand: CardBrand;
  last4: string;
  expiryMonth: number | null;
  expiryYear: number | null;
  international: boolean;
  /** A sandbox card whose number is known from another processor. */
  isFamiliar?: true;
}

/** A card is good to the end of its month. */
export function isCardExpired({ expiryYear, expiryMonth }: Pick<CardFacts, 'expiryYear' | 'expiryMonth'>, nowMs: number): boolean {
  return expiryYear !== null && expiryMonth !== null && nowMs >= Date.UTC(expiryYear, expiryMonth, 1);
}

/** By what an instrument is recognized without its number: both are keyed digests (libs/personal-data, blind index). */
export interface InstrumentFingerprint {
  /** Equal for the same instrument of the same customer. */
  digest: string;
  /** Equal for the same instrument in the account and mode, sealed for the customer; absent while keys cannot be read. */
  sealed?: SealedText;
}

/** What the payer pays with. Parts that were not given are null and left to the processor. */
export type Instrument =
  | { method: 'upi'; flow: UpiFlow; vpa: string | null; fingerprint?: InstrumentFingerprint }
  | { method: 'card'; card: CardFacts | null; fingerprint?: InstrumentFingerprint }
  | { method: 'netbanking'; bank: string | null }
  | { method: 'enach'; bank: string | null; last4: string | null };

/**
 * The customer of a payment as it travels and rests: one token of the whole (PaymentCustomer) when it was given with the
 * payment, or the tokens of a saved customer's fields.
 */
export type SealedPayer = SealedText | { name?: SealedText; email?: SealedText; phone?: SealedText };

/** The customer of a payment in the clear, for processors that need it. Missing parts are left out. */
export interface CustomerSnapshot {
  name?: string;
  email?: string;
  /** E.164. */
  phone?: string;
}

/** Where the money of a debit is taken: at the processor of its mandate and at no other. */
export interface DebitAtProcessor {
  /** Name of the processor. */
  processor: string;
  mandateId: string;
  /** What the processor calls the mandate. */
  references: MandateReferences;
  /** What the processor calls the notice of the debit; absent where none was needed. */
  notice?: string;
}

export type Metadata = Record<string, string | number | boolean>;

/** What the merchant asked for, normalized: upper-case currency, E.164 phone, canonical bank code. Absent means empty. */
export interface CreatePaymentPayload {
  /** Minor units. */
  amount: number;
  currency: string;
  /** The methods that may be used, at least one. */
  methods: PaymentMethod[];
  /** Set when the method is chosen; absent when the customer has to choose. */
  instrument?: Instrument;
  captureMethod: CaptureMethod;
  /** How long an authorization waits for its capture, in milliseconds; with `manual` only. */
  captureWindowMs?: number;
  description?: string;
  statementDescriptor?: string;
  customer?: SealedPayer;
  customerId?: string;
  metadata?: Metadata;
  referenceId?: string;
  returnUrl?: string;
  paymentMethodId?: string;
  mandateId?: string;
  /** It comes with the registration of that mandate. */
  withRegistration?: true;
  /** Its processor has taken it with that registration: it is captured from the start. */
  taken?: Omit<TakenPayment, 'paymentId'>;
  /** Set where a debit makes it: an attempt of a debit, from 1. `at` where the processor is behind a network. */
  debit?: { id: string; attempt: number; at?: DebitAtProcessor };
  /** The invoice that it pays. */
  invoiceId?: string;
  /** The subscription that made the invoice. */
  subscriptionId?: string;
  offSession?: true;
  savePaymentMethod?: true;
  /** Milliseconds since the epoch. */
  expiresAtMs?: number;
  /** Routing hint. */
  processor?: string;
  /** What the account has decided; absent for nothing. */
  rules?: AccountPaymentRules;
}

/** One of the two says how it is paid. */
export interface ConfirmPaymentPayload {
  instrument?: Instrument;
  /** A saved instrument of the customer of the payment. */
  paymentMethodId?: string;
  /** What the caller takes the saved instrument for; it must be of this method then. */
  method?: PaymentMethod;
  returnUrl?: string;
  /** How many attempts the payer has seen: after another one that is not what they decided. */
  attemptsSeen?: number;
}

export interface CapturePaymentPayload {
  /** Minor units; null for all that was authorized. */
  amount: number | null;
}

export interface CancelPaymentPayload {
  reason: string | null;
}

export interface UpdatePaymentPayload {
  description?: string | null;
  referenceId?: string | null;
  /** Merged key by key; null removes a key, and null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** What a reactor or a processor's callback learned about an attempt. The shape of the answer is the processor port's. */
export interface RecordOutcomePayload {
  /** 1 for the first attempt; an answer about an attempt that is over changes nothing. */
  attempt: number;
  answer: unknown;
  /** When the processor was asked, ms since the epoch; absent when it reported by itself or was not reached. */
  askedAtMs?: number;
  /** True when the attempt was certainly not taken on, so that another processor may be tried. */
  mayTryElsewhere?: true;
}

export interface SubmitOtpPayload {
  /** As the customer typed it, 4 to 8 digits; on the bus a sealed token. Stored nowhere. */
  otp: string;
}

export interface SimulatePaymentPayload {
  /** `approve`, or a status or reason word of the sandbox (docs/reference/testing.md). */
  outcome: string;
}

export interface RequestRefundPayload {
  refundId: string;
  /** Minor units; null for all that is left. */
  amount: number | null;
  reason: RefundReason;
  /** `normal` unless given. */
  speed?: 'normal' | 'instant';
  /** Minor units of it that are paid from the balance of the customer. */
  fromBalance?: number;
  referenceId?: string;
  description?: string;
  metadata?: Metadata;
}

export interface RefundOutcomePayload {
  refundId: string;
  /** What the refund is of, minor units: for one whose amount the payment had freed already. */
  amount?: number;
}

/** What an operator may say of a payment that people have to look at. */
export const PAYMENT_RESOLUTIONS = ['captured', 'not_captured', 'settled'] as const;

/** Who said it, and why: both are kept with the event. */
export interface ResolutionNote {
  /** At most 100 characters. */
  by: string;
  /** At most 500 characters; nothing personal belongs in it. */
  note: string;
}

export interface ResolvePaymentPayload extends ResolutionNote {
  /** `captured`: so much was taken; `not_captured`: nothing was; `settled`: what went back too much is dealt with elsewhere. */
  as: (typeof PAYMENT_RESOLUTIONS)[number];
  /** With `captured`: minor units. */
  amount?: number;
}

export const REFUND_REASONS = [
  'requested_by_customer',
  'duplicate',
  'fraudulent',
  'order_cancelled',
  'service_not_provided',
  'other',
  'uncaptured_expired',
  'late_authorization',
  'dispute_accepted',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Command type → payload: everything that can be asked of a payment (docs/reference/state-machines.md, Payment). */
export interface PaymentCommandPayloads {
  'payments.create': CreatePaymentPayload;
  'payments.confirm': ConfirmPaymentPayload;
  'payments.capture': CapturePaymentPayload;
  'payments.cancel': CancelPaymentPayload;
  'payments.update': UpdatePaymentPayload;
  /** Ask the processor for the truth now. */
  'payments.sync': Record<string, never>;
  'payments.record_outcome': RecordOutcomePayload;
  /** The customer's one-time password. */
  'payments.submit_otp': SubmitOtpPayload;
  /** Test mode only: act as the payer or the bank of the sandbox. */
  'payments.simulate': SimulatePaymentPayload;
  'payments.request_refund': RequestRefundPayload;
  /** The refund that reserved an amount waits for its processor. */
  'payments.refund_pending': RefundOutcomePayload;
  'payments.refund_processed': RefundOutcomePayload;
  'payments.refund_failed': RefundOutcomePayload;
  /** An operator says how held money stands. */
  'payments.resolve': ResolvePaymentPayload;
  /** Sent by the store when the time has come that the payment asked for. */
  'payments.wake': Record<string, never>;
}

export type PaymentCommandType = keyof PaymentCommandPayloads;

export const PAYMENT_COMMAND_TYPES = [
  'payments.create',
  'payments.confirm',
  'payments.capture',
  'payments.cancel',
  'payments.update',
  'payments.sync',
  'payments.record_outcome',
  'payments.submit_otp',
  'payments.simulate',
  'payments.request_refund',
  'payments.refund_pending',
  'payments.refund_processed',
  'payments.refund_failed',
  'payments.resolve',
  'payments.wake',
] as const satisfies readonly PaymentCommandType[];

export type PaymentCommand = { [TType in PaymentCommandType]: Command<TType, PaymentCommandPayloads[TType]> }[PaymentCommandType];
