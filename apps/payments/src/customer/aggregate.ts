import { CUSTOMER_COMMAND_TYPES, shardOfId, type PaymentMethodCommandPayloads, type Refusal } from '#contracts';
import { refuse, type FollowUp, type FollowUps } from '#decider';
import { numberedIdOf, type HandlingContext, type StateChange } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { BALANCE_COMMANDS, decide, INSTRUMENT_COMMANDS, SUBSCRIPTION_COMMANDS, type AnyCustomerCommand } from './decide';
import type { CustomerDecision } from './decide/context';
import { endedIn } from './decide/belongings';
import { kycChangeDueMs } from './decide/kyc';
import type { CustomerRules } from './decide/rules';
import type { CustomerEvent } from './events';
import { evolve } from './evolve';
import { CUSTOMER_EVENT_DEFINITIONS, publishCustomer } from './publish';
import { customersList } from './list';
import { customerAnswer, customerResource } from './render';
import { findSavedMethod, INITIAL_CUSTOMER, type CustomerState } from './state';
import { isLive, type TestClockState } from '../test-clock/state';
import { reservationFollowUps, reservationIdOf } from '../reservation/aggregate';

/** The task of keeping the buyer of an erased customer's invoices, and of destroying the customer's key. */
export const DESTROY_KEY_TASK = 'customers.destroy_key';

/** The customer as the event store runs it. Everything in here is pure. */
export function defineCustomer({ rules }: { rules: CustomerRules }): ResourceAggregate<CustomerState, CustomerEvent> {
  return {
    streamType: 'customer',
    idKind: 'customer',
    stateSchema: 1,
    initialState: INITIAL_CUSTOMER,
    commandTypes: [...CUSTOMER_COMMAND_TYPES, ...INSTRUMENT_COMMANDS, ...SUBSCRIPTION_COMMANDS, ...BALANCE_COMMANDS],
    busCommandTypes: [...CUSTOMER_COMMAND_TYPES, 'customers.attach_payment_method', 'customers.adjust_balance'],
    creationTypes: ['customers.create'],
    eventTypes: CUSTOMER_EVENT_DEFINITIONS,
    decide(command, state, { nowMs, related }) {
      const refusal = clockRefusal(command as AnyCustomerCommand, related);
      if (refusal !== null) return refuse(refusal);
      const transactionIdOf = (number: number): string =>
        numberedIdOf('customerBalanceTransaction', command, command.streamId, { number, atMs: nowMs });
      const decision = decide(command as AnyCustomerCommand, state, { nowMs, rules, transactionIdOf });
      return withInstrument(decision, state, command as AnyCustomerCommand);
    },
    followUps: (change, command) => followUpsOf(change, command as AnyCustomerCommand),
    relatedStreams: (command) => relatedStreamsOf(command as AnyCustomerCommand),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => dueAtMs(state, rules), commandType: 'customers.wake' },
    taskOf({ head, state }) {
      if (state.status !== 'deleted' || state.isKeyDestroyed) return null;
      const { deletedAtMs, keptThroughId } = state;
      // A page of invoices a run: each is a call of its own.
      return { name: DESTROY_KEY_TASK, dueAtMs: deletedAtMs, key: [head.streamId, keptThroughId].filter(Boolean).join('.') };
    },
    render: customerResource,
    publish: publishCustomer,
    list: customersList,
    answer: (snapshot, command) => customerAnswer(snapshot, command),
  };
}

function dueAtMs(state: CustomerState, rules: CustomerRules): number | null {
  if (state.status === 'deleted') return state.left === undefined ? null : state.deletedAtMs;
  return state.status === 'active' && state.kyc !== undefined ? kycChangeDueMs(state.kycStatus, state.kyc, rules) : null;
}

function relatedStreamsOf({ type, payload, accountId, livemode }: AnyCustomerCommand): string[] {
  if (type !== 'customers.create' && type !== 'customers.update') return [];
  const { referenceId } = payload;
  const reservations = typeof referenceId === 'string' ? [reservationIdOf('customer', { accountId, livemode }, referenceId)] : [];
  return type === 'customers.create' && payload.testClockId !== undefined ? [...reservations, payload.testClockId] : reservations;
}

