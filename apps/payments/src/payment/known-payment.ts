import type { Attempt, PaymentTerms } from './events';
import type { KnownPayment } from '../processors/processor';

/** What the processor port gets about an attempt that exists. */
export function knownPayment(paymentId: string, { amount, currency, captureMethod, debit }: PaymentTerms, attempt: Attempt): KnownPayment {
  const { number, reference, instrument } = attempt;
  const known = { paymentId, attempt: number, processorRef: reference, amount, currency, instrument, captureMethod };
  return debit?.at === undefined ? known : { ...known, debit: debit.at };
}
