import type { CustomerProfile, KycStatus } from '#contracts';
import type { KycNotes } from './decide/kyc';

/** Nothing was ever stored under this id. */
export interface NoCustomer {
  status: 'none';
}

export interface ActiveCustomer {
  status: 'active';
  profile: CustomerProfile;
  kycStatus: KycStatus;
  /** Absent until there is something to note. */
  kyc?: KycNotes;
  /** Saved instruments, in the order in which they came. */
  paymentMethodIds: readonly string[];
  defaultPaymentMethodId: string | null;
  /** Of subscriptions that have not ended. Absent: none ever. */
  subscriptionIds?: readonly string[];
}

/** What ends with its customer: instruments are detached, subscriptions cancelled. */
export interface Belongings {
  paymentMethodIds: readonly string[];
  subscriptionIds: readonly string[];
}

/** Erased: the record stays, nothing personal is in it. */
export interface DeletedCustomer {
  status: 'deleted';
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

export const INITIAL_CUSTOMER: CustomerState = { status: 'none' };
