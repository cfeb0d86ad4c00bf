import type { Attempt, PaymentTerms } from './events';
import type { KnownPayment } from '../processors/processor';

/** What the processor port gets about an attempt that exists. */
export function knownPayment(paymentId: string, { amount, currency, captureMethod }: PaymentTerms, attempt: Attempt): KnownPayment {
  const { number, reference, instrument } = attempt;
  return { paymentId, attempt: number, processorRef: reference, amount, currency, instrument, captureMethod };
}
