import { DEBIT_COMMAND_TYPES, type DebitCommand } from '#contracts';
import type { DueTask, HandlingContext, Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import type { CustomerState } from '../customer/state';
import { INITIAL_MANDATE, type MandateState } from '../mandate/state';
import { decide } from './decide';
import type { DebitContext, DebitRules, InstantDebitRail } from './decide/context';
import { nextRequestOf } from './decide/requests';
import type { DebitEvent } from './events';
import { evolve } from './evolve';
import { followUpsOf } from './follow-ups';
import { debitsList } from './list';
import { DEBIT_EVENT_DEFINITIONS, publishDebit } from './publish';
import { debitResource } from './render';
import { INITIAL_DEBIT, type DebitState } from './state';
import { wakeAtMs } from './timers';

export interface DebitAggregateOptions {
  rules: DebitRules;
  /** The rail of test mode. Processors behind a network are asked by tasks. */
  rail: InstantDebitRail;
}

/** The task by which the processor of a debit is asked (tasks/call-debit-processor.ts). */
export const ASK_DEBIT_PROCESSOR = 'ask_debit_processor';

/** A debit as the event store runs it. Everything in here is pure. */
export function defineDebit({ rules, rail }: DebitAggregateOptions): ResourceAggregate<DebitState, DebitEvent> {
  return {
    streamType: 'debit',
    idKind: 'debit',
    stateSchema: 1,
    initialState: INITIAL_DEBIT,
    commandTypes: DEBIT_COMMAND_TYPES,
    busCommandTypes: ['debits.create', 'debits.cancel', 'debits.record_notice', 'debits.simulate'],
    creationTypes: ['debits.create'],
    eventTypes: DEBIT_EVENT_DEFINITIONS,
    relatedStreams: (command) => mandateOf(command as DebitCommand, INITIAL_DEBIT),
    decide(command, state, context) {
      const known = knownOf(command as DebitCommand, state, context);
      return decide(command as DebitCommand, state, { debitId: command.streamId, nowMs: context.nowMs, rules, rail, ...known });
    },
    followUps: (change, { streamId }) => ({ followUps: followUpsOf(change, streamId) }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'debits.wake' },
    taskOf,
    render: debitResource,
    publish: publishDebit,
    list: debitsList,
  };
}

/** A task of which a repetition carries the same key: which request for which notice, or which attempt. */
function taskOf({ head: { streamId }, state }: Snapshot<DebitState>): DueTask | null {
  const due = nextRequestOf(state);
  if (due === null || state.status === 'none') return null;
  const { kind, dueAtMs, request } = due;
  const key = kind === 'attempt' ? `${streamId}.attempt.${state.attempts.length + 1}` : `${streamId}.${state.notice.number}.${request}`;
  return { name: ASK_DEBIT_PROCESSOR, dueAtMs, key };
}

function mandateOf({ type, payload }: DebitCommand, state: DebitState): string[] {
  if (type === 'debits.create') return [payload.mandateId];
  return state.status === 'none' ? [] : [state.terms.mandateId];
}

/** The mandate and its customer, as of this commit. */
function knownOf(command: DebitCommand, state: DebitState, { related }: HandlingContext): Pick<DebitContext, 'mandate' | 'hasCustomer'> {
  const [mandateId] = mandateOf(command, state);
  const mandate = (mandateId === undefined ? undefined : (related(mandateId)?.state as MandateState | undefined)) ?? INITIAL_MANDATE;
  if (mandate.status === 'none') return { mandate, hasCustomer: false };
  const customer = related(mandate.terms.customerId)?.state as CustomerState | undefined;
  return { mandate, hasCustomer: customer?.status === 'active' };
}
