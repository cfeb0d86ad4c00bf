import type { CommandBody, CreateRefundPayload, Refusal, RefundCommand, RefundCommandType, SimulateRefundPayload } from '#contracts';
import type { Decision } from '#decider';
import type { RefundEvent } from '../events';
import type { ExistingRefund } from '../state';
import type { RefundAnswer } from './refund-result';
import type { RefundRules } from './rules';

/**
 * A processor that answers without a network, in the words of a refund. It is asked inside the decision, so that the
 * refund, its outcome and what both mean to the payment are one commit. Its answers are functions of their arguments.
 */
export interface InstantRefunds {
  /** Why this refund cannot be asked for at all, or null. */
  refusal(terms: CreateRefundPayload): Refusal | null;
  /** Takes the refund on. */
  refund(terms: CreateRefundPayload): RefundAnswer;
  /** Says how a refund stands that it took on. */
  fetch(state: ExistingRefund): RefundAnswer;
  /** The bank does what a tester says. */
  simulate(state: ExistingRefund, wanted: Required<SimulateRefundPayload>): RefundAnswer;
}

/** What a decision is made with, beside command and state. */
export interface RefundContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: RefundRules;
  /** The processor of this name, if it answers without a network. */
  instantProcessor(name: string): InstantRefunds | undefined;
}

export type RefundDecision = Decision<RefundEvent, Refusal>;

/** A command of one type as a decision sees it. */
export type RefundCommandOf<TType extends RefundCommandType> = CommandBody<Extract<RefundCommand, { type: TType }>>;
