import { FAILURES, type FailureReason } from '#contracts';
import { asCode } from '#partner-http';
import type { KnownRefund, Minor, ProcessorError, ProcessorPayment, ProcessorRefund, RefundInput } from '../processor';

/** What every answer about a payment starts from. */
export interface AboutPayment {
  processorRef: string | null;
  amount: Minor;
  currency: string;
  nowMs: number;
}

/** The outcome of the call is unknown: the payment stays `processing` and is polled. */
export function unknownOutcome(about: AboutPayment, rawCode: string): ProcessorPayment {
  return { ...openPayment(about, 'processing', rawCode), isUnknown: true, error: errorFrom('payment_pending', { rawCode }) };
}

/** The processor certainly did not take the request on: nothing can have moved. */
export function notTaken(about: AboutPayment, rawCode: string): ProcessorPayment {
  const error: ProcessorError = { ...errorFrom('gateway_technical_error', { rawCode }), mayTryElsewhere: true };
  return { ...openPayment(about, 'failed', rawCode), error };
}

/** A payment without references or fees. */
export function openPayment(
  { processorRef, amount, currency, nowMs }: AboutPayment,
  state: ProcessorPayment['state'],
  rawStatus: string,
): ProcessorPayment {
  return { processorRef, state, amount, currency, refs: {}, rawStatus, occurredAtMs: nowMs };
}

const CLASS = {
  payment_declined: 'declined',
  payment_expired: 'declined',
  payment_pending: 'network',
  gateway_error: 'gateway',
  network_error: 'network',
} as const;

/** A reason of our table with everything that the table says of it. */
export function errorFrom(reason: FailureReason, codes: { networkCode?: string; rawCode?: string } = {}): ProcessorError {
  const { code, source, step, payerMayRetry } = FAILURES[reason];
  const rawCode = asCode(codes.rawCode);
  return {
    class: CLASS[code],
    reason,
    source,
    step,
    payerMayRetry,
    outcomeKnown: code !== 'payment_pending',
    ...(codes.networkCode !== undefined && { networkCode: codes.networkCode }),
    ...(rawCode !== undefined && { rawCode }),
  };
}

/** The refund may be on its way: it is asked for again. */
export function unknownRefund(input: RefundInput & Partial<Pick<KnownRefund, 'processorRef'>>): ProcessorRefund {
  return { processorRef: input.processorRef ?? null, status: 'pending', speedProcessed: 'normal', refs: {} };
}

/** The processor refused the refund: nothing goes back. */
export function refusedRefund(input: RefundInput, failureReason: string): ProcessorRefund {
  return { ...unknownRefund(input), status: 'failed', failureReason };
}

/** What holds of a payment whose processor cannot do what it was asked to: nothing changed. */
export function unableTo(payment: ProcessorPayment, rawCode: string): ProcessorPayment {
  return { ...payment, error: { ...errorFrom('gateway_technical_error', { rawCode }), class: 'invalid' } };
}
