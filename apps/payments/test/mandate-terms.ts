import type { MandateTerms } from '#contracts';

/** What a payer agrees to in specs of mandates, for a year: on UPI, unless a spec says otherwise. @param nowMs ms since the epoch. */
export function mandateTerms(nowMs: number, instrument: MandateTerms['instrument'] = { method: 'upi', vpa: null }): MandateTerms {
  return {
    customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
    instrument,
    maxAmount: 50_000,
    amountRule: 'maximum',
    frequency: 'as_presented',
    debitDayRule: 'on',
    startsAtMs: nowMs,
    endsAtMs: nowMs + 365 * 86_400_000,
    category: 'general',
  };
}
