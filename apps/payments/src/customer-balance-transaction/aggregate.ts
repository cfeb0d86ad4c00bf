import {
  toSeconds,
  type BalanceTransactionCommand,
  type CustomerBalanceTransactionResource,
  type DomainEvent,
  type Refusal,
} from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { eventDefinitionsOf, type Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { balanceTransactionsList } from './list';
import type { BalanceTransactionState, RecordedTransaction } from './state';

/** Internal: its customer says so in public. */
export type BalanceTransactionEvent = DomainEvent<'customer_balance_transaction.recorded', RecordedTransaction>;

/** A change of the balance of a customer as the event store runs it. Everything in here is pure. */
export function defineBalanceTransaction(): ResourceAggregate<BalanceTransactionState, BalanceTransactionEvent> {
  return {
    streamType: 'customer_balance_transaction',
    idKind: 'customerBalanceTransaction',
    stateSchema: 1,
    initialState: { status: 'none' },
    commandTypes: ['customer_balance_transactions.create'],
    creationTypes: ['customer_balance_transactions.create'],
    eventTypes: eventDefinitionsOf({ 'customer_balance_transaction.recorded': null }),
    decide: (command, state) => record(command as BalanceTransactionCommand, state),
    evolve: (_state, { data }) => ({ status: 'recorded', ...data }),
    statusOf: ({ status }) => status,
    render: balanceTransactionResource,
    // Its customer publishes it. With this function the stream is in the time of the test clock of that customer.
    publish: () => null,
    list: balanceTransactionsList,
  };
}

function record({ payload }: BalanceTransactionCommand, { status }: BalanceTransactionState): Decision<BalanceTransactionEvent, Refusal> {
  if (status === 'none') return accept([{ type: 'customer_balance_transaction.recorded', data: payload }], 201);
  return refuse({ code: 'resource_already_exists', details: { message: 'A transaction of this id exists already.' } });
}

/** The public resource of a change of the balance. */
export function balanceTransactionResource({ head, state }: Snapshot<BalanceTransactionState>): CustomerBalanceTransactionResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no customer_balance_transaction.recorded`);
  return {
    id: head.streamId,
    object: 'customer_balance_transaction',
    livemode: head.livemode,
    customer_id: state.customerId,
    amount: state.amount,
    currency: state.currency,
    type: state.type,
    invoice_id: state.invoiceId ?? null,
    subscription_id: state.subscriptionId ?? null,
    ending_balance: state.endingBalance,
    description: state.description ?? null,
    metadata: state.metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
  };
}
