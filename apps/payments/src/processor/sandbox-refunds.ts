import type { ProcessorRefund, RefundInput, RefundSpeed } from './processor';
import { findPlan } from './sandbox-choice';
import { arnOf, decodeReference, encodeReference, rrnOf } from './sandbox-references';

/** `f` failed, `p` pending, `l` pending and processed later, `n` processed at normal speed, `d` processed as asked. */
type RefundPlan = 'f' | 'p' | 'l' | 'n' | 'd';

/** spec/india.md 4.3, refund amounts in minor units. */
const BY_AMOUNT: Readonly<Record<number, RefundPlan>> = { 2468: 'n', 2469: 'f', 2470: 'p', 2471: 'l' };
const LATER_MS = 60_000;

/** The card scenario decides before the amount. */
function planOf({ payment, amount }: RefundInput): RefundPlan {
  const reference = decodeReference(payment.processorRef);
  const rule = reference && findPlan(reference.plan.replace(/^w/, ''))?.refunds;
  if (rule === 'failed') return 'f';
  return rule === 'instant_falls_back' ? 'n' : (BY_AMOUNT[amount] ?? 'd');
}

/** Starts a refund. The answer is a function of the payment's instrument and of the refund's amount. */
export function refundAt(input: RefundInput, nowMs: number): ProcessorRefund {
  const plan = planOf(input);
  const speed: RefundSpeed = plan === 'n' ? 'normal' : input.speed;
  const tail = input.refundId.slice(input.refundId.indexOf('_') + 1);
  const key = `${plan}${speed.charAt(0)}${input.payment.instrument.method.charAt(0)}`;
  return fetchRefundAt(encodeReference({ plan: key, startedAtMs: nowMs, tail }), nowMs);
}

/** The refund behind a reference at `nowMs`; a reference of somebody else stays pending, because nothing is known. */
export function fetchRefundAt(processorRef: string | null, nowMs: number): ProcessorRefund {
  const reference = decodeReference(processorRef);
  if (reference === undefined) return { processorRef, status: 'pending', speedProcessed: 'normal', refs: {} };
  const [plan, speed, method] = reference.plan;
  const speedProcessed: RefundSpeed = speed === 'i' ? 'instant' : 'normal';
  const known = { processorRef, speedProcessed };
  if (plan === 'f') return { ...known, status: 'failed', failureReason: 'refund_failed', refs: {} };
  const isDue = plan !== 'p' && (plan !== 'l' || nowMs >= reference.startedAtMs + LATER_MS);
  if (!isDue) return { ...known, status: 'pending', refs: {}, ...(plan === 'l' && { checkAtMs: reference.startedAtMs + LATER_MS }) };
  const { tail, startedAtMs } = reference;
  return { ...known, status: 'processed', refs: method === 'c' ? { arn: arnOf(tail, startedAtMs) } : { rrn: rrnOf(tail, startedAtMs) } };
}
