import type { CustomerChange, CustomerProfile, KycState } from '#contracts';

/** Everything that can be asked of a customer, with what the decision needs to know of others already in it. */
export type CustomerInstruction =
  | { type: 'CreateCustomer'; profile: CustomerProfile }
  | { type: 'UpdateCustomer'; change: CustomerChange }
  | { type: 'EraseCustomer' }
  | { type: 'RecordKyc'; kycState: KycState }
  | { type: 'WakeCustomer' }
  | { type: 'RecordKeyDestroyed' }
  /** `isStrict`: refused beyond the limit; an instrument that was paid with is saved whatever there is. */
  | { type: 'AddPaymentMethod'; paymentMethodId: string; isStrict: boolean }
  | { type: 'RemovePaymentMethod'; paymentMethodId: string };
