import type { InstantProcessor } from '../processors/processor';
import type { InstantRefunds } from './decide/context';
import { knownRefund, refundAnswerOf, refundInputOf } from './to-refund-result';

/** What a processor without a network answers about one refund, in the words of the refund. Pure. */
export function instantRefunds(processor: InstantProcessor, refundId: string, nowMs: number): InstantRefunds {
  return {
    refusal: (terms) => processor.refundRefusal(refundInputOf(refundId, terms)),
    refund: (terms) => refundAnswerOf(processor.refundNow(refundInputOf(refundId, terms), nowMs)),
    fetch: (state) => refundAnswerOf(processor.fetchRefundNow(knownRefund(refundId, state), nowMs)),
    simulate: (state, wanted) => refundAnswerOf(processor.simulateRefundNow(knownRefund(refundId, state), wanted, nowMs)),
  };
}
