import type { CreatePaymentMethodPayload, DomainEvent, Refusal } from '#contracts';
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
  DomainEvent<'payment_method.attached', CreatePaymentMethodPayload> | DomainEvent<'payment_method.detached', { atMs: number }>;

export type PaymentMethodInstruction =
  | { type: 'CreatePaymentMethod'; payload: CreatePaymentMethodPayload }
  /** `customerId`: whose instrument it has to be, or null when the customer itself says so. */
  | { type: 'DetachPaymentMethod'; customerId: string | null };

export const INITIAL_PAYMENT_METHOD: PaymentMethodState = { status: 'none' };

/** Every command in every state gives events or a refusal. A detached instrument never comes back. */
export function decidePaymentMethod(
  instruction: PaymentMethodInstruction,
  state: PaymentMethodState,
  { nowMs }: { nowMs: number },
): Decision<PaymentMethodEvent, Refusal> {
  if (instruction.type === 'CreatePaymentMethod') {
    if (state.status === 'attached') return accept([]);
    if (state.status === 'detached') {
      return refuse({
        code: 'state_conflict',
        details: { message: 'The payment method was removed and cannot be saved again.', current_status: 'detached', allowed_from: [] },
      });
    }
    return accept([{ type: 'payment_method.attached', data: instruction.payload }], 201);
  }
  const { customerId } = instruction;
  if (state.status === 'none' && customerId === null) return accept([]);
  if (state.status === 'none' || (customerId !== null && state.customerId !== customerId)) {
    return refuse({ code: 'resource_missing', details: { message: 'It does not belong to this customer.', param: 'pm_id' } });
  }
  return accept(state.status === 'detached' ? [] : [{ type: 'payment_method.detached', data: { atMs: nowMs } }]);
}

/** The state after one more fact. */
export function evolvePaymentMethod(state: PaymentMethodState, event: PaymentMethodEvent): PaymentMethodState {
  if (event.type === 'payment_method.attached') return { status: 'attached', ...event.data };
  return state.status === 'attached' && event.type === 'payment_method.detached' ? { ...state, status: 'detached' } : state;
}
