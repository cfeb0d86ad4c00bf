import type {
  AccountPaymentRules,
  CaptureMethod,
  CustomerSnapshot,
  DebitAtProcessor,
  DomainEvent,
  Failure,
  Metadata,
  PaymentMethod,
  RefundReason,
  ResolutionNote,
  ResolvePaymentPayload,
  SealedPayer,
} from '#contracts';
import type { AttemptAnswer, NextAction, ProcessorFee, RoutingFacts } from './decide/attempt-result';

/** What was asked for at creation. Money in minor units, times in ms since the epoch; absent means empty. */
export interface PaymentTerms {
  amount: number;
  currency: string;
  methods: PaymentMethod[];
  /** The payer chooses among the methods; absent where the merchant named the one to begin with. */
  payerChooses?: true;
  captureMethod: CaptureMethod;
  /** Milliseconds that an authorization waits for its capture; absent with automatic capture. */
  captureWindowMs?: number;
  expiresAtMs: number;
  description?: string;
  statementDescriptor?: string;
  /** Sealed; in the clear only where version 1 of `payment.created` wrote it so. */
  customer?: SealedPayer | CustomerSnapshot;
  customerId?: string;
  /** The saved instrument it was asked to be paid with. */
  paymentMethodId?: string;
  metadata?: Metadata;
  referenceId?: string;
  returnUrl?: string;
  offSession?: true;
  /** The mandate and the debit that it is an attempt of. */
  mandateId?: string;
  debit?: { id: string; attempt: number; at?: DebitAtProcessor };
  /** The invoice that it pays. */
  invoiceId?: string;
  /** The subscription that made the invoice. */
  subscriptionId?: string;
  savePaymentMethod?: true;
  /** The saved method that its instrument became; null where there was no customer left to save it for; absent until money is held. */
  savedMethodId?: string | null;
  /** The processor the caller wished for. */
  processorHint?: string;
  /** What the account had decided when it was created. */
  rules?: AccountPaymentRules;
}

/** One try at one processor. Its public id derives from the payment id and the number (attempt-id.ts). */
export interface Attempt extends Pick<AttemptAnswer, 'processor' | 'reference' | 'instrument' | 'facts' | 'references'> {
  /** From 1. */
  number: number;
  /** Absent where there was nothing to choose. */
  routing?: RoutingFacts;
  /** The processor is behind a network: it is asked outside the decision, and answers when it can. */
  answersLater?: true;
  /** Other numbers under which the processor spoke of this attempt, oldest first: a page before its payment, or a second payment. */
  others?: readonly string[];
}

/** Something asked of a processor behind a network about a payment that it knows. Minor units. */
export type ProcessorCall =
  | { kind: 'capture'; amount: number }
  /** `reason` becomes the reason of the cancellation. */
  | ({ kind: 'void'; reason: string | null } & CancelledBy)
  /** The password itself is in no event: it is kept in memory for the moment of the call. */
  | { kind: 'submit_otp' };

/** The reason of a cancellation is free text, so it does not say who cancelled. */
export interface CancelledBy {
  byMerchant?: true;
}

/** Money that is to be let go: why, as a cancellation says it, and when, ms since the epoch. */
export interface Release extends CancelledBy {
  atMs: number;
  reason: string | null;
}

/** An operator's word on held money. `atMs`: ms since the epoch. */
export interface Resolution extends ResolutionNote {
  as: ResolvePaymentPayload['as'];
  atMs: number;
}

/** When to ask the processor again, ms since the epoch. */
interface Asking {
  checkAtMs?: number;
}

/** That the processor was asked, and when, ms since the epoch; absent when it reported by itself or was not reached. */
interface Asked extends Asking {
  askedAtMs?: number;
}

