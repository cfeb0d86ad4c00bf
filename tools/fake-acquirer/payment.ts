import type { Behavior, Operation } from './behavior';

export type FakeAcquirerStatus = 'pending' | 'action_required' | 'authorized' | 'captured' | 'failed' | 'voided' | 'expired';

/** What a merchant asks the acquirer for. Minor units; times in ms since the epoch. */
export interface PaymentOrder {
  /** The merchant's own name of it; unique. */
  reference: string;
  amount: number;
  currency: string;
  method: string;
  /** Whether the acquirer takes the money by itself. */
  capture: 'automatic' | 'manual';
  expiresAtMs: number;
  notes: Readonly<Record<string, string>>;
}

/** A payment as the acquirer keeps it. */
export interface FakeAcquirerPayment extends PaymentOrder {
  id: string;
  status: FakeAcquirerStatus;
  capturedAmount: number;
  failure: string | null;
  rrn: string | null;
  /** Rises with every change, so that a reader can tell which of two reports is newer. */
  revision: number;
  updatedAtMs: number;
  behavior: Behavior;
  /** Operations whose fault has been played. */
  played: Set<Operation>;
  statusRequests: number;
  wrongOtps: number;
}

export interface FakeAcquirerRefund {
  id: string;
  reference: string;
  paymentId: string;
  amount: number;
  speed: string;
  status: 'pending' | 'processed' | 'failed';
  arn: string | null;
  notes: Readonly<Record<string, string>>;
}

/** As the acquirer's API shows it. Amounts in minor units, times in ms since the epoch. */
export function paymentBody(payment: FakeAcquirerPayment): object {
  const { id, reference, status, currency, method, failure, rrn, revision, notes, updatedAtMs, behavior } = payment;
  const isHeld = status === 'authorized' || status === 'captured';
  const isAsked = status === 'action_required';
  return {
    id,
    reference,
    status,
    amount: payment.amount + (isHeld ? behavior.offBy : 0),
    captured_amount: payment.capturedAmount + (status === 'captured' ? behavior.offBy : 0),
    currency,
    method,
    failure,
    rrn,
    revision,
    updated_at: updatedAtMs,
    next: isAsked ? { type: behavior.outcome === 'otp' ? 'otp' : 'wait', expires_at: payment.expiresAtMs } : null,
    notes,
  };
}

/** As the acquirer's API shows a refund. */
export function refundBody({ id, reference, paymentId, amount, speed, status, arn, notes }: FakeAcquirerRefund): object {
  return { id, reference, payment_id: paymentId, amount, speed, status, arn, notes };
}
