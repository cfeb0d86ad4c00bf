import { MANDATE_COMMAND_TYPES, type Command, type MandateCommand, type Refusal } from '#contracts';
import { refuse, type FollowUp } from '#decider';
import type { DueTask, HandlingContext, Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import type { CustomerState } from '../customer/state';
import { followUpsOf } from './decide/debits';
import { subscriptionFollowUps } from './decide/subscriptions';
import { decide } from './decide';
import type { InstantRail, MandateContext, MandateRules } from './decide/context';
import { nextRequestOf } from './decide/requests';
import { unknownAmong } from '../processors/routing/unknown-processor';
import type { MandateQuery } from '../processors/routing/registry';
import type { MandateEvent } from './events';
import { evolve } from './evolve';
import { firstAmountFollowUps } from './first-amount';
import { mandatesList } from './list';
import { MANDATE_EVENT_DEFINITIONS, mandatePublisher } from './publish';
import { mandateResource, type MandateRenderOptions } from './render';
import { INITIAL_MANDATE, type MandateState } from './state';
import { wakeAtMs } from './timers';

export interface MandateAggregateOptions extends Pick<MandateRenderOptions, 'publicUrl'> {
  rules: MandateRules;
  /** The rails of the sandbox, by the name of their processor. */
  sandbox: { name: string; rail: InstantRail };
  /** Names that a wish of test mode may have: the sandbox takes every mandate there. Absent for its own. */
  testNames?: readonly string[];
  /** The processors of live mode. */
  live: MandateRouting;
}

/** Who registers mandates behind a network: a function of the request and the operator's rules. */
export interface MandateRouting {
  chooseForMandate(wanted: MandateQuery): { processor: string } | { refusal: Refusal };
}

/** The task by which the processor of a mandate is asked (tasks/call-mandate-processor.ts). */
export const ASK_MANDATE_PROCESSOR = 'ask_mandate_processor';

/** A mandate as the event store runs it. Everything in here is pure. */
export function defineMandate(options: MandateAggregateOptions): ResourceAggregate<MandateState, MandateEvent> {
  const { publicUrl } = options;
  const shown = { ...options.rules, publicUrl };
  return {
    streamType: 'mandate',
    idKind: 'mandate',
    stateSchema: 1,
    initialState: INITIAL_MANDATE,
    commandTypes: MANDATE_COMMAND_TYPES,
    busCommandTypes: [
      'mandates.create',
      'mandates.pause',
      'mandates.resume',
      'mandates.revoke',
      'mandates.record_report',
      'mandates.simulate',
    ],
    creationTypes: ['mandates.create'],
    eventTypes: MANDATE_EVENT_DEFINITIONS,
    relatedStreams: (command) => customersOf(command as MandateCommand),
    decide(command, state, context) {
      const refusal = customerRefusal(command as MandateCommand, context);
      if (refusal !== null) return refuse(refusal);
      const at = processorOf(command as MandateCommand, state, options);
      if ('refusal' in at) return refuse(at.refusal);
      const { streamId: mandateId } = command;
      const hasCustomer = (): boolean => state.status !== 'none' && customerAt(state.terms.customerId, context)?.status === 'active';
      return decide(command as MandateCommand, state, { mandateId, nowMs: context.nowMs, rules: options.rules, hasCustomer, ...at });
    },
    followUps: (change, command) => ({ followUps: whatFollows(change, command) }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'mandates.wake' },
    taskOf,
    render: (snapshot) => mandateResource(snapshot, shown),
    publish: mandatePublisher(shown),
    list: mandatesList,
  };
}

/** What else is in the commit: of its subscriptions, of its debits, and the first amount. */
function whatFollows(change: { before: MandateState; after: MandateState }, { streamId, ...command }: Command): FollowUp[] {
  const first = firstAmountFollowUps(change, { streamId, accountId: command.accountId, livemode: command.livemode });
  return [...subscriptionFollowUps(change, streamId), ...followUpsOf(change), ...first];
}

function customersOf(command: MandateCommand): string[] {
  return command.type === 'mandates.create' ? [command.payload.customerId] : [];
}

/** A task of which a repetition carries the same key: the registration, or which call, from when. */
function taskOf({ head: { streamId }, state }: Snapshot<MandateState>): DueTask | null {
  const due = nextRequestOf(state);
  if (due === null) return null;
  const { kind, dueAtMs, requestedAtMs } = due;
  const key = kind === 'register' || kind === 'fetch' ? streamId : `${streamId}.${kind}.${requestedAtMs.toString(36)}`;
  return { name: ASK_MANDATE_PROCESSOR, dueAtMs, key };
}

/** Who takes the mandate, or has it: the sandbox at once, or a processor behind a network later. */
function processorOf(
  { type, payload, accountId, livemode }: MandateCommand,
  state: MandateState,
  { sandbox, live, testNames = [sandbox.name] }: MandateAggregateOptions,
): Pick<MandateContext, 'processor' | 'rail'> | { refusal: Refusal } {
  if (state.status !== 'none') return { processor: state.processor, rail: state.answersLater ? null : sandbox.rail };
  if (type !== 'mandates.create') return { processor: sandbox.name, rail: sandbox.rail };
  const { instrument, processorHint: hint } = payload;
  if (!livemode) {
    const refusal = unknownAmong(testNames, hint);
    return refusal === null ? { processor: sandbox.name, rail: sandbox.rail } : { refusal };
  }
  const choice = live.chooseForMandate({ accountId, method: instrument.method, ...(hint !== undefined && { hint }) });
  return 'refusal' in choice ? choice : { ...choice, rail: null };
}

/** A mandate is of a customer who is there. */
function customerRefusal(command: MandateCommand, { related }: Pick<HandlingContext, 'related'>): Refusal | null {
  if (command.type !== 'mandates.create') return null;
  const customer = customerAt(command.payload.customerId, { related });
  if (customer?.status === 'active') return null;
  const message = customer?.status === 'deleted' ? { message: 'The customer is deleted.' } : {};
  return { code: 'resource_missing', details: { param: 'customer_id', ...message } };
}

function customerAt(id: string, { related }: Pick<HandlingContext, 'related'>): CustomerState | undefined {
  return related(id)?.state as CustomerState | undefined;
}
