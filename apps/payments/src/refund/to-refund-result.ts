import { refundFailureOf } from '#contracts';
import type { RefundAnswer } from './decide/refund-result';
import type { RefundTerms } from './events';
import type { ExistingRefund } from './state';
import type { KnownRefund, ProcessorRefund, RefundInput } from '../processors/processor';

/** What a processor's answer means to the domain of refunds. */
export function refundAnswerOf(refund: ProcessorRefund): RefundAnswer {
  const { status, processorRef, speedProcessed, refs, failureReason, isQueued, checkAtMs } = refund;
  return {
    state: status,
    reference: processorRef,
    speed: speedProcessed,
    references: refs,
    ...(status === 'failed' && failureReason !== undefined && { failure: refundFailureOf(failureReason) }),
    ...(isQueued && { isQueued }),
    ...(checkAtMs !== undefined && { checkAtMs }),
  };
}

/** What the processor port gets about a refund to be made. */
export function refundInputOf(refundId: string, terms: Omit<RefundTerms, 'expectedByMs'>): RefundInput {
  const { paymentId, amount, currency, speed, metadata, target } = terms;
  const { attempt, reference, instrument, captureMethod } = target;
  const payment = { paymentId, attempt, processorRef: reference, amount: target.amount, currency, instrument, captureMethod };
  return { refundId, payment, amount, speed, ...(metadata && { metadata }) };
}

/** What the processor port gets about a refund that it may know. */
export function knownRefund(refundId: string, state: ExistingRefund): KnownRefund {
  return { ...refundInputOf(refundId, state.terms), processorRef: state.reference };
}
