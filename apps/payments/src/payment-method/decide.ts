import type { CommandBody, CreatePaymentMethodPayload, DomainEvent, PaymentMethodCommand, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** Nothing was ever stored under this id. */
export interface NoPaymentMethod {
  status: 'none';
}

export interface KnownPaymentMethod extends CreatePaymentMethodPayload {
  status: 'attached' | 'detached';
}

/** A saved instrument by status. */
export type PaymentMethodState = NoPaymentMethod | KnownPaymentMethod;

export type PaymentMethodEvent =
  | DomainEvent<'payment_method.attached', CreatePaymentMethodPayload>
  /** The card was saved again with another expiry. */
  | DomainEvent<'payment_method.updated', Pick<CreatePaymentMethodPayload, 'instrument'>>
  | DomainEvent<'payment_method.detached', { atMs: number }>;

/** The others are commands to the customer, who keeps its instruments in order. */
export type OwnPaymentMethodCommand = Extract<PaymentMethodCommand, { type: 'payment_methods.create' | 'payment_methods.detach' }>;

export const INITIAL_PAYMENT_METHOD: PaymentMethodState = { status: 'none' };

/** Every command in every state gives events or a refusal. A detached instrument never comes back. */
export function decide(
  { type, payload }: CommandBody<OwnPaymentMethodCommand>,
  state: PaymentMethodState,
  { nowMs }: { nowMs: number },
): Decision<PaymentMethodEvent, Refusal> {
  if (type === 'payment_methods.create') {
    if (state.status === 'attached') return saveAgain(payload, state);
    if (state.status === 'detached') {
      return refuse({
        code: 'state_conflict',
        details: { message: 'The payment method was removed and cannot be saved again.', current_status: 'detached', allowed_from: [] },
      });
    }
    return accept([{ type: 'payment_method.attached', data: payload }], 201);
  }
  const { customerId } = payload;
  if (state.status === 'none' && customerId === null) return accept([]);
  if (state.status === 'none' || (customerId !== null && state.customerId !== customerId)) {
    return refuse({ code: 'resource_missing', details: { message: 'It does not belong to this customer.', param: 'pm_id' } });
  }
  return accept(state.status === 'detached' ? [] : [{ type: 'payment_method.detached', data: { atMs: nowMs } }]);
}

/** The instrument is there already: of a card the expiry may be new. */
function saveAgain(
  { instrument }: CreatePaymentMethodPayload,
  { instrument: known }: KnownPaymentMethod,
): Decision<PaymentMethodEvent, Refusal> {
  if (instrument.method !== 'card' || known.method !== 'card') return accept([]);
  const { expiryMonth, expiryYear } = instrument.card;
  const isKnown = expiryMonth === known.card.expiryMonth && expiryYear === known.card.expiryYear;
  return accept(isKnown || expiryYear === null ? [] : [{ type: 'payment_method.updated', data: { instrument } }]);
}

/** The state after one more fact. */
export function evolve(state: PaymentMethodState, event: PaymentMethodEvent): PaymentMethodState {
  if (event.type === 'payment_method.attached') return { status: 'attached', ...event.data };
  if (state.status !== 'attached') return state;
  if (event.type === 'payment_method.updated') return { ...state, ...event.data };
  return event.type === 'payment_method.detached' ? { ...state, status: 'detached' } : state;
}
