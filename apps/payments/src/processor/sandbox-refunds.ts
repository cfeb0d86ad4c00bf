import { REFUND_FAILURES, type FieldProblem, type PaymentMethod, type RefundSpeed } from '#contracts';
import type { KnownRefund, ProcessorRefund, RefundInput, SimulatedRefund } from './processor';
import { findPlan } from './sandbox-choice';
import { arnOf, decodeReference, encodeReference, rrnOf, type SandboxReference } from './sandbox-references';

/**
 * `f` failed; `p` pending and not sent, so that it can be cancelled; `l` sent, and processed later; `n` processed at normal
 * speed; `r` processed, and returned by the bank later; `d` processed as asked.
 */
type RefundPlan = 'f' | 'p' | 'l' | 'n' | 'r' | 'd';

/** spec/india.md 4.3, refund amounts in minor units. */
const BY_AMOUNT: Readonly<Record<number, RefundPlan>> = { 2468: 'n', 2469: 'f', 2470: 'p', 2471: 'l' };
/** The words of the refund's own `metadata.sandbox_outcome`, beside the failure codes, which fail with themselves. */
const BY_WORD: Readonly<Record<string, RefundPlan>> = {
  processed: 'd',
  failed: 'f',
  pending: 'p',
  slow: 'l',
  instant_falls_back: 'n',
  refund_returned: 'r',
};
const LATER_MS = 60_000;
const USUAL_FAILURE = 'refund_failed';

/** Metadata decides before the card scenario, and that before the amount (spec/india.md 4). */
function planOf({ payment, amount, metadata }: RefundInput): { plan: RefundPlan; reason: string } {
  const word = metadata?.['sandbox_outcome'];
  if (word !== undefined) return planOfWord(String(word));
  const reference = decodeReference(payment.processorRef);
  const rule = reference && findPlan(reference.plan.replace(/^w/, ''))?.refunds;
  const byCard = rule === 'failed' ? 'f' : rule === 'instant_falls_back' ? 'n' : undefined;
  return { plan: byCard ?? BY_AMOUNT[amount] ?? 'd', reason: USUAL_FAILURE };
}

function planOfWord(word: string): { plan: RefundPlan; reason: string } {
  const plan = Object.hasOwn(BY_WORD, word) ? BY_WORD[word] : undefined;
  if (plan !== undefined) return { plan, reason: USUAL_FAILURE };
  return { plan: 'f', reason: Object.hasOwn(REFUND_FAILURES, word) ? word : USUAL_FAILURE };
}

/** What is wrong with the wish for an outcome, or null. */
export function refundOutcomeProblem({ metadata }: RefundInput): FieldProblem | null {
  const word = metadata?.['sandbox_outcome'];
  if (word === undefined || Object.hasOwn(BY_WORD, String(word)) || Object.hasOwn(REFUND_FAILURES, String(word))) return null;
  const message = `The sandbox knows no outcome "${String(word).slice(0, 40)}" of a refund.`;
  return { param: 'metadata.sandbox_outcome', code: 'parameter_invalid', message, reason: 'sandbox_outcome_unknown' };
}

const METHOD_LETTER: Readonly<Record<PaymentMethod, string>> = { upi: 'u', card: 'c', netbanking: 'n' };

/** Starts a refund. The answer is a function of the refund's metadata, the payment's instrument and the refund's amount. */
export function refundAt(input: RefundInput, nowMs: number): ProcessorRefund {
  return beginAt(input, planOf(input), nowMs);
}

/** The refund right after the bank did what somebody says, whatever was planned. */
export function simulateRefundAt(refund: KnownRefund, { outcome, reason }: SimulatedRefund, nowMs: number): ProcessorRefund {
  return beginAt(refund, { plan: outcome === 'processed' ? 'd' : 'f', reason }, nowMs);
}

function beginAt(input: RefundInput, { plan, reason }: { plan: RefundPlan; reason: string }, nowMs: number): ProcessorRefund {
  const speed: RefundSpeed = plan === 'n' ? 'normal' : input.speed;
  const tail = input.refundId.slice(input.refundId.indexOf('_') + 1);
  const key = `${plan}${speed.charAt(0)}${METHOD_LETTER[input.payment.instrument.method]}${plan === 'f' ? reason : ''}`;
  return fetchRefundAt(encodeReference({ plan: key, startedAtMs: nowMs, tail }), nowMs);
}

/** The refund behind a reference at `nowMs`; a reference of somebody else stays pending, because nothing is known. */
export function fetchRefundAt(processorRef: string | null, nowMs: number): ProcessorRefund {
  const reference = decodeReference(processorRef);
  if (reference === undefined) return { processorRef, status: 'pending', speedProcessed: 'normal', refs: {} };
  const speedProcessed: RefundSpeed = reference.plan.charAt(1) === 'i' ? 'instant' : 'normal';
  return { processorRef, speedProcessed, ...standAt(reference, nowMs) };
}

function standAt(reference: SandboxReference, nowMs: number): Omit<ProcessorRefund, 'processorRef' | 'speedProcessed'> {
  const laterMs = reference.startedAtMs + LATER_MS;
  const isLater = nowMs >= laterMs;
  const processed = { status: 'processed', refs: networkNumbers(reference) } as const;
  switch (reference.plan.charAt(0) as RefundPlan) {
    case 'f':
      return { status: 'failed', failureReason: reference.plan.slice(3) || USUAL_FAILURE, refs: {} };
    case 'p':
      return { status: 'pending', refs: {}, isQueued: true };
    case 'l':
      return isLater ? processed : { status: 'pending', refs: {}, checkAtMs: laterMs };
    case 'r':
      return isLater ? { status: 'failed', failureReason: 'refund_returned', refs: {} } : { ...processed, checkAtMs: laterMs };
    case 'n':
    case 'd':
      return processed;
  }
}

function networkNumbers({ plan, tail, startedAtMs }: SandboxReference): ProcessorRefund['refs'] {
  return plan.charAt(2) === METHOD_LETTER.card ? { arn: arnOf(tail, startedAtMs) } : { rrn: rrnOf(tail, startedAtMs) };
}
