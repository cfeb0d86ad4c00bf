import type { Command } from '../command';
import type { Metadata } from '../payments/commands';
import type { SealedText } from '../encrypted';

/** The personal fields of a customer that are one text each. Always sealed. */
export const PERSONAL_TEXTS = ['name', 'email', 'phone', 'gstin', 'description'] as const;
export type PersonalText = (typeof PERSONAL_TEXTS)[number];

/** The parts of an address, sealed one by one, so that a change of one needs none of the others. */
export type AddressPart = 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country';

export type SealedAddress = Partial<Record<AddressPart, SealedText>>;

/** How a buyer is registered: in a special economic zone, where every sale counts as one between states, or not (IGST Act, section 7(5)). */
export const GST_CATEGORIES = ['regular', 'sez'] as const;
export type GstCategory = (typeof GST_CATEGORIES)[number];

/**
 * Where tax looks for the place of supply, in plain, since what is sealed cannot be decided on; none of it says who the customer is:
 * the state of the GSTIN and that of the address, as GST codes, and the country, ISO 3166-1.
 */
export interface TaxPlace {
  gstinState?: string;
  state?: string;
  country?: string;
}

/** What a new customer is. Absent means empty. */
export interface CustomerProfile extends Partial<Record<PersonalText, SealedText>> {
  address?: SealedAddress;
  taxPlace?: TaxPlace;
  /** Absent: regular. */
  gstCategory?: GstCategory;
  referenceId?: string;
  metadata?: Metadata;
}

/** What changes about a customer: absent keeps, null empties. Address, place and metadata are merged key by key. */
export interface CustomerChange extends Partial<Record<PersonalText, SealedText | null>> {
  address?: Partial<Record<AddressPart, SealedText | null>> | null;
  taxPlace?: Partial<Record<keyof TaxPlace, string | null>>;
  gstCategory?: GstCategory;
  referenceId?: string | null;
  metadata?: Record<string, string | number | boolean | null> | null;
  defaultPaymentMethodId?: string | null;
}

/** What a verification of a customer has come to. Of one that is open or ended nothing else matters to the customer. */
export interface KycState {
  verificationId: string;
  kycState: 'open' | 'verified' | 'ended';
  /** Verified: when it has to be done again, ms since the epoch; null for never. */
  validUntilMs: number | null;
}

/** Command type → payload: everything that can be asked of a customer. */
export interface CustomerCommandPayloads {
  /** @property testClockId the clock that it belongs to for ever; real time unless given. */
  'customers.create': CustomerProfile & { testClockId?: string };
  'customers.update': CustomerChange;
  /** Erases all that is personal; the record and its money history stay. */
  'customers.erase': Record<string, never>;
  /** How far a verification came, as the kyc service tells. */
  'customers.record_kyc': KycState;
  /** Sent by the store when the time has come that the customer asked for. */
  'customers.wake': Record<string, never>;
  /** Of an erased customer the buyer of these invoices is kept, in the order of the list through this one; there are more. */
  'customers.record_buyers_kept': { throughInvoiceId: string };
  /** The key of an erased customer is destroyed. */
  'customers.record_key_destroyed': Record<string, never>;
}

/** What a subscription of a customer asks for, when it begins and when it has ended. */
export type CustomerSubscriptionCommand = Command<
  'customers.add_subscription' | 'customers.remove_subscription',
  { subscriptionId: string }
>;

export type CustomerCommandType = keyof CustomerCommandPayloads;

export const CUSTOMER_COMMAND_TYPES = [
  'customers.create',
  'customers.update',
  'customers.erase',
  'customers.record_kyc',
  'customers.wake',
  'customers.record_buyers_kept',
  'customers.record_key_destroyed',
] as const satisfies readonly CustomerCommandType[];

export type CustomerCommand = { [TType in CustomerCommandType]: Command<TType, CustomerCommandPayloads[TType]> }[CustomerCommandType];
