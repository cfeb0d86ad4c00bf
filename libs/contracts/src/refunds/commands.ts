import type { Command } from '../command';
import type { Instrument, Metadata, RefundReason, ResolutionNote } from '../payments/commands';
import type { RefundFailureCode } from './refund-failures';
import type { CaptureMethod } from '../payments/payment-method';

/** How fast the money goes back; `instant` falls back to `normal` where it cannot be done (docs/reference/indian-payments.md, Refunds). */
export const REFUND_SPEEDS = ['normal', 'instant'] as const;
export type RefundSpeed = (typeof REFUND_SPEEDS)[number];

/** The paid attempt whose money goes back, as far as its processor has to know it. Nothing personal is in it. */
export interface RefundTarget {
  processor: string;
  /** The processor's own id of the payment; null while it returned none. */
  reference: string | null;
  /** From 1. */
  attempt: number;
  /** Method and what belongs to the method; addresses and cards left out. */
  instrument: Instrument;
  /** What was paid, minor units. */
  amount: number;
  captureMethod: CaptureMethod;
  /** The processor is behind a network: it is asked outside the decision, and answers when it can. */
  answersLater?: true;
}

/** The texts a merchant gives to a refund. Absent means empty. */
export interface RefundTexts {
  referenceId?: string;
  description?: string;
  metadata?: Metadata;
}

/** What a payment asks for when it has reserved the amount: one refund. */
export interface CreateRefundPayload extends RefundTexts {
  paymentId: string;
  /** Minor units, at least 1. */
  amount: number;
  currency: string;
  reason: RefundReason;
  speed: RefundSpeed;
  target: RefundTarget;
  customerId?: string;
  /** Money that was never captured goes back: it is no part of what the payment has to give. */
  exceedsCapture?: true;
  /** Minor units of it that are paid from the balance of the customer: what became credit has its credit note already. */
  fromBalance?: number;
}

export interface UpdateRefundPayload {
  description?: string | null;
  referenceId?: string | null;
  /** Merged key by key; null removes a key, and null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** What a processor or its callback reported about a refund. The shape of the answer is the processor port's. */
export interface RecordRefundOutcomePayload {
  answer: unknown;
  /** It answers a question of ours, so that it is how things stand now; absent when the processor reported by itself. */
  isAsked?: true;
}

/** What the bank of the sandbox can be made to do with a refund. */
export const SIMULATED_REFUND_OUTCOMES = ['processed', 'failed'] as const;

export interface SimulateRefundPayload {
  outcome: (typeof SIMULATED_REFUND_OUTCOMES)[number];
  /** With `failed`; what usually goes wrong unless given. */
  reason?: RefundFailureCode;
}

/** How an operator may resolve a refund whose outcome is unknown. */
export const REFUND_RESOLUTIONS = ['processed', 'failed'] as const;

export interface ResolveRefundPayload extends ResolutionNote {
  as: (typeof REFUND_RESOLUTIONS)[number];
  /** With `processed`: the number by which the payer's bank finds it. */
  utr?: string;
}

/** Command type → payload: everything that can be asked of a refund (docs/reference/state-machines.md, Refund). */
export interface RefundCommandPayloads {
  /** Sent by the payment that owns the amount, in one commit with the reservation. */
  'refunds.create': CreateRefundPayload;
  'refunds.update': UpdateRefundPayload;
  'refunds.cancel': Record<string, never>;
  'refunds.record_outcome': RecordRefundOutcomePayload;
  /** Test mode only: act as the bank of the sandbox. */
  'refunds.simulate': SimulateRefundPayload;
  /** An operator says how a refund ended that its processor says nothing about. */
  'refunds.resolve': ResolveRefundPayload;
  /** Sent by the store when the time has come that the refund asked for. */
  'refunds.wake': Record<string, never>;
}

export type RefundCommandType = keyof RefundCommandPayloads;

export const REFUND_COMMAND_TYPES = [
  'refunds.create',
  'refunds.update',
  'refunds.cancel',
  'refunds.record_outcome',
  'refunds.simulate',
  'refunds.resolve',
  'refunds.wake',
] as const satisfies readonly RefundCommandType[];

export type RefundCommand = { [TType in RefundCommandType]: Command<TType, RefundCommandPayloads[TType]> }[RefundCommandType];
