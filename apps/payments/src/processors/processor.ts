import type {
  CaptureMethod,
  CustomerSnapshot,
  DebitAtProcessor,
  FailureReason,
  FailureSource,
  FailureStep,
  Instrument,
  MandateReport,
  Metadata,
  NoticeReport,
  PaymentMethod,
  RefundSpeed,
  Refusal,
  UpiFlow,
} from '#contracts';
import type { PartnerDelivery } from '#partner-http';
import type { InstrumentFacts, NextAction, ProcessorReferences } from '../payment/decide/attempt-result';
import type { CallContext, Minor } from './call';
import type { MandateProcessor, MandateRails } from './mandate-processor';

export type { CallContext, Minor } from './call';

export interface ProcessorCapabilities {
  methods: PaymentMethod[];
  currencies: string[];
  upiFlows: UpiFlow[];
  manualCapture: boolean;
  partialCapture: boolean;
  partialRefund: boolean;
  instantRefund: boolean;
  mandates: MandateRails;
  simulate: boolean;
  rawCard: boolean;
  minAmount: Record<string, Minor>;
  /**
   * What tells repetitions of a creation apart: a key in a header, a number of ours that the processor keeps unique, or nothing.
   * Where there is nothing, the attempt is looked for and then begun, by one process at a time.
   */
  idempotency: 'header' | 'reference' | 'none';
}

/** Whose credentials are used. */
export interface AccountRef {
  accountId: string;
  livemode: boolean;
}

export interface CreateInput {
  paymentId: string;
  /** From 1. */
  attempt: number;
  amount: Minor;
  currency: string;
  instrument: Instrument;
  captureMethod: CaptureMethod;
  description?: string;
  /** At most 22 characters that card networks print; absent where the merchant gave none. */
  statementDescriptor?: string;
  metadata?: Metadata;
  /** In the clear: who asks the processor has unsealed it. Never logged, never in an error. */
  customer?: CustomerSnapshot;
  returnUrl?: string;
  /** Until when the customer may act, ms since the epoch. */
  expiresAtMs: number;
  /** Set where the money is taken under a mandate: which attempt of a debit it is, from 1. */
  debitAttempt?: number;
  /** It comes with the registration of a mandate. */
  isRegistration?: boolean;
  /** Set where it is taken under a mandate at a processor behind a network. */
  debit?: DebitAtProcessor;
  /** When the attempt was stored, ms since the epoch; with `debit`: one that begins much later may be a repetition. */
  startedAtMs?: number;
}

/** What Hundi knows of a payment at the processor. Adapters keep nothing, so it comes with every call. */
export interface KnownPayment {
  paymentId: string;
  /** From 1. */
  attempt: number;
  /** The processor's own id; null while it returned none (a call without a reply), then the payment is found by ours. */
  processorRef: string | null;
  amount: Minor;
  currency: string;
  instrument: Instrument;
  captureMethod: CaptureMethod;
  /** Set where it is taken under a mandate. */
  debit?: DebitAtProcessor;
}

export type ProcessorState = 'requires_action' | 'processing' | 'authorized' | 'captured' | 'failed' | 'cancelled' | 'expired';

export interface ProcessorError {
  /** `invalid`: the request is wrong and no payment came of it. */
  class: 'invalid' | 'declined' | 'gateway' | 'network' | 'internal';
  reason: FailureReason | 'sandbox_outcome_unknown';
  source: FailureSource;
  step: FailureStep;
  networkCode?: string;
  payerMayRetry: boolean;
  /** False leaves the payment `processing`, never `failed`. */
  outcomeKnown: boolean;
  /** True when the request was certainly not taken on, so that nothing can have moved and another processor may be tried. */
  mayTryElsewhere?: true;
  /** The processor's own word for it, at most 64 characters. */
  rawCode?: string;
  /** The request field at fault, with class `invalid`. */
  param?: string;
  message?: string;
}

export interface ProcessorPayment {
  /** Null when the processor returned none. */
  processorRef: string | null;
  state: ProcessorState;
  amount: Minor;
  currency: string;
  nextAction?: NextAction;
  refs: ProcessorReferences;
  facts?: InstrumentFacts;
  /** On the whole amount, without GST, and the GST on it. */
  fee?: { amount: Minor; gst: Minor };
  error?: ProcessorError;
  rawStatus: string;
  occurredAtMs: number;
  /** When something more may be known; absent when this is the end. */
  checkAtMs?: number;
  /** No reply, or none that was understood: this says nothing about the payment. Always with `processing`. */
  isUnknown?: true;
}

export interface RefundInput {
  refundId: string;
  payment: KnownPayment;
  amount: Minor;
  speed: RefundSpeed;
  metadata?: Metadata;
}

/** What Hundi knows of a refund at the processor. */
export interface KnownRefund extends RefundInput {
  /** The processor's own id; null while it returned none, then the refund is found by ours. */
  processorRef: string | null;
}

