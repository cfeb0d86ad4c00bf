import type { Command, PaymentMethodCommand } from '#contracts';
import type { AggregateDefinition } from '#event-store';
import {
  decidePaymentMethod,
  evolvePaymentMethod,
  INITIAL_PAYMENT_METHOD,
  type PaymentMethodEvent,
  type PaymentMethodState,
} from './decide';
import { PAYMENT_METHOD_EVENT_DEFINITIONS } from './publish';
import { paymentMethodAnswer, paymentMethodResource } from './render';

type OwnCommand = Extract<PaymentMethodCommand, { type: 'payment_methods.create' | 'payment_methods.detach' }>;

/** A saved instrument as the event store runs it. Everything in here is pure. */
export function paymentMethodAggregate(): AggregateDefinition<PaymentMethodState, PaymentMethodEvent> {
  return {
    streamType: 'payment_method',
    idKind: 'paymentMethod',
    stateSchema: 1,
    initialState: INITIAL_PAYMENT_METHOD,
    commandTypes: ['payment_methods.create', 'payment_methods.detach'],
    creationTypes: ['payment_methods.create'],
    eventTypes: PAYMENT_METHOD_EVENT_DEFINITIONS,
    handle(command: Command, state, { nowMs }) {
      const { type, payload, streamId } = command as OwnCommand;
      if (type === 'payment_methods.create') return decidePaymentMethod({ type: 'CreatePaymentMethod', payload }, state, { nowMs });
      const { customerId } = payload;
      const decision = decidePaymentMethod({ type: 'DetachPaymentMethod', customerId }, state, { nowMs });
      if (!decision.accepted || decision.events.length === 0 || customerId === null) return decision;
      const remove = { streamId: customerId, type: 'customers.remove_payment_method', payload: { paymentMethodId: streamId } };
      return { ...decision, followUps: [remove] };
    },
    evolve: evolvePaymentMethod,
    statusOf: ({ status }) => status,
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: (snapshot) => JSON.stringify(paymentMethodResource(snapshot)),
    answer: (snapshot, command) => JSON.stringify(paymentMethodAnswer(snapshot, command)),
  };
}
