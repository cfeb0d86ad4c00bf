import { METADATA_KEYS_MAX, UNRECOGNIZABLE } from '#contracts';
import type { CustomerChange, CustomerProfile, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { ActiveCustomer, CustomerState } from './customer';
import type { CustomerEvent } from './events';
import { applyChange } from './evolve';
import type { CustomerInstruction } from './instructions';
import { decideKyc, recheckKyc } from './decide-kyc';
import type { CustomerRules } from './rules';

export type CustomerDecision = Decision<CustomerEvent, Refusal>;

/** Saved instruments of one customer: an erasure detaches them all in one commit. */
export const PAYMENT_METHODS_MAX = 10;

/** Every command in every state gives events or a refusal; customer.spec.ts holds the whole table. */
export interface CustomerContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: CustomerRules;
}

/** Every instruction in every state gives events or a refusal; customer.spec.ts holds the whole table. */
export function decide(instruction: CustomerInstruction, state: CustomerState, context: CustomerContext): CustomerDecision {
  if (instruction.type === 'CreateCustomer') return create(instruction.profile, state);
  switch (state.status) {
    case 'none':
      return missing();
    case 'deleted':
      return afterErasure(instruction);
    case 'active':
      return decideActive(instruction, state, context);
  }
}

type Later = Exclude<CustomerInstruction, { type: 'CreateCustomer' }>;

function create(profile: CustomerProfile, state: CustomerState): CustomerDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A customer of this id exists already.' } });
  }
  if (!isRecognizable(profile)) return unrecognizable();
  return accept([{ type: 'customer.created', data: profile }], 201);
}

function decideActive(instruction: Later, state: ActiveCustomer, context: CustomerContext): CustomerDecision {
  switch (instruction.type) {
    case 'UpdateCustomer':
      return update(instruction.change, state);
    case 'EraseCustomer':
      return accept([{ type: 'customer.deleted', data: { atMs: context.nowMs } }]);
    case 'RecordKyc':
      return decideKyc(instruction.standing, state, context);
    case 'WakeCustomer':
      return recheckKyc(state, context);
    case 'RecordKeyDestroyed':
      return refuse({ code: 'state_conflict', details: { current_status: state.status, allowed_from: ['deleted'] } });
    case 'AddPaymentMethod':
      return addPaymentMethod(instruction, state);
    case 'RemovePaymentMethod':
      return removePaymentMethod(instruction.paymentMethodId, state);
  }
}

/** Erasing again, and whatever was on its way meanwhile, changes nothing; asking for more is asking for nobody. */
function afterErasure(instruction: Later): CustomerDecision {
  switch (instruction.type) {
    case 'EraseCustomer':
    case 'RecordKyc':
    case 'WakeCustomer':
    case 'RemovePaymentMethod':
      return accept([]);
    case 'RecordKeyDestroyed':
      return accept([{ type: 'customer.key_destroyed', data: {} }]);
    case 'AddPaymentMethod':
      return instruction.isStrict ? missing('The customer is deleted.') : accept([]);
    case 'UpdateCustomer':
      return missing('The customer is deleted.');
  }
}

function update(change: CustomerChange, state: ActiveCustomer): CustomerDecision {
  const profile = applyChange(state.profile, change);
  if (!isRecognizable(profile)) return unrecognizable();
  if (Object.keys(profile.metadata ?? {}).length > METADATA_KEYS_MAX) return tooMuchMetadata();
  const { defaultPaymentMethodId = state.defaultPaymentMethodId } = change;
  if (defaultPaymentMethodId !== null && !state.paymentMethodIds.includes(defaultPaymentMethodId)) return unknownPaymentMethod();
  const isSame = JSON.stringify(profile) === JSON.stringify(state.profile) && defaultPaymentMethodId === state.defaultPaymentMethodId;
  return accept(isSame ? [] : [{ type: 'customer.updated', data: change }]);
}

function addPaymentMethod(
  { paymentMethodId, isStrict }: Extract<Later, { type: 'AddPaymentMethod' }>,
  state: ActiveCustomer,
): CustomerDecision {
  if (state.paymentMethodIds.includes(paymentMethodId)) return accept([]);
  if (isStrict && state.paymentMethodIds.length >= PAYMENT_METHODS_MAX) {
    const message = `A customer has at most ${PAYMENT_METHODS_MAX} saved payment methods.`;
    return refuse({ code: 'limit_exceeded', details: { ...(message !== undefined && { message }), param: 'id' } });
  }
  return accept([{ type: 'customer.payment_method_added', data: { paymentMethodId } }]);
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

function tooMuchMetadata(): CustomerDecision {
  const message = `metadata may have at most ${METADATA_KEYS_MAX} keys.`;
  return refuse({ code: 'metadata_invalid', details: { message, param: 'metadata' } });
}

function unknownPaymentMethod(): CustomerDecision {
  const details = { message: 'It does not belong to this customer.', param: 'default_payment_method_id' };
  return refuse({ code: 'resource_missing', details });
}

function missing(message?: string): CustomerDecision {
  return refuse({ code: 'resource_missing', details: { ...(message !== undefined && { message }), param: 'id' } });
}
