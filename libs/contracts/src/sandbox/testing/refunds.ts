import { findRefundOutcome, REFUND_AMOUNTS, REFUND_OUTCOME_WORDS, REFUND_PLANS, type SandboxRefundPlan } from '../refunds';
import { row, type TestingRow, type TestingSection } from './section';

function refundRow(values: readonly string[], plan: SandboxRefundPlan, failureCode?: string): TestingRow {
  const [first, ...later] = plan.steps;
  const then = later.map((step) => ({ after_seconds: step.afterMs / 1000, status: step.status, reason: step.failureCode ?? null }));
  return row(values, { status: first.status, reason: failureCode ?? first.failureCode ?? null, then, note: noteOf(plan) });
}

function noteOf({ isQueued, fallsBack }: SandboxRefundPlan): string | null {
  if (isQueued) return 'stays so until it is simulated or cancelled';
  return fallsBack ? 'at normal speed, also when `instant` was asked for' : null;
}

const AMOUNTS: TestingSection = {
  id: 'refund-amounts',
  title: 'Amounts of refunds',
  text: [
    'In the smallest unit of the currency. Every other amount is processed at once. Two cards decide before the amount: see [Cards](#cards).',
  ],
  param: 'amount',
  rows: Object.entries(REFUND_AMOUNTS).map(([amount, outcome]) => refundRow([amount], REFUND_PLANS[outcome])),
};

const OUTCOMES: TestingSection = {
  id: 'refund-outcomes',
  title: 'Outcomes of refunds',
  text: ['Send `"metadata": {"sandbox_outcome": "…"}` with the refund itself. It goes before card and amount.'],
  param: 'metadata.sandbox_outcome',
  rows: REFUND_OUTCOME_WORDS.map((word) => {
    const { outcome, failureCode } = findRefundOutcome(word) ?? { outcome: 'failed' as const, failureCode: undefined };
    return refundRow([word], REFUND_PLANS[outcome], outcome === 'failed' ? failureCode : undefined);
  }),
};

/** The sections about refunds, as they stand on the page. */
export const REFUND_SECTIONS: readonly TestingSection[] = [AMOUNTS, OUTCOMES];