/** What the bank is to do with a refund, and why it would fail. */
export interface SimulatedRefund {
  outcome: 'processed' | 'failed';
  reason: string;
}

/** A call that did not come back is `pending`: the refund may be on its way. */
export interface ProcessorRefund {
  /** Null when the processor returned none. */
  processorRef: string | null;
  status: 'pending' | 'processed' | 'failed' | 'cancelled';
  speedProcessed: RefundSpeed;
  /** A word of `REFUND_FAILURES`, with `failed`. */
  failureReason?: string;
  refs: { rrn?: string; arn?: string; utr?: string };
  /** Taken on but not sent to the bank: it can still be taken back. */
  isQueued?: true;
  /** When a pending refund may be known; absent when it is unknown. */
  checkAtMs?: number;
}

export interface ProcessorBank {
  code: string;
  corporate: boolean;
  up: boolean;
}

/** Whose attempt an event is about, as our own notes at the processor say. To be checked against what is stored. */
export interface EventSubject {
  /** Absent where the processor keeps no notes of ours: then the payment is found by its id. */
  accountId?: string;
  paymentId: string;
  attempt: number;
}

/** Which mandate or notice an event is about: by our own ids, or by what the processor calls it. */
export type ReferencedSubject = { accountId?: string; id: string } | { reference: string };

/** An event that a processor's webhook reported; `id` is unique at the processor and the same at every delivery. */
export type ProcessorEvent =
  /** Without a report the processor has to be asked what it is. */
  | { id: string; about: 'mandate'; subject: ReferencedSubject; report?: MandateReport; atMs: number }
  | { id: string; about: 'notice'; subject: ReferencedSubject; notice: Omit<NoticeReport, 'number'> & { number?: number }; atMs: number }
  | { id: string; about: 'payment'; subject: EventSubject; payment: ProcessorPayment }
  | { id: string; about: 'refund'; subject: Omit<EventSubject, 'attempt'>; refundId: string; amount: Minor; refund: ProcessorRefund };

/**
 * The outside party that moves money (docs/reference/processors.md, Rules of every adapter). Adapters keep nothing. They never throw for
 * what the outside does: a call that may have moved money and did not come back answers `processing`, one that certainly was not taken on
 * answers `failed` with `mayTryElsewhere`. `create` and `refund` may be repeated with the same ids and act once. Money is in minor units
 * and times are in ms since the epoch, so that no adapter type leaks inwards.
 */
export interface PaymentProcessor {
  readonly name: string;
  /** The same for every account and at all times: what the adapter and its settings allow. */
  capabilities(): ProcessorCapabilities;
  listBanks(account: AccountRef): Promise<ProcessorBank[]>;
  validateVpa?(vpa: string): Promise<{ exists: boolean; name?: string }>;
  create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment>;
  submitOtp?(payment: KnownPayment, otp: string, wrongBefore: number, ctx: CallContext): Promise<ProcessorPayment>;
  fetch(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment>;
  capture?(payment: KnownPayment, amount: Minor, ctx: CallContext): Promise<ProcessorPayment>;
  void?(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment>;
  refund(input: RefundInput, ctx: CallContext): Promise<ProcessorRefund>;
  fetchRefund(refund: KnownRefund, ctx: CallContext): Promise<ProcessorRefund>;
  /** @throws DeliveryRefusedError. Nothing that concerns us: an empty list. */
  parseWebhook(delivery: PartnerDelivery): ProcessorEvent[];
  simulate?(payment: KnownPayment, outcome: string, ctx: CallContext): Promise<ProcessorPayment>;
  /** Mandates and notices, where the processor has them. */
  readonly mandates?: MandateProcessor;
}

/**
 * A processor that answers without a network. It can be asked inside the decision, so that the payment and its outcome
 * are one commit. Its answers are functions of their arguments.
 */
export interface InstantProcessor extends PaymentProcessor {
  createNow(input: CreateInput, nowMs: number): ProcessorPayment;
  fetchNow(payment: KnownPayment, nowMs: number): ProcessorPayment;
  captureNow(payment: KnownPayment, amount: Minor, nowMs: number): ProcessorPayment;
  /** @param wrongBefore wrong passwords of this attempt so far. */
  submitOtpNow(payment: KnownPayment, otp: string, wrongBefore: number, nowMs: number): ProcessorPayment;
  /** Undefined when there is no such outcome. */
  simulateNow(payment: KnownPayment, outcome: string, nowMs: number): ProcessorPayment | undefined;
  /** Why a refund cannot be asked for at all, or null. */
  refundRefusal(input: RefundInput): Refusal | null;
  refundNow(input: RefundInput, nowMs: number): ProcessorRefund;
  fetchRefundNow(refund: KnownRefund, nowMs: number): ProcessorRefund;
  /** The bank does what the caller asks for. */
  simulateRefundNow(refund: KnownRefund, wanted: SimulatedRefund, nowMs: number): ProcessorRefund;
}