/** A customer belongs to a test clock from the beginning, or never. */
function clockRefusal({ type, payload }: AnyCustomerCommand, related: HandlingContext['related']): Refusal | null {
  if (type !== 'customers.create' || payload.testClockId === undefined) return null;
  const { testClockId: id } = payload;
  const state = shardOfId('testClock', id) === undefined ? undefined : (related(id)?.state as TestClockState | undefined);
  if (state !== undefined && isLive(state)) return null;
  const message = state?.status === 'deleted' ? { message: 'The test clock is deleted.' } : {};
  return { code: 'resource_missing', details: { param: 'test_clock_id', ...message } };
}

/** In the same commit: the reference that the customer takes or gives back, its test clock, its balance, and what ends with it. */
function followUpsOf({ before, after, events }: StateChange<CustomerState, CustomerEvent>, command: AnyCustomerCommand): FollowUps {
  const references = reservationFollowUps('customer', command, [referenceOf(before), referenceOf(after)]);
  const transactions = transactionsOf(events, command.streamId);
  const followUps = [
    ...references,
    ...clockFollowUps(command),
    ...transactions,
    ...erasureFollowUps(before, after),
    ...paidByCredit(after, events),
  ];
  return command.type === 'customers.adjust_balance' ? { followUps, answeredBy: references.length } : { followUps };
}

/** Invoices that a change of the balance pays, at most. */
const PAID_BY_CREDIT_MAX = 5;

/** Credit pays what is due, the oldest invoice first. */
function paidByCredit(after: CustomerState, events: readonly CustomerEvent[]): FollowUp[] {
  const given = events.find((event) => event.type === 'customer.balance_changed' && event.data.amount < 0);
  if (given?.type !== 'customer.balance_changed' || after.status !== 'active') return [];
  const open = (after.openInvoices ?? []).filter(({ currency }) => currency === given.data.currency);
  return open.slice(0, PAID_BY_CREDIT_MAX).map(({ id }) => ({ streamId: id, type: 'invoices.use_credit', payload: {} }));
}

/** Each change of the balance is in its history. */
function transactionsOf(events: readonly CustomerEvent[], customerId: string): FollowUp[] {
  return events.flatMap((event) => {
    if (event.type !== 'customer.balance_changed') return [];
    const { transactionId: streamId, ...change } = event.data;
    return [{ streamId, type: 'customer_balance_transactions.create', payload: { customerId, ...change } }];
  });
}

/** The clock counts its customers, and erases them when it is deleted. */
function clockFollowUps({ type, payload, streamId }: AnyCustomerCommand): FollowUp[] {
  if (type !== 'customers.create' || payload.testClockId === undefined) return [];
  return [{ streamId: payload.testClockId, type: 'test_clocks.add_customer', payload: { customerId: streamId } }];
}

/** The saved method of an instrument is made, or is the one that the customer has of it already; it answers the command. */
function withInstrument(decision: CustomerDecision, state: CustomerState, command: AnyCustomerCommand): CustomerDecision {
  if (command.type !== 'customers.attach_payment_method' && command.type !== 'customers.save_payment_method') return decision;
  if (!decision.accepted || state.status !== 'active') return decision;
  const { paymentMethodId, ...saved } = command.payload;
  const payload: PaymentMethodCommandPayloads['payment_methods.create'] = { customerId: command.streamId, ...saved };
  const streamId = findSavedMethod(state, saved.instrument) ?? paymentMethodId;
  return { ...decision, followUps: [{ streamId, type: 'payment_methods.create', payload }], answeredBy: 0 };
}

/** What belonged to a customer who is erased. */
function erasureFollowUps(before: CustomerState, after: CustomerState): FollowUp[] {
  const { paymentMethodIds, subscriptionIds } = endedIn(before, after);
  return [
    ...paymentMethodIds.map((id) => ({ streamId: id, type: 'payment_methods.detach', payload: { customerId: null } })),
    ...subscriptionIds.map((id) => ({ streamId: id, type: 'subscriptions.end_with_customer', payload: {} })),
  ];
}

function referenceOf(state: CustomerState): string | undefined {
  return state.status === 'active' ? state.profile.referenceId : undefined;
}
