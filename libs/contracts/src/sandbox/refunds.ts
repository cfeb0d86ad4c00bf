import { REFUND_FAILURES, type RefundFailureCode } from '../refunds/refund-failures';

type RefundStatus = 'pending' | 'processed' | 'failed';

/** From `afterMs` on the refund is in this state. */
export interface SandboxRefundStep {
  afterMs: number;
  status: RefundStatus;
  failureCode?: RefundFailureCode;
}

/** What a refund does over time. */
export interface SandboxRefundPlan {
  steps: readonly [SandboxRefundStep, ...SandboxRefundStep[]];
  /** Never sent to the bank, so that it can be cancelled. */
  isQueued?: true;
  /** At normal speed, also when instant was asked for. */
  fallsBack?: true;
}

/** Why a refund fails unless something else is said. */
export const USUAL_REFUND_FAILURE: RefundFailureCode = 'refund_failed';
const LATER_MS = 60_000;
const at = (afterMs: number, status: RefundStatus, failureCode?: RefundFailureCode): SandboxRefundStep => ({
  afterMs,
  status,
  ...(failureCode && { failureCode }),
});

/** What the sandbox can do with a refund, by the word of the refund's own `metadata.sandbox_outcome`. */
export const REFUND_PLANS = {
  processed: { steps: [at(0, 'processed')] },
  failed: { steps: [at(0, 'failed', USUAL_REFUND_FAILURE)] },
  pending: { steps: [at(0, 'pending')], isQueued: true },
  slow: { steps: [at(0, 'pending'), at(LATER_MS, 'processed')] },
  instant_falls_back: { steps: [at(0, 'processed')], fallsBack: true },
  refund_returned: { steps: [at(0, 'processed'), at(LATER_MS, 'failed', 'refund_returned')] },
} satisfies Record<string, SandboxRefundPlan>;

export type SandboxRefundOutcome = keyof typeof REFUND_PLANS;

/** Amounts of refunds in minor units → what happens; any other amount is processed at once. */
export const REFUND_AMOUNTS: Readonly<Record<number, SandboxRefundOutcome>> = {
  2468: 'instant_falls_back',
  2469: 'failed',
  2470: 'pending',
  2471: 'slow',
};

/** Every word that `metadata.sandbox_outcome` of a refund takes: a failure code fails with itself. */
export const REFUND_OUTCOME_WORDS: readonly string[] = [...new Set([...Object.keys(REFUND_PLANS), ...Object.keys(REFUND_FAILURES)])];

/** What a word asks for, or undefined when it is none of the sandbox's. */
export function findRefundOutcome(word: string): { outcome: SandboxRefundOutcome; failureCode: RefundFailureCode } | undefined {
  if (Object.hasOwn(REFUND_PLANS, word)) return { outcome: word as SandboxRefundOutcome, failureCode: USUAL_REFUND_FAILURE };
  return Object.hasOwn(REFUND_FAILURES, word) ? { outcome: 'failed', failureCode: word as RefundFailureCode } : undefined;
}
