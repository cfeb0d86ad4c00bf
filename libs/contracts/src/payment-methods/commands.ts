import type { Command } from '../command';
import type { CardFacts, InstrumentFingerprint } from '../payments/commands';

/** What is kept of an instrument: enough to pay with it again at the processor, and to show it. Never a number. */
export type SavedInstrument = ({ method: 'card'; card: CardFacts } | { method: 'upi'; vpa: string }) & {
  fingerprint?: InstrumentFingerprint;
};

/** An instrument on its way to a customer. */
export interface SavePaymentMethodPayload {
  paymentMethodId: string;
  instrument: SavedInstrument;
  /** The payment it was used for, when it was saved with one. */
  paymentId?: string;
}

export interface CreatePaymentMethodPayload {
  customerId: string;
  instrument: SavedInstrument;
  paymentId?: string;
}

/** Command type → payload: everything that can be asked about saved instruments. */
export interface PaymentMethodCommandPayloads {
  /** On the customer: refused beyond the limit. */
  'customers.attach_payment_method': SavePaymentMethodPayload;
  /** On the customer, from a payment that succeeded: never refused. */
  'customers.save_payment_method': SavePaymentMethodPayload;
  'customers.remove_payment_method': { paymentMethodId: string };
  /** On the instrument, from its customer alone. */
  'payment_methods.create': CreatePaymentMethodPayload;
  /** `customerId` as the path names it; null from the customer itself, which gets no answer. */
  'payment_methods.detach': { customerId: string | null };
}

export type PaymentMethodCommandType = keyof PaymentMethodCommandPayloads;

export type PaymentMethodCommand = {
  [TType in PaymentMethodCommandType]: Command<TType, PaymentMethodCommandPayloads[TType]>;
}[PaymentMethodCommandType];
