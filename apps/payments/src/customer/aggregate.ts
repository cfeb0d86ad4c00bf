import {
  CUSTOMER_COMMAND_TYPES,
  type Command,
  type CustomerCommand,
  type PaymentMethodCommand,
  type PaymentMethodCommandPayloads,
} from '#contracts';
import { replay, type FollowUp } from '#decider';
import type { AggregateDefinition } from '#event-store';
import { INITIAL_CUSTOMER, type CustomerState } from './state';
import { decide, type CustomerDecision } from './decide';
import type { CustomerEvent } from './events';
import { evolve } from './evolve';
import { kycChangeDueMs } from './decide/kyc';
import type { CustomerRules } from './decide/rules';
import type { CustomerInstruction } from './decide/instructions';
import { CUSTOMER_EVENT_DEFINITIONS } from './publish';
import { customerAnswer, customerResource } from './render';
import { REFERENCE_COMMAND, reservationIdOf } from '../customer-reference/aggregate';

/** The task of destroying the key of an erased customer. */
export const DESTROY_KEY_TASK = 'customers.destroy_key';

/** Saved instruments are kept in order by their customer. */
const OWNED_COMMANDS = ['customers.attach_payment_method', 'customers.save_payment_method', 'customers.remove_payment_method'] as const;

type AnyCommand = CustomerCommand | Extract<PaymentMethodCommand, { type: (typeof OWNED_COMMANDS)[number] }>;

/** The customer as the event store runs it. Everything in here is pure. */
export function customerAggregate({ rules }: { rules: CustomerRules }): AggregateDefinition<CustomerState, CustomerEvent> {
  return {
    streamType: 'customer',
    idKind: 'customer',
    stateSchema: 1,
    initialState: INITIAL_CUSTOMER,
    commandTypes: [...CUSTOMER_COMMAND_TYPES, ...OWNED_COMMANDS],
    creationTypes: ['customers.create'],
    eventTypes: CUSTOMER_EVENT_DEFINITIONS,
    handle(command: Command, state, { nowMs }) {
      return withFollowUps(decide(instructionOf(command as AnyCommand), state, { nowMs, rules }), state, command as AnyCommand);
    },
    relatedStreams: (command) => relatedStreamsOf(command as AnyCommand),
    evolve,
    statusOf: ({ status }) => status,
    wakeAtMs(state) {
      if (state.status !== 'active' || state.kyc === undefined) return null;
      return kycChangeDueMs(state.kycStatus, state.kyc, rules);
    },
    wakeCommandType: 'customers.wake',
    taskOf({ head, state }) {
      if (state.status !== 'deleted' || state.isKeyDestroyed) return null;
      return { name: DESTROY_KEY_TASK, dueAtMs: state.deletedAtMs, key: head.streamId };
    },
    render: (snapshot) => JSON.stringify(customerResource(snapshot)),
    answer: (snapshot, command) => JSON.stringify(customerAnswer(snapshot, command)),
  };
}

function instructionOf(command: AnyCommand): CustomerInstruction {
  switch (command.type) {
    case 'customers.create':
      return { type: 'CreateCustomer', profile: command.payload };
    case 'customers.update':
      return { type: 'UpdateCustomer', change: command.payload };
    case 'customers.erase':
      return { type: 'EraseCustomer' };
    case 'customers.record_kyc':
      return { type: 'RecordKyc', kycState: command.payload };
    case 'customers.wake':
      return { type: 'WakeCustomer' };
    case 'customers.record_key_destroyed':
      return { type: 'RecordKeyDestroyed' };
    case 'customers.attach_payment_method':
    case 'customers.save_payment_method':
      return {
        type: 'AddPaymentMethod',
        paymentMethodId: command.payload.paymentMethodId,
        isStrict: command.type === 'customers.attach_payment_method',
      };
    case 'customers.remove_payment_method':
      return { type: 'RemovePaymentMethod', paymentMethodId: command.payload.paymentMethodId };
  }
}

function relatedStreamsOf({ type, payload, accountId, livemode }: AnyCommand): string[] {
  if (type !== 'customers.create' && type !== 'customers.update') return [];
  return typeof payload.referenceId === 'string' ? [reservationIdOf({ accountId, livemode }, payload.referenceId)] : [];
}

/** What a decision means to others, in the same commit: the reference it takes or gives back, and the saved instruments. */
function withFollowUps(decision: CustomerDecision, before: CustomerState, command: AnyCommand): CustomerDecision {
  if (!decision.accepted || decision.events.length === 0) return decision;
  const after = replay({ initialState: INITIAL_CUSTOMER, evolve }, decision.events, before);
  const references = referenceFollowUps(before, after, command);
  const instruments = instrumentFollowUps(before, after, command);
  const isAnsweredByInstrument = command.type === 'customers.attach_payment_method';
  return {
    ...decision,
    followUps: [...references, ...instruments],
    ...(isAnsweredByInstrument && { answeredBy: references.length }),
  };
}

function referenceFollowUps(before: CustomerState, after: CustomerState, { accountId, livemode, streamId }: AnyCommand): FollowUp[] {
  const [was, is] = [referenceOf(before), referenceOf(after)];
  if (was === is) return [];
  const report = (type: string, referenceId: string | undefined): FollowUp[] =>
    referenceId === undefined
      ? []
      : [{ streamId: reservationIdOf({ accountId, livemode }, referenceId), type, payload: { customerId: streamId } }];
  return [...report(REFERENCE_COMMAND.claim, is), ...report(REFERENCE_COMMAND.release, was)];
}

/** Detached by an erasure in one commit, at most: those beyond are of nobody, and cannot be paid with either. */
const DETACHED_MAX = 12;

function instrumentFollowUps(before: CustomerState, after: CustomerState, command: AnyCommand): FollowUp[] {
  if (command.type === 'customers.attach_payment_method' || command.type === 'customers.save_payment_method') {
    const { paymentMethodId, ...saved } = command.payload;
    const payload: PaymentMethodCommandPayloads['payment_methods.create'] = { customerId: command.streamId, ...saved };
    return [{ streamId: paymentMethodId, type: 'payment_methods.create', payload }];
  }
  if (before.status !== 'active' || after.status !== 'deleted') return [];
  return before.paymentMethodIds
    .slice(0, DETACHED_MAX)
    .map((id) => ({ streamId: id, type: 'payment_methods.detach', payload: { customerId: null } }));
}

function referenceOf(state: CustomerState): string | undefined {
  return state.status === 'active' ? state.profile.referenceId : undefined;
}
