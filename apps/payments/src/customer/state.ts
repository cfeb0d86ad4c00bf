import type { CustomerProfile, KycStatus, SavedInstrument } from '#contracts';
import type { KycNotes } from './decide/kyc';

/** Nothing was ever stored under this id. */
export interface NoCustomer {
  status: 'none';
}

/** What a customer has in each currency, below zero for credit, minor units. It outlives an erasure. */
export interface Balances {
  /** By currency; absent for none ever. */
  balances?: Readonly<Record<string, number>>;
  /** Changes so far: what is recorded twice has one id. Absent for none. */
  balanceChanges?: number;
}

export interface ActiveCustomer extends Balances {
  status: 'active';
  profile: CustomerProfile;
  kycStatus: KycStatus;
  /** Absent until there is something to note. */
  kyc?: KycNotes;
  /** Saved instruments, in the order in which they came. */
  paymentMethodIds: readonly string[];
  /** Digest of an instrument → the saved method that it is; absent: none that is recognized. */
  instruments?: Readonly<Record<string, string>>;
  defaultPaymentMethodId: string | null;
  /** Invoices that are due, the oldest first, at most OPEN_INVOICES_MAX. Absent: none ever. */
  openInvoices?: readonly { id: string; currency: string }[];
  /** Of subscriptions that have not ended. Absent: none ever. */
  subscriptionIds?: readonly string[];
}

/** What ends with its customer: instruments are detached, subscriptions cancelled. */
export interface Belongings {
  paymentMethodIds: readonly string[];
  subscriptionIds: readonly string[];
}

/** A customer as far as tax asks: codes that do not say who they are. */
export type TaxProfile = Pick<CustomerProfile, 'taxPlace' | 'gstCategory'>;

/** Erased: the record stays, nothing personal is in it. */
export interface DeletedCustomer extends Balances {
  status: 'deleted';
  /** As it was last: what they owe is still invoiced. Absent where tax had nothing to ask. */
  tax?: TaxProfile;
  /** Milliseconds since the epoch. */
  deletedAtMs: number;
  /** The invoice through which buyers are kept, in the order of the list; absent before the first page, and where one is enough. */
  keptThroughId?: string;
  /** What has still to end with the customer; absent for nothing. */
  left?: Belongings;
  /** Until then the key still has to be destroyed. */
  isKeyDestroyed: boolean;
}

/** A customer by status; each member carries only what is true in it. */
export type CustomerState = NoCustomer | ActiveCustomer | DeletedCustomer;

/** A customer as tax sees them, also once they are erased. */
export function taxProfileOf(state: CustomerState): TaxProfile {
  if (state.status !== 'active') return state.status === 'deleted' ? (state.tax ?? {}) : {};
  const { taxPlace, gstCategory } = state.profile;
  return { ...(taxPlace && { taxPlace }), ...(gstCategory && { gstCategory }) };
}

/** The saved method that is this instrument; undefined for one that the customer has not saved. */
export function findSavedMethod(state: CustomerState, { fingerprint }: SavedInstrument): string | undefined {
  return state.status === 'active' && fingerprint !== undefined ? state.instruments?.[fingerprint.digest] : undefined;
}

export const INITIAL_CUSTOMER: CustomerState = { status: 'none' };

/** What a customer has in a currency, minor units: below zero credit, above zero what the next invoice charges. */
export function balanceOf(state: CustomerState, currency: string): number {
  return state.status === 'none' ? 0 : (state.balances?.[currency] ?? 0);
}
