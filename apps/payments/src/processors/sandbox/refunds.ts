import {
  findRefundOutcome,
  REFUND_AMOUNTS,
  REFUND_PLANS,
  unknownOutcome,
  USUAL_REFUND_FAILURE,
  type ChargedMethod,
  type Refusal,
  type RefundSpeed,
  type SandboxRefundOutcome,
  type SandboxRefundPlan,
} from '#contracts';
import type { KnownRefund, ProcessorRefund, RefundInput, SimulatedRefund } from '../processor';
import { findPlan } from './choice';
import { arnOf, decodeReference, encodeReference, rrnOf, type SandboxReference } from './references';

/** The letter of a plan in a reference. */
const LETTERS = {
  failed: 'f',
  pending: 'p',
  slow: 'l',
  instant_falls_back: 'n',
  refund_returned: 'r',
  processed: 'd',
} as const satisfies Record<SandboxRefundOutcome, string>;
const BY_LETTER = new Map(Object.entries(LETTERS).map(([outcome, letter]) => [letter as string, outcome as SandboxRefundOutcome]));

interface Planned {
  outcome: SandboxRefundOutcome;
  failureCode: string;
}

/** The word of the refund's own metadata, if any. */
function wordOf({ metadata }: RefundInput): string | undefined {
  const word = metadata?.['sandbox_outcome'];
  return word === undefined ? undefined : String(word);
}

/** Metadata decides before the card scenario, and that before the amount. */
function planOf(input: RefundInput): Planned {
  const word = wordOf(input);
  if (word !== undefined) return findRefundOutcome(word) ?? { outcome: 'failed', failureCode: USUAL_REFUND_FAILURE };
  const reference = decodeReference(input.payment.processorRef);
  const byCard = reference && findPlan(reference.plan.replace(/^w/, ''))?.refunds;
  return { outcome: byCard ?? REFUND_AMOUNTS[input.amount] ?? 'processed', failureCode: USUAL_REFUND_FAILURE };
}

/** The refusal of a refund that asks for an outcome the sandbox does not know, or null. */
export function refundOutcomeRefusal(input: RefundInput): Refusal | null {
  const word = wordOf(input);
  return word === undefined || findRefundOutcome(word) !== undefined ? null : unknownOutcome('refund', 'metadata.sandbox_outcome');
}

const METHOD_LETTER: Readonly<Record<ChargedMethod, string>> = { upi: 'u', card: 'c', netbanking: 'n', enach: 'e' };

/** Starts a refund. The answer is a function of the refund's metadata, the payment's instrument and the refund's amount. */
export function refundAt(input: RefundInput, nowMs: number): ProcessorRefund {
  return beginAt(input, planOf(input), nowMs);
}

/** The refund right after a simulated act of the bank, whatever was planned. */
export function simulateRefundAt(refund: KnownRefund, { outcome, reason }: SimulatedRefund, nowMs: number): ProcessorRefund {
  return beginAt(refund, { outcome, failureCode: reason }, nowMs);
}

function beginAt(input: RefundInput, { outcome, failureCode }: Planned, nowMs: number): ProcessorRefund {
  const plan: SandboxRefundPlan = REFUND_PLANS[outcome];
  const speed: RefundSpeed = plan.fallsBack ? 'normal' : input.speed;
  const tail = input.refundId.slice(input.refundId.indexOf('_') + 1);
  const method = METHOD_LETTER[input.payment.instrument.method];
  const key = `${LETTERS[outcome]}${speed.charAt(0)}${method}${outcome === 'failed' ? failureCode : ''}`;
  return fetchRefundAt(encodeReference({ plan: key, startedAtMs: nowMs, tail }), nowMs);
}

/** The refund behind a reference at `nowMs`; a reference that is none of the sandbox's stays pending, because nothing is known. */
export function fetchRefundAt(processorRef: string | null, nowMs: number): ProcessorRefund {
  const reference = decodeReference(processorRef);
  if (reference === undefined) return { processorRef, status: 'pending', speedProcessed: 'normal', refs: {} };
  const speedProcessed: RefundSpeed = reference.plan.charAt(1) === 'i' ? 'instant' : 'normal';
  return { processorRef, speedProcessed, ...statusAt(reference, nowMs) };
}

function statusAt(reference: SandboxReference, nowMs: number): Omit<ProcessorRefund, 'processorRef' | 'speedProcessed'> {
  const { plan: key, startedAtMs } = reference;
  const plan: SandboxRefundPlan = REFUND_PLANS[BY_LETTER.get(key.charAt(0)) ?? 'pending'];
  const passed = plan.steps.filter(({ afterMs }) => startedAtMs + afterMs <= nowMs);
  const { status, failureCode } = passed.at(-1) ?? plan.steps[0];
  const next = plan.steps[passed.length];
  return {
    status,
    refs: status === 'processed' ? networkNumbers(reference) : {},
    // A failure that was planned from the start may carry its own code.
    ...(status === 'failed' && { failureReason: key.slice(3) || failureCode }),
    ...(plan.isQueued && { isQueued: true as const }),
    ...(next && { checkAtMs: startedAtMs + next.afterMs }),
  };
}

function networkNumbers({ plan, tail, startedAtMs }: SandboxReference): ProcessorRefund['refs'] {
  return plan.charAt(2) === METHOD_LETTER.card ? { arn: arnOf(tail, startedAtMs) } : { rrn: rrnOf(tail, startedAtMs) };
}
