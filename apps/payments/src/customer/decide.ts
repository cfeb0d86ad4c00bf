import { isCardExpired, metadataProblem, UNRECOGNIZABLE } from '#contracts';
import type {
  CommandBody,
  CustomerBalanceCommand,
  CustomerInvoiceCommand,
  CustomerChange,
  CustomerCommand,
  CustomerCommandPayloads,
  CustomerProfile,
  CustomerSubscriptionCommand,
  PaymentMethodCommand,
  SavePaymentMethodPayload,
} from '#contracts';
import { accept, refuse } from '#decider';
import { findSavedMethod, type ActiveCustomer, type Belongings, type CustomerState, type DeletedCustomer } from './state';
import type { CustomerEvent } from './events';
import { applyChange } from './evolve';
import { changeBalance } from './decide/balance';
import { missing } from './decide/missing';
import { belongingsOf, leftOf } from './decide/belongings';
import { decideKyc, recheckKyc } from './decide/decide-kyc';
import type { CustomerContext, CustomerDecision } from './decide/context';

/** Saved instruments are kept in order by their customer. */
export const INSTRUMENT_COMMANDS = [
  'customers.attach_payment_method',
  'customers.save_payment_method',
  'customers.remove_payment_method',
] as const;

/** Sent by the subscriptions of a customer. */
export const SUBSCRIPTION_COMMANDS = ['customers.add_subscription', 'customers.remove_subscription'] as const;

/** By what the balance changes. */
export const BALANCE_COMMANDS = ['customers.change_balance', 'customers.adjust_balance', 'customers.record_invoice'] as const;

/** Everything that can be asked of a customer. */
export type AnyCustomerCommand =
  | CustomerCommand
  | CustomerSubscriptionCommand
  | CustomerBalanceCommand
  | CustomerInvoiceCommand
  | Extract<PaymentMethodCommand, { type: (typeof INSTRUMENT_COMMANDS)[number] }>;

type Body = CommandBody<AnyCustomerCommand>;

/** Subscriptions of one customer that have not ended. */
export const SUBSCRIPTIONS_MAX = 500;

/** Saved instruments of one customer, but for those that are saved with a payment. */
export const PAYMENT_METHODS_MAX = 10;

/** Every command in every state gives events or a refusal; decide.spec.ts holds the whole table. */
export function decide(command: Body, state: CustomerState, context: CustomerContext): CustomerDecision {
  if (command.type === 'customers.create') return create(command.payload, state);
  if (isAboutBalance(command)) return changeBalance(command, state, context);
  switch (state.status) {
    case 'none':
      return missing();
    case 'deleted':
      return afterErasure(command, state);
    case 'active':
      return decideActive(command, state, context);
  }
}

type AboutBalance = CommandBody<CustomerBalanceCommand | CustomerInvoiceCommand>;
type Later = Exclude<Body, AboutBalance | { type: 'customers.create' }>;

function isAboutBalance(command: Body): command is AboutBalance {
  return BALANCE_COMMANDS.some((type) => type === command.type);
}

/** Its test clock is known from where the stream is. */
function create({ testClockId: _clock, ...profile }: CustomerCommandPayloads['customers.create'], state: CustomerState): CustomerDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A customer of this id exists already.' } });
  }
  if (!isRecognizable(profile)) return unrecognizable();
  return accept([{ type: 'customer.created', data: profile }], 201);
}

function decideActive(command: Later, state: ActiveCustomer, context: CustomerContext): CustomerDecision {
  switch (command.type) {
    case 'customers.update':
      return update(command.payload, state);
    case 'customers.erase':
      return erase(state, context);
    case 'customers.record_kyc':
      return decideKyc(command.payload, state, context);
    case 'customers.wake':
      return recheckKyc(state, context);
    case 'customers.record_buyers_kept':
    case 'customers.record_key_destroyed':
      return refuse({ code: 'state_conflict', details: { current_status: state.status, allowed_from: ['deleted'] } });
    case 'customers.attach_payment_method':
      return attachPaymentMethod(command.payload, state, context);
    case 'customers.save_payment_method':
      return addPaymentMethod(command.payload, state);
    case 'customers.remove_payment_method':
      return removePaymentMethod(command.payload.paymentMethodId, state);
    default:
      return changeSubscriptions(command, state);
  }
}

function erase(state: ActiveCustomer, { nowMs }: CustomerContext): CustomerDecision {
  return accept([{ type: 'customer.deleted', data: { atMs: nowMs, ...leftAfter(belongingsOf(state)) } }]);
}

function leftAfter(belongings: Belongings): { left?: Belongings } {
  const left = leftOf(belongings);
  return left === undefined ? {} : { left };
}

