import {
  sealedAs,
  type Command,
  type CustomerAddress,
  type CustomerBalance,
  type CustomerProfile,
  type CustomerResource,
  type DeletedCustomer,
  type SealedText,
  toSeconds,
} from '#contracts';
import type { Snapshot } from '#event-store';
import type { Balances, CustomerState } from './state';

/** The public resource of a customer, sealed where it is personal; of an erased one nothing personal is left. */
export function customerResource({ head, state }: Snapshot<CustomerState>): CustomerResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no customer.created`);
  const active = state.status === 'active' ? state : null;
  return {
    id: head.streamId,
    object: 'customer',
    livemode: head.livemode,
    ...profileOf(active?.profile ?? {}),
    default_payment_method_id: active?.defaultPaymentMethodId ?? null,
    kyc_status: active?.kycStatus ?? 'none',
    balances: balancesOf(state),
    test_clock_id: head.clockId ?? null,
    deleted: active === null,
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** Those that are not zero, in the order of their currencies. */
function balancesOf({ balances = {} }: Balances): CustomerBalance[] {
  const shown = Object.entries(balances).filter(([, amount]) => amount !== 0);
  return shown.map(([currency, amount]) => ({ currency, amount })).sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** What a command about a customer answers: an erasure only that it is done. */
export function customerAnswer(snapshot: Snapshot<CustomerState>, { type }: Command): CustomerResource | DeletedCustomer {
  return type === 'customers.erase' ? { id: snapshot.head.streamId, object: 'customer', deleted: true } : customerResource(snapshot);
}

type ProfileFields = Pick<
  CustomerResource,
  'name' | 'email' | 'phone' | 'gstin' | 'gst_category' | 'address' | 'description' | 'reference_id' | 'metadata'
>;

function profileOf({
  name,
  email,
  phone,
  gstin,
  gstCategory,
  address,
  description,
  referenceId,
  metadata,
}: CustomerProfile): ProfileFields {
  return {
    name: tokenOf(name),
    email: tokenOf(email),
    phone: tokenOf(phone),
    gstin: tokenOf(gstin),
    gst_category: gstCategory ?? 'regular',
    address: address === undefined ? null : addressOf(address),
    description: tokenOf(description),
    reference_id: referenceId ?? null,
    metadata: metadata ?? {},
  };
}

/** The address of a customer, sealed. */
export function addressOf({ line1, line2, city, state, postalCode, country }: NonNullable<CustomerProfile['address']>): CustomerAddress {
  return {
    line1: tokenOf(line1),
    line2: tokenOf(line2),
    city: tokenOf(city),
    state: tokenOf(state),
    postal_code: tokenOf(postalCode),
    country: tokenOf(country),
  };
}

/** A sealed field of a resource; null where there is none. */
export function tokenOf(token: SealedText | undefined): string | null {
  return token === undefined ? null : sealedAs<string>(token);
}
