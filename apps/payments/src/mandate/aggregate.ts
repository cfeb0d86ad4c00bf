import { MANDATE_COMMAND_TYPES, type MandateCommand, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { HandlingContext } from '#event-store';
import type { ResourceAggregate } from '#listing';
import type { CustomerState } from '../customer/state';
import { followUpsOf } from './decide/debits';
import { subscriptionFollowUps } from './decide/subscriptions';
import { decide } from './decide';
import type { InstantRail, MandateRules } from './decide/context';
import type { MandateEvent } from './events';
import { evolve } from './evolve';
import { mandatesList } from './list';
import { MANDATE_EVENT_DEFINITIONS, publishMandate } from './publish';
import { mandateResource } from './render';
import { INITIAL_MANDATE, type MandateState } from './state';
import { wakeAtMs } from './timers';

export interface MandateAggregateOptions {
  rules: MandateRules;
  /** The rails of the sandbox, by the name of their processor. */
  sandbox: { name: string; rail: InstantRail };
}

/** A mandate as the event store runs it. Everything in here is pure. */
export function defineMandate({ rules, sandbox }: MandateAggregateOptions): ResourceAggregate<MandateState, MandateEvent> {
  return {
    streamType: 'mandate',
    idKind: 'mandate',
    stateSchema: 1,
    initialState: INITIAL_MANDATE,
    commandTypes: MANDATE_COMMAND_TYPES,
    busCommandTypes: ['mandates.create', 'mandates.pause', 'mandates.resume', 'mandates.revoke', 'mandates.simulate'],
    creationTypes: ['mandates.create'],
    eventTypes: MANDATE_EVENT_DEFINITIONS,
    relatedStreams: (command) => customersOf(command as MandateCommand),
    decide(command, state, context) {
      const refusal = createRefusal(command as MandateCommand, context);
      if (refusal !== null) return refuse(refusal);
      const around = { mandateId: command.streamId, nowMs: context.nowMs, rules, processor: sandbox.name, rail: sandbox.rail };
      return decide(command as MandateCommand, state, around);
    },
    followUps: (change, { streamId }) => ({ followUps: [...subscriptionFollowUps(change, streamId), ...followUpsOf(change)] }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'mandates.wake' },
    render: mandateResource,
    publish: publishMandate,
    list: mandatesList,
  };
}

function customersOf(command: MandateCommand): string[] {
  return command.type === 'mandates.create' ? [command.payload.customerId] : [];
}

/** Of live mode, whose processors register no mandates. */
export const NO_RAIL: Refusal = {
  code: 'processor_not_configured',
  details: {
    message: 'No configured processor registers mandates in live mode.',
    reason: 'no_processor_for_mandate',
    hint: 'Test keys work without one.',
  },
};

/** A mandate is of a customer who is there, and needs a processor that registers it. */
function createRefusal(command: MandateCommand, { related }: Pick<HandlingContext, 'related'>): Refusal | null {
  if (command.type !== 'mandates.create') return null;
  if (command.livemode) return NO_RAIL;
  const customer = related(command.payload.customerId)?.state as CustomerState | undefined;
  if (customer?.status === 'active') return null;
  const message = customer?.status === 'deleted' ? { message: 'The customer is deleted.' } : {};
  return { code: 'resource_missing', details: { param: 'customer_id', ...message } };
}