/** Erasing again, and what was on its way meanwhile, changes nothing; every other request names a customer that is not there. */
function afterErasure(command: Later, { left }: DeletedCustomer): CustomerDecision {
  switch (command.type) {
    case 'customers.wake':
      return accept(left === undefined ? [] : [{ type: 'customer.belongings_ended', data: leftAfter(left) }]);
    case 'customers.erase':
    case 'customers.record_kyc':
    case 'customers.save_payment_method':
    case 'customers.remove_payment_method':
    case 'customers.remove_subscription':
      return accept([]);
    case 'customers.record_buyers_kept':
      return accept([{ type: 'customer.buyers_kept', data: command.payload }]);
    case 'customers.record_key_destroyed':
      return accept([{ type: 'customer.key_destroyed', data: {} }]);
    default:
      return missing('The customer is deleted.');
  }
}

function update(change: CustomerChange, state: ActiveCustomer): CustomerDecision {
  const profile = applyChange(state.profile, change);
  if (!isRecognizable(profile)) return unrecognizable();
  const problem = metadataProblem(profile.metadata);
  if (problem !== null) return refuse(problem);
  const { defaultPaymentMethodId = state.defaultPaymentMethodId } = change;
  if (defaultPaymentMethodId !== null && !state.paymentMethodIds.includes(defaultPaymentMethodId)) return unknownPaymentMethod();
  const isSame = JSON.stringify(profile) === JSON.stringify(state.profile) && defaultPaymentMethodId === state.defaultPaymentMethodId;
  return accept(isSame ? [] : [{ type: 'customer.updated', data: change }]);
}

function attachPaymentMethod(payload: SavePaymentMethodPayload, state: ActiveCustomer, { nowMs }: CustomerContext): CustomerDecision {
  const { instrument } = payload;
  if (instrument.method === 'card' && isCardExpired(instrument.card, nowMs)) return expiredCard();
  const isFull = state.paymentMethodIds.length >= PAYMENT_METHODS_MAX && !isSaved(payload, state);
  if (!isFull) return addPaymentMethod(payload, state);
  const message = `A customer has at most ${PAYMENT_METHODS_MAX} saved payment methods.`;
  return refuse({ code: 'limit_exceeded', details: { message, param: 'id' } });
}

function changeSubscriptions(
  { type, payload: { subscriptionId } }: CommandBody<CustomerSubscriptionCommand>,
  { subscriptionIds = [] }: ActiveCustomer,
): CustomerDecision {
  if (type === 'customers.remove_subscription') return accept([{ type: 'customer.subscription_removed', data: { subscriptionId } }]);
  if (subscriptionIds.length < SUBSCRIPTIONS_MAX) return accept([{ type: 'customer.subscription_added', data: { subscriptionId } }]);
  const message = `A customer has at most ${SUBSCRIPTIONS_MAX} subscriptions that have not ended.`;
  return refuse({ code: 'limit_exceeded', details: { message, param: 'customer_id' } });
}

/** An instrument that was paid with is saved beyond the limit, too. */
function addPaymentMethod(payload: SavePaymentMethodPayload, state: ActiveCustomer): CustomerDecision {
  if (isSaved(payload, state)) return accept([]);
  const { paymentMethodId, instrument } = payload;
  const digest = instrument.fingerprint && { digest: instrument.fingerprint.digest };
  return accept([{ type: 'customer.payment_method_added', data: { paymentMethodId, ...digest } }]);
}

function isSaved({ paymentMethodId, instrument }: SavePaymentMethodPayload, state: ActiveCustomer): boolean {
  return state.paymentMethodIds.includes(paymentMethodId) || findSavedMethod(state, instrument) !== undefined;
}

function expiredCard(): CustomerDecision {
  const details = { message: 'The card has expired and cannot be saved.', param: 'card.expiry_year', reason: 'card_expired' };
  return refuse({ code: 'parameter_invalid', details });
}

function removePaymentMethod(paymentMethodId: string, state: ActiveCustomer): CustomerDecision {
  if (!state.paymentMethodIds.includes(paymentMethodId)) return accept([]);
  const removed: CustomerEvent = { type: 'customer.payment_method_removed', data: { paymentMethodId } };
  if (state.defaultPaymentMethodId !== paymentMethodId) return accept([removed]);
  return accept([{ type: 'customer.updated', data: { defaultPaymentMethodId: null } }, removed]);
}

/** One of them says who the customer is. */
function isRecognizable({ name, email, phone, referenceId }: CustomerProfile): boolean {
  return [name, email, phone, referenceId].some((value) => value !== undefined);
}

function unrecognizable(): CustomerDecision {
  const { code, ...details } = UNRECOGNIZABLE;
  const hint = 'Keep one of name, email, phone and reference_id, or give one of them a new value in the same request.';
  return refuse({ code, details: { ...details, hint } });
}

function unknownPaymentMethod(): CustomerDecision {
  const details = { message: 'It does not belong to this customer.', param: 'default_payment_method_id' };
  return refuse({ code: 'resource_missing', details });
}
