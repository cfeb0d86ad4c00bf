import type { FailureReason } from '../india/failure-reasons';

/** What the sandbox makes of a payment. */
export type SandboxPaymentState = 'requires_action' | 'processing' | 'authorized' | 'captured' | 'failed' | 'expired';

/** From `afterMs` on the payment is in this state. */
export interface SandboxStep {
  afterMs: number;
  state: SandboxPaymentState;
  reason?: FailureReason;
  /** Where the tables name one; else it follows from reason and method. */
  networkCode?: string;
}

/** What a sandbox payment does over time, from the moment of the attempt. */
export interface SandboxPlan {
  steps: readonly [SandboxStep, ...SandboxStep[]];
  payerAccountType?: 'credit_card' | 'wallet';
  /** What becomes of refunds of the payment, whatever their amount. */
  refunds?: 'failed' | 'instant_falls_back';
  /** The request is refused because of this parameter; there is no payment. */
  refusedParam?: string;
}

const SECOND_MS = 1_000;

/** One state, at once. */
export function once(state: SandboxPaymentState, reason?: FailureReason, networkCode?: string): SandboxPlan {
  return { steps: [{ afterMs: 0, state, reason, networkCode }] };
}

/** Declined at once. */
export function failed(reason: FailureReason, networkCode?: string): SandboxPlan {
  return once('failed', reason, networkCode);
}

/** Processing until an outcome is simulated; the polling window ends it. */
export function pending(reason: FailureReason, networkCode?: string): SandboxPlan {
  return once('processing', reason, networkCode);
}

/** Open with a reason, then what comes of it. */
export function later(
  reason: FailureReason | undefined,
  afterSeconds: number,
  then: Omit<SandboxStep, 'afterMs'>,
  networkCode?: string,
): SandboxPlan {
  return {
    steps: [
      { afterMs: 0, state: 'processing', reason, networkCode },
      { afterMs: afterSeconds * SECOND_MS, ...then },
    ],
  };
}

/** The bank is silent, the payment fails, and thirty seconds later the money is there. */
export function lateAuthorization(networkCode?: string): SandboxPlan {
  const reason = 'payment_timed_out';
  return {
    steps: [
      { afterMs: 0, state: 'processing', reason, networkCode },
      { afterMs: 10 * SECOND_MS, state: 'failed', reason, networkCode },
      { afterMs: 40 * SECOND_MS, state: 'authorized' },
    ],
  };
}

/** Paid at once. */
export const CAPTURED: SandboxPlan = once('captured');
