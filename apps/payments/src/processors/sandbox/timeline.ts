import { FAILURES, type FailureReason, type Instrument, type SandboxPlan, type SandboxStep } from '#contracts';
import type { InstrumentFacts } from '../../payment/decide/attempt-result';
import type { KnownPayment, ProcessorError, ProcessorPayment, ProcessorState } from '../processor';
import { networkCodeOf } from './codes';
import { sandboxFee } from './fees';
import { networkReferences, type SandboxReference } from './references';

const ERROR_CLASS = { payment_declined: 'declined', payment_expired: 'declined', payment_pending: 'network' } as const;

/** Where a plan stands `elapsedMs` after its start, and when it moves next. */
function stepAt(plan: SandboxPlan, elapsedMs: number): { step: SandboxStep; nextAfterMs: number | undefined } {
  let step: SandboxStep = plan.steps[0];
  for (const candidate of plan.steps) {
    if (candidate.afterMs > elapsedMs) return { step, nextAfterMs: candidate.afterMs };
    step = candidate;
  }
  return { step, nextAfterMs: undefined };
}

/** An automatic capture is the processor's own; a manual one leaves the money authorized. */
function stateOf(step: SandboxStep, payment: KnownPayment): ProcessorState {
  return step.state === 'captured' && payment.captureMethod === 'manual' ? 'authorized' : step.state;
}

/** What the sandbox says of a payment at `nowMs`: a function of its reference alone and of what the caller knows. */
export function paymentAt(payment: KnownPayment, reference: SandboxReference, plan: SandboxPlan, nowMs: number): ProcessorPayment {
  const { step, nextAfterMs } = stepAt(plan, nowMs - reference.startedAtMs);
  const state = stateOf(step, payment);
  const facts = factsOf(payment.instrument, plan);
  const isPaid = state === 'authorized' || state === 'captured';
  return {
    processorRef: payment.processorRef,
    state,
    amount: payment.amount,
    currency: payment.currency,
    refs: isPaid ? networkReferences(payment.instrument.method, reference) : {},
    ...(facts && { facts }),
    ...(isPaid && { fee: sandboxFee(payment.amount, payment.instrument, facts) }),
    ...(step.reason && { error: errorOf(step.reason, step.networkCode, payment.instrument, plan) }),
    rawStatus: state,
    occurredAtMs: reference.startedAtMs + step.afterMs,
    ...(nextAfterMs !== undefined && { checkAtMs: reference.startedAtMs + nextAfterMs }),
    ...neverKnown(step, nextAfterMs, reference),
  };
}

const THREE_DAYS_MS = 3 * 86_400_000;

/** Nothing will come of asking: the next question is the last one, when the polling window ends. */
function neverKnown(step: SandboxStep, nextAfterMs: number | undefined, reference: SandboxReference): { checkAtMs?: number } {
  return step.state === 'processing' && nextAfterMs === undefined ? { checkAtMs: reference.startedAtMs + THREE_DAYS_MS } : {};
}

function errorOf(reason: FailureReason, networkCode: string | undefined, instrument: Instrument, plan: SandboxPlan): ProcessorError {
  const row = FAILURES[reason];
  const code = networkCode ?? networkCodeOf(reason, instrument.method);
  return {
    class: plan.refusedParam !== undefined ? 'invalid' : (ERROR_CLASS[row.code as keyof typeof ERROR_CLASS] ?? 'gateway'),
    reason,
    source: row.source,
    step: row.step,
    ...(code !== undefined && { networkCode: code }),
    payerMayRetry: row.payerMayRetry,
    outcomeKnown: row.code !== 'payment_pending',
    ...(plan.refusedParam !== undefined && { param: plan.refusedParam, message: row.message }),
  };
}

function factsOf(instrument: Instrument, plan: SandboxPlan): InstrumentFacts | undefined {
  if (instrument.method === 'upi') return { payerAccountType: plan.payerAccountType ?? 'bank_account' };
  if (instrument.method !== 'card' || instrument.card === null) return undefined;
  const { brand, last4, international } = instrument.card;
  return { card: { brand, last4, type: brand === 'rupay' ? 'debit' : 'credit', issuer: 'Hundi Sandbox Bank', international } };
}
