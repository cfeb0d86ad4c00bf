import type { FollowUps } from '#decider';
import type { ResourceAggregate } from '#listing';
import {
  decide,
  evolve,
  INITIAL_PAYMENT_METHOD,
  type OwnPaymentMethodCommand,
  type PaymentMethodEvent,
  type PaymentMethodState,
} from './decide';
import { PAYMENT_METHOD_EVENT_DEFINITIONS, publishPaymentMethod } from './publish';
import { paymentMethodAnswer, paymentMethodResource } from './render';

/** A saved instrument as the event store runs it. Everything in here is pure. */
export function definePaymentMethod(): ResourceAggregate<PaymentMethodState, PaymentMethodEvent> {
  return {
    streamType: 'payment_method',
    idKind: 'paymentMethod',
    stateSchema: 1,
    initialState: INITIAL_PAYMENT_METHOD,
    commandTypes: ['payment_methods.create', 'payment_methods.detach'],
    busCommandTypes: ['payment_methods.detach'],
    creationTypes: ['payment_methods.create'],
    eventTypes: PAYMENT_METHOD_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as OwnPaymentMethodCommand, state, { nowMs }),
    followUps: (_change, command) => followUpsOf(command as OwnPaymentMethodCommand),
    evolve,
    statusOf: ({ status }) => status,
    render: paymentMethodResource,
    publish: publishPaymentMethod,
    answer: (snapshot, command) => paymentMethodAnswer(snapshot, command),
  };
}

/** Its customer forgets a payment method that was removed; unless it is the customer that said so. */
function followUpsOf({ type, payload, streamId }: OwnPaymentMethodCommand): FollowUps {
  if (type !== 'payment_methods.detach' || payload.customerId === null) return {};
  const remove = { streamId: payload.customerId, type: 'customers.remove_payment_method', payload: { paymentMethodId: streamId } };
  return { followUps: [remove] };
}
