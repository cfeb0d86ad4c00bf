import type { CommandBody, Instrument, PaymentCommand, PaymentCommandType, Refusal } from '#contracts';
import type { Decision } from '#decider';
import type { Attempt, PaymentEvent, PaymentTerms } from '../events';
import type { ExistingPayment } from '../state';
import type { AnsweredLater, AttemptAnswer, FirstAnswer, ProcessorFee } from './attempt-result';
import type { PaymentRules } from './rules';

/** An attempt that is to be made. */
export interface NewAttempt {
  /** From 1. */
  number: number;
  instrument: Instrument;
  terms: PaymentTerms;
}

/** An attempt that its processor knows. */
export interface KnownAttempt {
  attempt: Attempt;
  terms: PaymentTerms;
}

/** A processor that answers without a network, in the words of a payment. Its answers are functions of their arguments. */
export interface InstantProcessor {
  /** What becomes of a new attempt, or why it cannot be made at all. */
  begin(attempt: NewAttempt): AttemptAnswer | { refusal: Refusal };
  fetch(known: KnownAttempt): AttemptAnswer;
  /** What it takes for a capture. @param amount minor units. */
  capture(known: KnownAttempt, amount: number): ProcessorFee | undefined;
  /** @param wrongBefore wrong passwords of this attempt so far. */
  submitOtp(known: KnownAttempt, otp: string, wrongBefore: number): AttemptAnswer;
  /** The payer or the bank does what a tester says; undefined when there is no such outcome. */
  simulate(known: KnownAttempt, outcome: string): AttemptAnswer | undefined;
}

/**
 * The processors as a decision sees them. One that answers without a network is asked inside the decision, so that a
 * payment and its outcome are one commit; one behind a network is only chosen, and asked once the choice is stored.
 */
export interface PaymentProcessors {
  /** Why no attempt could ever be made at the processor that a payment asks for, or null. */
  refusalOfHint(hint: string | undefined): Refusal | null;
  /** Who takes a new attempt, and what they answer where they answer at once. */
  begin(attempt: NewAttempt): FirstAnswer | { refusal: Refusal };
  /** Another processor for an attempt that was certainly not taken on; undefined when none is left. */
  another(known: KnownAttempt): AnsweredLater | undefined;
  /** The processor of a payment that answers at once; undefined in live mode and when its attempt is behind a network. */
  instant(state: ExistingPayment): InstantProcessor | undefined;
}

/** What a decision is made with, beside command and state. */
export interface PaymentContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: PaymentRules;
  /** From 0 to below 1: how much of the jitter this payment has now. */
  jitter: number;
  /** The id of the refund by which late money goes back. */
  lateRefundId: string;
  processors: PaymentProcessors;
}

export type PaymentDecision = Decision<PaymentEvent, Refusal>;

/** A command of one type as a decision sees it. */
export type PaymentCommandOf<TType extends PaymentCommandType> = CommandBody<Extract<PaymentCommand, { type: TType }>>;
