import { REFUND_COMMAND_TYPES, type Command, type CommandBody, type RefundCommand, type RefundOutcomePayload } from '#contracts';
import type { FollowUp, FollowUps } from '#decider';
import type { StateChange } from '#event-store';
import type { ResourceAggregate } from '#listing';
import type { InstantProcessor } from '../processors/processor';
import { decide } from './decide';
import type { RefundRules } from './decide/rules';
import type { RefundEvent } from './events';
import { evolve } from './evolve';
import { instantRefunds } from './instant-refunds';
import { REFUND_EVENT_DEFINITIONS, publishRefund } from './publish';
import { refundsList } from './list';
import { refundResource } from './render';
import { INITIAL_REFUND, isOverUnpaid, type RefundState } from './state';
import { askAtMs, wakeAtMs } from './timers';

export interface RefundAggregateOptions {
  rules: RefundRules;
  /** The processor of this name that answers without a network, if it is one. */
  findInstant(name: string, livemode: boolean): InstantProcessor | undefined;
}

/** The task that asks a processor behind a network. */
export const REFUND_TASK = 'refund';

/** The refund as the event store runs it. Everything in here is pure. */
export function defineRefund({ rules, findInstant }: RefundAggregateOptions): ResourceAggregate<RefundState, RefundEvent> {
  return {
    streamType: 'refund',
    idKind: 'refund',
    stateSchema: 1,
    initialState: INITIAL_REFUND,
    commandTypes: REFUND_COMMAND_TYPES,
    busCommandTypes: REFUND_COMMAND_TYPES,
    creationTypes: ['refunds.create'],
    eventTypes: REFUND_EVENT_DEFINITIONS,
    decide(command: Command, state, { nowMs }) {
      const instantProcessor = (name: string) => {
        const processor = findInstant(name, command.livemode);
        return processor && instantRefunds(processor, command.streamId, nowMs);
      };
      return decide(command as CommandBody<RefundCommand>, state, { nowMs, rules, instantProcessor });
    },
    followUps: (change, { streamId }) => reportToPayment(change, streamId),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'refunds.wake' },
    taskOf: ({ head, state }) => {
      const dueAtMs = askAtMs(state);
      return dueAtMs === null ? null : { name: REFUND_TASK, dueAtMs, key: head.streamId };
    },
    render: refundResource,
    publish: publishRefund,
    list: refundsList,
  };
}

/** The payment that owns the amount learns in the same commit how its refund ended. */
function reportToPayment({ before, after, events }: StateChange<RefundState, RefundEvent>, refundId: string): FollowUps {
  // The payment never counted money that it had not captured.
  if (after.status === 'none' || after.terms.exceedsCapture) return {};
  const { paymentId, amount } = after.terms;
  const payload: RefundOutcomePayload = { refundId, ...(isOverUnpaid(before) && { amount }) };
  const isWaiting = before.status === 'none' && after.status === 'pending';
  const reports = isWaiting ? (['payments.refund_pending'] as const) : events.flatMap(({ type }) => reportOf(type));
  return { followUps: reports.map((type): FollowUp => ({ streamId: paymentId, type, payload })) };
}

function reportOf(type: RefundEvent['type']): ('payments.refund_processed' | 'payments.refund_failed')[] {
  if (type === 'refund.processed') return ['payments.refund_processed'];
  return type === 'refund.failed' || type === 'refund.cancelled' ? ['payments.refund_failed'] : [];
}
