/** The payment that a processor took with the registration of a mandate. Money in minor units. */
export interface RegistrationPayment {
  /** What the processor calls it. */
  reference: string;
  amount: number;
  /** When it was taken, ms since the epoch. */
  atMs: number;
  /** Without GST, and the GST on it; absent while the processor does not say. */
  charge?: { fee: number; tax: number };
  /** Numbers by which the outside finds it. */
  references?: { rrn?: string; upiTransactionId?: string; bankTransactionId?: string };
}

/** The same, and which payment of ours it is. */
export interface TakenPayment extends RegistrationPayment {
  paymentId: string;
  /** Name of the processor. */
  processor: string;
}
