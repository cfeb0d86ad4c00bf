import { ACCOUNT_COMMAND_TYPES, type AccountCommand } from '#contracts';
import type { DueTask, StreamHead } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import type { AccountEvent } from './events';
import { evolve } from './evolve';
import { ACCOUNT_EVENT_DEFINITIONS, publishAccount } from './publish';
import { accountResource } from './render';
import { INITIAL_ACCOUNT, type AccountState } from './state';

/** The task of ending what a closed account had. */
export const CLEAR_ACCOUNT = 'accounts.clear';

/** The account as the event store runs it. Everything in here is pure. Its commands, and its events, are in live mode. */
export function defineAccount(): ResourceAggregate<AccountState, AccountEvent> {
  return {
    streamType: 'account',
    idKind: 'account',
    stateSchema: 1,
    initialState: INITIAL_ACCOUNT,
    commandTypes: ACCOUNT_COMMAND_TYPES,
    eventTypes: ACCOUNT_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as AccountCommand, state, nowMs),
    evolve,
    statusOf: ({ status }) => status,
    taskOf: ({ head, state }) => taskOf(state, head),
    render: accountResource,
    publish: publishAccount,
  };
}

function taskOf(state: AccountState, { streamId, updatedAtMs }: StreamHead): DueTask | null {
  return state.status === 'closed' && !state.isCleared ? { name: CLEAR_ACCOUNT, dueAtMs: updatedAtMs, key: streamId } : null;
}
