import { ACCOUNT_COMMAND_TYPES, type AccountCommand, type SharedRules } from '#contracts';
import type { DueTask, StreamHead } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import type { AccountEvent } from './events';
import { evolve } from './evolve';
import { ACCOUNT_EVENT_DEFINITIONS, publishAccount } from './publish';
import { accountResource } from './render';
import { INITIAL_ACCOUNT, type AccountState, type KnownAccount } from './state';

/** The task of ending what a closed account had. */
export const CLEAR_ACCOUNT = 'accounts.clear';

/** The task of telling the payments service of rules that it decides by without a request. */
export const SHARE_RULES = 'accounts.share_rules';

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
  const name = taskNameOf(state);
  return name === null ? null : { name, dueAtMs: updatedAtMs, key: streamId };
}

function taskNameOf(state: AccountState): string | null {
  if (state.status === 'none') return null;
  if (state.status === 'closed') return state.isCleared ? null : CLEAR_ACCOUNT;
  const { afterDunning } = sharedRulesOf(state);
  return afterDunning === (state.shared?.afterDunning ?? null) ? null : SHARE_RULES;
}

/** What the payments service has to know of the rules. */
export function sharedRulesOf({ rules }: Pick<KnownAccount, 'rules'>): SharedRules {
  return { afterDunning: rules?.afterDunning ?? null };
}
