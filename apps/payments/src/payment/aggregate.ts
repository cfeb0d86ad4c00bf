import { PAYMENT_COMMAND_TYPES, type Command, type PaymentCommand } from '#contracts';
import { refuse } from '#decider';
import type { DueTask } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { jitterOf, nextRequestOf } from './decide/due-calls';
import { decide } from './decide';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import { attemptOf, INITIAL_PAYMENT, type PaymentState } from './state';
import type { PaymentRules } from './decide/rules';
import { wakeAtMs } from './timers';
import { PAYMENT_EVENT_DEFINITIONS, paymentPublisher } from './publish';
import { paymentsList } from './list';
import { paymentResource, type RenderOptions } from './render';
import type { Processors } from '../processors/routing/choose-processor';
import { attemptProcessors } from './attempt-processors';
import { withPurpose } from './purpose';
import { lateRefundIdOf } from './attempt-id';
import { knownStreamsOf, withWhatIsKnown } from './known-customer';
import { withSavedMethod } from './saved-method';
import { latePolicyOf } from './late-authorization';
import { paidOrderRefusal } from './order-paid-once';
import { followUpsOf } from './follow-ups';
import { requestKey } from '../tasks/call-key';

export interface PaymentAggregateOptions extends RenderOptions {
  rules: PaymentRules;
  processors: Processors;
}

/** The task by which the processor of a payment is asked (tasks/call-processor.ts). */
export const ASK_PROCESSOR = 'ask_processor';

function taskOf(paymentId: string, state: PaymentState): DueTask | null {
  const due = nextRequestOf(state);
  const attempt = attemptOf(state);
  if (due === null || attempt === null) return null;
  return { name: ASK_PROCESSOR, dueAtMs: due.dueAtMs, key: requestKey(paymentId, attempt.number, due) };
}

/** The payment as the event store runs it. Everything in here is pure. */
export function definePayment(options: PaymentAggregateOptions): ResourceAggregate<PaymentState, PaymentEvent> {
  const { rules, processors } = options;
  return {
    streamType: 'payment',
    idKind: 'payment',
    stateSchema: 1,
    initialState: INITIAL_PAYMENT,
    commandTypes: PAYMENT_COMMAND_TYPES,
    busCommandTypes: PAYMENT_COMMAND_TYPES,
    creationTypes: ['payments.create'],
    eventTypes: PAYMENT_EVENT_DEFINITIONS,
    relatedStreams: (command) => knownStreamsOf(command as PaymentCommand),
    decide(command: Command, state, context) {
      const { nowMs } = context;
      const known = withWhatIsKnown(command as PaymentCommand, state, context);
      if ('refusal' in known) return refuse(known.refusal);
      const paidOrder = paidOrderRefusal(known.command, state, context);
      if (paidOrder !== null) return refuse(paidOrder);
      const decision = decide(known.command, state, {
        nowMs,
        rules: { ...rules, lateAuthorization: latePolicyOf(rules.lateAuthorization, command, state, context) },
        // On a test clock equal starts lead to equal ends.
        jitter: context.clockId === undefined ? jitterOf(command.streamId, nowMs) : 0,
        lateRefundId: lateRefundIdOf(command.streamId),
        processors: attemptProcessors(processors, command, nowMs),
      });
      return withSavedMethod(withPurpose(decision, command, state, context), command, state, context);
    },
    followUps: followUpsOf,
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => wakeAtMs(state, rules), commandType: 'payments.wake' },
    taskOf: ({ head, state }) => taskOf(head.streamId, state),
    render: (snapshot) => paymentResource(snapshot, options),
    publish: paymentPublisher(options),
    list: paymentsList,
  };
}
