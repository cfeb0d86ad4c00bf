import { REFUND_COMMAND_TYPES, type Command, type Refusal, type RefundCommand, type RefundOutcomePayload } from '#contracts';
import { refuse, replay, type Decision, type FollowUp } from '#decider';
import type { AggregateDefinition } from '#event-store';
import { decide } from './decide';
import type { RefundEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_REFUND, isOverUnpaid, type RefundState } from './state';
import type { RefundRules } from './decide/rules';
import { askAtMs, wakeAtMs } from './timers';
import { REFUND_EVENT_DEFINITIONS } from './publish';
import { refundResource } from './render';
import { instructRefund, type RefundDecisionContext } from './instruct';

export interface RefundAggregateOptions extends Pick<RefundDecisionContext, 'findInstant'> {
  rules: RefundRules;
}

/** The task that asks a processor behind a network. */
export const REFUND_TASK = 'refund';

/** The refund as the event store runs it. Everything in here is pure. */
export function refundAggregate({ rules, findInstant }: RefundAggregateOptions): AggregateDefinition<RefundState, RefundEvent> {
  return {
    streamType: 'refund',
    idKind: 'refund',
    stateSchema: 1,
    initialState: INITIAL_REFUND,
    commandTypes: REFUND_COMMAND_TYPES,
    creationTypes: ['refunds.create'],
    eventTypes: REFUND_EVENT_DEFINITIONS,
    decide(command: Command, state, { nowMs }) {
      const instructed = instructRefund(command as RefundCommand, state, { findInstant, rules, nowMs });
      if ('refusal' in instructed) return refuse(instructed.refusal);
      return reportToPayment(decide(instructed.instruction, state, { nowMs, rules }), state, command.streamId);
    },
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'refunds.wake' },
    taskOf: ({ head, state }) => {
      const dueAtMs = askAtMs(state);
      return dueAtMs === null ? null : { name: REFUND_TASK, dueAtMs, key: head.streamId };
    },
    render: (snapshot) => JSON.stringify(refundResource(snapshot)),
  };
}

/** How a refund ends is news to the payment that owns the amount: both are stored in one commit. */
function reportToPayment(decision: Decision<RefundEvent, Refusal>, before: RefundState, refundId: string): Decision<RefundEvent, Refusal> {
  if (!decision.accepted) return decision;
  const followUps = decision.events.flatMap(({ type }) => followUpsOf(type));
  if (followUps.length === 0) return decision;
  const after = replay({ initialState: INITIAL_REFUND, evolve }, decision.events, before);
  // The payment never counted money that it had not captured.
  if (after.status === 'none' || after.terms.exceedsCapture) return decision;
  const { paymentId, amount } = after.terms;
  const payload: RefundOutcomePayload = { refundId, ...(isOverUnpaid(before) && { amount }) };
  return { ...decision, followUps: followUps.map((type): FollowUp => ({ streamId: paymentId, type, payload })) };
}

function followUpsOf(type: RefundEvent['type']): ('payments.refund_processed' | 'payments.refund_failed')[] {
  if (type === 'refund.processed') return ['payments.refund_processed'];
  return type === 'refund.failed' || type === 'refund.cancelled' ? ['payments.refund_failed'] : [];
}
