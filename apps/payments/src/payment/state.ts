import type { Failure, PaymentStatus } from '#contracts';
import type { NextAction } from './decide/attempt-result';
import type { Attempt, CancelledBy, PaymentTerms, ProcessorCall, Release, Resolution } from './events';

/** Refunds of a captured payment: what is reserved and what has gone, by refund id, in minor units. */
export interface RefundLedger {
  pending: Readonly<Record<string, number>>;
  /** What a processor paid out and no bank returned: more than was captured, where a refund that had failed was paid out after all. */
  processed: Readonly<Record<string, number>>;
  /** Ids of refunds whose amount is free again: failed, cancelled or returned. */
  released?: readonly string[];
  /** Minor units of what went out above the captured amount, and came back another way, as an operator said. */
  recovered?: number;
  /** Minor units that refunds were to pay from the balance of the customer: one that fails, or is returned, leaves it to the next. */
  fromBalance?: number;
}

interface Opened {
  terms: PaymentTerms;
  /** What an operator said of money that people had to look at. */
  resolution?: Resolution;
  /** What was paid although something else counts; it goes back. */
  overpayments?: readonly Overpayment[];
}

/** Money that the payment does not need: the attempt it was paid with, and the processor's number of it. */
export interface Overpayment {
  attempt: number;
  reference: string | null;
}

interface Tried extends Opened {
  attempt: Attempt;
}

/** What a processor behind a network was asked to do and has not answered yet. Times in ms since the epoch. */
export interface PendingCall {
  call: ProcessorCall;
  requestedAtMs: number;
  /** When to ask, or to ask again. */
  dueAtMs: number;
  /** How often it was asked in vain. */
  tries: number;
}

/** How often a processor behind a network was asked about this attempt since the last change, and when last. */
export interface StatusRequests {
  count: number;
  /** The last three at most, oldest first, ms since the epoch. */
  lastMs: readonly number[];
}

/** What a state that a processor behind a network may still change remembers of asking it. Absent: nothing asked yet. */
interface Asking {
  statusRequests?: StatusRequests;
  call?: PendingCall;
}

/** Nothing was ever stored under this id. */
export interface NoPayment {
  status: 'none';
}

/** The customer has yet to choose how to pay. */
export interface CreatedPayment extends Opened {
  status: 'created';
}

/** The customer has to act. */
export interface AwaitingCustomer extends Tried, Asking {
  status: 'requires_action';
  nextAction: NextAction;
  checkAtMs: number | null;
  /** Wrong one-time passwords so far, and what was wrong with the last. */
  otpWrong?: number;
  failure?: Failure;
}

/** The outcome is at the processor, or not known yet: money may or may not have moved. */
export interface ProcessingPayment extends Tried, Asking {
  status: 'processing';
  startedAtMs: number;
  failure: Failure | null;
  checkAtMs: number | null;
}

interface Paid extends Tried {
  authorizedAtMs: number;
  lateAuthorized: boolean;
}

/** The money is held for us. */
export interface AuthorizedPayment extends Paid, Asking {
  status: 'authorized';
  authorizedAmount: number;
  captureBeforeMs: number | null;
  /** A processor that would not let go of the money is asked again. */
  release?: Release;
  /** Why the processor did not capture or release it when asked. */
  failure?: Failure;
  checkAtMs?: number | null;
}

interface Settled extends Paid {
  capturedAmount: number;
  capturedAtMs: number;
  /** Without GST; absent, as the tax, where the processor reports no fee. */
  fee?: number;
  tax?: number;
  refunds: RefundLedger;
}

export interface CapturedPayment extends Settled {
  status: 'captured';
}

export interface RefundedPayment extends Settled {
  status: 'refunded';
}

/** How a payment without money ended. Late money may still turn up, so the processor is asked at `checkAtMs`. */
interface Ended extends Opened, Asking {
  attempt: Attempt | null;
  checkAtMs: number | null;
}

export interface FailedPayment extends Ended {
  status: 'failed';
  attempt: Attempt;
  failure: Failure;
  failedAtMs: number;
}

export interface ExpiredPayment extends Ended {
  status: 'expired';
  failure: Failure | null;
}

export interface CancelledPayment extends Ended, CancelledBy {
  status: 'cancelled';
  failure?: Failure;
  reason: string | null;
  cancelledAtMs: number;
  authorizedAtMs: number | null;
  lateAuthorized: boolean;
}

export type ExistingPayment =
  | CreatedPayment
  | AwaitingCustomer
  | ProcessingPayment
  | AuthorizedPayment
  | CapturedPayment
  | RefundedPayment
  | FailedPayment
  | ExpiredPayment
  | CancelledPayment;

