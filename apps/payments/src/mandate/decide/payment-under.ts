import type { CreatePaymentPayload, Instrument, MandateTerms } from '#contracts';

type PaymentUnder = Pick<CreatePaymentPayload, 'currency' | 'methods' | 'instrument' | 'captureMethod' | 'customerId'>;

/** What every payment that is taken under a mandate has. */
export function paymentUnder(terms: MandateTerms): PaymentUnder {
  const instrument = instrumentOf(terms);
  const methods = instrument.method === 'enach' ? [] : [instrument.method];
  return { currency: 'INR', methods, instrument, captureMethod: 'automatic', customerId: terms.customerId };
}

/** What a payment under a mandate is paid with. */
export function instrumentOf({ instrument }: Pick<MandateTerms, 'instrument'>): Instrument {
  switch (instrument.method) {
    case 'upi':
      return { method: 'upi', flow: 'collect', vpa: instrument.vpa };
    case 'card':
      return instrument;
    case 'enach':
      return { method: 'enach', bank: instrument.account?.bank ?? null, last4: instrument.account?.last4 ?? null };
  }
}
