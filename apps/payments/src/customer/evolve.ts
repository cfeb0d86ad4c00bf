import { mergeMetadata, mergeParts, withoutNulls, type CustomerChange, type CustomerProfile, type RecordedBalanceChange } from '#contracts';
import { taxProfileOf, type ActiveCustomer, type Balances, type CustomerState, type DeletedCustomer } from './state';
import type { CustomerEvent } from './events';
import { noteKyc, NO_KYC_NOTES } from './decide/kyc';

/** The state after one more fact. Never throws and never checks; what is erased stays so whatever comes. */
export function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  if (event.type === 'customer.created') {
    return { status: 'active', profile: event.data, kycStatus: 'none', paymentMethodIds: [], defaultPaymentMethodId: null };
  }
  if (event.type === 'customer.balance_changed')
    return state.status === 'none' ? state : { ...state, ...changedBalance(state, event.data) };
  if (state.status === 'deleted') return evolveDeleted(state, event);
  return state.status === 'active' ? evolveActive(state, event) : state;
}

function changedBalance({ balances, balanceChanges = 0 }: Balances, { currency, endingBalance }: RecordedBalanceChange): Balances {
  return { balances: { ...balances, [currency]: endingBalance }, balanceChanges: balanceChanges + 1 };
}

function evolveDeleted(state: DeletedCustomer, event: CustomerEvent): DeletedCustomer {
  switch (event.type) {
    case 'customer.buyers_kept':
      return { ...state, keptThroughId: event.data.throughInvoiceId };
    case 'customer.belongings_ended': {
      const { left: _ended, ...rest } = state;
      return { ...rest, ...event.data };
    }
    case 'customer.key_destroyed':
      return { ...state, isKeyDestroyed: true };
    default:
      return state;
  }
}

function evolveActive(state: ActiveCustomer, event: Exclude<CustomerEvent, { type: 'customer.created' }>): CustomerState {
  switch (event.type) {
    case 'customer.updated':
      return { ...state, ...changed(state, event.data) };
    case 'customer.deleted': {
      const { atMs, left } = event.data;
      return { status: 'deleted', deletedAtMs: atMs, isKeyDestroyed: false, ...(left && { left }), ...keptOf(state) };
    }
    case 'customer.kyc_recorded':
      return { ...state, kycStatus: event.data.kycStatus };
    case 'customer.kyc_noted':
      return { ...state, kyc: noteKyc(state.kyc ?? NO_KYC_NOTES, event.data) };
    case 'customer.payment_method_added':
      return addInstrument(state, event.data);
    case 'customer.payment_method_removed':
      return removeInstrument(state, event.data.paymentMethodId);
    default:
      return evolveSubscriptions(state, event);
  }
}

/** What outlives an erasure. */
function keptOf(state: ActiveCustomer): Pick<DeletedCustomer, 'balances' | 'balanceChanges' | 'tax'> {
  const { balances, balanceChanges } = state;
  const tax = taxProfileOf(state);
  return { ...(balances !== undefined && { balances, balanceChanges }), ...(Object.keys(tax).length > 0 && { tax }) };
}

function addInstrument(state: ActiveCustomer, { paymentMethodId, digest }: { paymentMethodId: string; digest?: string }): ActiveCustomer {
  const added = { ...state, paymentMethodIds: [...state.paymentMethodIds, paymentMethodId] };
  return digest === undefined ? added : { ...added, instruments: { ...state.instruments, [digest]: paymentMethodId } };
}

function removeInstrument(state: ActiveCustomer, removedId: string): ActiveCustomer {
  const { instruments, ...rest } = state;
  const left = Object.entries(instruments ?? {}).filter(([, id]) => id !== removedId);
  const paymentMethodIds = state.paymentMethodIds.filter((id) => id !== removedId);
  return { ...rest, paymentMethodIds, ...(left.length > 0 && { instruments: Object.fromEntries(left) }) };
}

function evolveSubscriptions(state: ActiveCustomer, event: CustomerEvent): CustomerState {
  const { subscriptionIds = [] } = state;
  switch (event.type) {
    case 'customer.subscription_added':
      return { ...state, subscriptionIds: [...subscriptionIds, event.data.subscriptionId] };
    case 'customer.subscription_removed':
      return { ...state, subscriptionIds: subscriptionIds.filter((id) => id !== event.data.subscriptionId) };
    default:
      return evolveInvoices(state, event);
  }
}

function evolveInvoices(state: ActiveCustomer, event: CustomerEvent): CustomerState {
  const { openInvoices = [] } = state;
  switch (event.type) {
    case 'customer.invoice_opened': {
      const { invoiceId: id, currency } = event.data;
      return { ...state, openInvoices: [...openInvoices, { id, currency }] };
    }
    case 'customer.invoice_closed':
      return { ...state, openInvoices: openInvoices.filter(({ id }) => id !== event.data.invoiceId) };
    default:
      return state;
  }
}

function changed(state: ActiveCustomer, change: CustomerChange): Pick<ActiveCustomer, 'profile' | 'defaultPaymentMethodId'> {
  const { defaultPaymentMethodId = state.defaultPaymentMethodId } = change;
  return { profile: applyChange(state.profile, change), defaultPaymentMethodId };
}

/** Merge semantics: absent keeps, null empties; address, place and metadata key by key (docs/reference/api-conventions.md, Updates). */
export function applyChange(profile: CustomerProfile, change: CustomerChange): CustomerProfile {
  const { address, taxPlace, metadata, defaultPaymentMethodId: _ofState, ...rest } = change;
  const next = {
    ...profile,
    ...rest,
    ...(address !== undefined && { address: mergeParts(profile.address, address) }),
    ...(taxPlace !== undefined && { taxPlace: mergeParts(profile.taxPlace, taxPlace) }),
    ...(metadata !== undefined && { metadata: metadata && mergeMetadata(profile.metadata, metadata) }),
  };
  return withoutNulls(next);
}