/** A payment by status; each member carries only what is true in it (docs/reference/state-machines.md, Payment). */
export type PaymentState = NoPayment | ExistingPayment;

/** A payment that ended without money, and may be surprised by it. */
export type EndedPayment = FailedPayment | ExpiredPayment | CancelledPayment;

export type SettledPayment = CapturedPayment | RefundedPayment;

export const INITIAL_PAYMENT: PaymentState = { status: 'none' };

/** Compile-time proof that the states are exactly the statuses of the API. */
export const PAYMENT_STATE_NAMES = {
  created: true,
  requires_action: true,
  processing: true,
  authorized: true,
  captured: true,
  failed: true,
  cancelled: true,
  expired: true,
  refunded: true,
} as const satisfies Record<PaymentStatus, true>;

/** Whether the payment ended without money. It may still be surprised by some. */
export function isEnded(state: PaymentState): state is EndedPayment {
  return state.status === 'failed' || state.status === 'expired' || state.status === 'cancelled';
}

/** Whether the merchant has called the payment off: done, or being asked of its processor. */
export function isCalledOffByMerchant(state: PaymentState): boolean {
  if (state.status === 'cancelled') return state.byMerchant === true;
  return state.status === 'authorized' && releaseOf(state)?.byMerchant === true;
}

/** Why held money is being let go, or will be; undefined where it is not. */
export function releaseOf({ call, release }: AuthorizedPayment): Omit<Release, 'atMs'> | undefined {
  if (call === undefined) return release;
  return call.call.kind === 'void' ? call.call : undefined;
}

/** Whether the money was taken, given back since or not. */
export function isSettled(state: PaymentState): state is SettledPayment {
  return state.status === 'captured' || state.status === 'refunded';
}

/** The current attempt, or null before the first. */
export function attemptOf(state: PaymentState): Attempt | null {
  return 'attempt' in state ? state.attempt : null;
}

/** A state in which a processor may be asked about the payment. */
export type AskablePayment = AwaitingCustomer | ProcessingPayment | AuthorizedPayment | EndedPayment;

/** Whether a processor may still change the payment. */
export function isAskable(state: PaymentState): state is AskablePayment {
  return state.status === 'requires_action' || state.status === 'processing' || state.status === 'authorized' || isEnded(state);
}

/** Whether the payment's attempt is at a processor behind a network. */
export function isBehindNetwork(state: PaymentState): boolean {
  return attemptOf(state)?.answersLater === true;
}

/** What every later state keeps of an earlier one. */
export function openedOf({ terms, overpayments, resolution }: ExistingPayment): Opened {
  return { terms, ...(overpayments && { overpayments }), ...(resolution && { resolution }) };
}

const sumOf = (amounts: Readonly<Record<string, number>>): number => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

/** Minor units that the payer has, whatever was captured. */
function paidOutAmount({ refunds: { processed, recovered = 0 } }: SettledPayment): number {
  return Math.max(0, sumOf(processed) - recovered);
}

/** Minor units of what was captured that went back to the payer. */
export function refundedAmount(state: SettledPayment): number {
  return Math.min(state.capturedAmount, paidOutAmount(state));
}

/** Minor units that went out above what was captured: a refund that had failed was paid out after all. */
export function overRefundedAmount(state: SettledPayment): number {
  return Math.max(0, paidOutAmount(state) - state.capturedAmount);
}

/** Minor units that refunds which have not ended have reserved. */
export function pendingRefundAmount(state: SettledPayment): number {
  return sumOf(state.refunds.pending);
}

/** How much of what was captured went back: nothing is null. */
export function refundStatusOf(state: PaymentState): 'partial' | 'full' | null {
  if (!isSettled(state)) return null;
  if (state.status === 'refunded') return 'full';
  return refundedAmount(state) > 0 ? 'partial' : null;
}

/** Minor units that may still be refunded: captured, less what went back and what is reserved to go. */
export function refundableAmount(state: SettledPayment): number {
  return Math.max(0, state.capturedAmount - paidOutAmount(state) - pendingRefundAmount(state));
}

/**
 * Whether the instrument that this payment was paid with is saved for its customer: it was asked for, money was held or
 * taken, and there is something to pay with again.
 */
export function isInstrumentSaved(state: PaymentState): boolean {
  if (state.status !== 'authorized' && state.status !== 'captured' && state.status !== 'refunded') return false;
  const { savePaymentMethod, customerId, paymentMethodId } = state.terms;
  if (!savePaymentMethod || customerId === undefined || paymentMethodId !== undefined) return false;
  const { instrument } = state.attempt;
  return (instrument.method === 'card' && instrument.card !== null) || (instrument.method === 'upi' && instrument.vpa !== null);
}