export interface UpdatedText {
  /** null removes. */
  description?: string | null;
  referenceId?: string | null;
  /** null removes a key; null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

type Event<TType extends string, TData> = DomainEvent<TType, TData>;

/**
 * The facts of a payment's life. An attempt has no events of its own while it is the only one: `payment.processing` or
 * `payment.requires_action` starts it and `authorized` or `failed` ends it. One that ends in the commit that begins it has the
 * end alone, so that a plain payment is three events: created, authorized, captured.
 */
export type PaymentEvent =
  | Event<'payment.created', PaymentTerms>
  | Event<'payment.requires_action', { attempt: Attempt; nextAction: NextAction } & Asking>
  | Event<'payment.processing', { attempt: Attempt; atMs: number; failure?: Failure } & Asking>
  | Event<'payment.authorized', { attempt?: Attempt; amount: number; atMs: number; captureBeforeMs?: number }>
  | Event<'payment.late_authorized', { attempt: Attempt; amount: number; atMs: number; captureBeforeMs?: number }>
  /** The fee is absent where the processor reports none. */
  | Event<'payment.captured', { amount: number; atMs: number } & Partial<ProcessorFee>>
  | Event<'payment.failed', { failure: Failure; atMs: number; attempt?: Attempt } & Asking>
  | Event<'payment.cancelled', { reason: string | null; atMs: number; attempt?: Attempt } & CancelledBy>
  | Event<'payment.expired', { failure?: Failure; atMs: number; attempt?: Attempt } & Asking>
  | Event<'payment.partially_refunded', { refundId: string; amount: number }>
  | Event<'payment.refunded', { refundId: string; amount: number }>
  /** Internal: the saved instrument that is paid with from now on; null for none. */
  /** The instrument is saved for the customer; null when the customer has been deleted. */
  | Event<'payment.method_saved', { paymentMethodId: string | null }>
  | Event<'payment.method_chosen', { paymentMethodId: string | null }>
  | Event<'payment.updated', { text: UpdatedText }>
  /** The processor does not know either: the payment waits (`awaiting_status`). */
  | Event<'payment.outcome_unknown', { failure?: Failure; attempt?: Attempt } & Asked>
  /** A processor behind a network is asked to act; it is due at `dueAtMs`, ms since the epoch. */
  | Event<'payment.call_requested', { call: ProcessorCall; atMs: number; dueAtMs: number }>
  /** The processor will not take the money that it holds; the payment is as it was, and may be captured again. */
  | Event<'payment.capture_failed', { failure: Failure }>
  /**
   * The processor will not do what it was asked; the payment is as it was. `release`: it is asked once more to let go.
   * Refused captures were stored so before `payment.capture_failed` was there.
   */
  | Event<'payment.call_refused', { failure: Failure; release?: Release }>
  /** The one-time password was not taken; the customer may give another. `wrong` counts the wrong ones of this attempt. */
  | Event<'payment.otp_refused', { failure: Failure; wrong: number }>
  /** A processed refund came back from the bank: its amount may be refunded again. */
  | Event<'payment.refund_returned', { refundId: string }>
  /**
   * Internal: asked again, nothing new. Without `checkAtMs` nothing is asked any more. `unanswered`: no reply said how an ended
   * payment stands, so that the question does not count.
   */
  | Event<'payment.status_checked', Asked & { unanswered?: true }>
  /** Internal: the next question is asked at another time than the schedule says, because a caller asked. */
  | Event<'payment.poll_rescheduled', { checkAtMs: number }>
  /** Internal: the amount of a refund is reserved, or free again. `fromBalance`: of it, what is paid from the balance of the customer. */
  | Event<'payment.refund_requested', { refundId: string; amount: number; reason: RefundReason; fromBalance?: number }>
  /** A refund waits for its processor: what it reserved cannot be refunded meanwhile. */
  | Event<'payment.refund_pending', { refundId: string }>
  | Event<'payment.refund_released', { refundId: string }>
  /** Money left for a refund after the whole of the payment had gone back. */
  | Event<'payment.refund_exceeded', { refundId: string; amount: number }>
  /** What went out above the captured amount came back another way, as an operator said. Minor units. */
  | Event<'payment.over_refund_recovered', { amount: number }>
  /** Internal: an operator looked at held money and said how it stands; what follows from that comes with it. */
  | Event<'payment.resolved', Resolution>
  /** Another processor is tried within the same payment. */
  | Event<'attempt.failed', { number: number; failure: Failure }>
  | Event<'attempt.started', { attempt: Attempt } & Asking>
  /** Paid although another attempt, or another payment of the same attempt, counts: this money goes back. */
  | Event<'attempt.succeeded', { attempt: Attempt; amount: number; atMs: number }>;

export type PaymentEventName = PaymentEvent['type'];
