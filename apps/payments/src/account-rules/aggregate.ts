import type { AccountRulesCommand } from '#contracts';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import { decide, evolve, INITIAL_ACCOUNT_RULES, type AccountRulesEvent, type AccountRulesState } from './decide';

/** The one stream of rules of an account and mode. */
export function accountRulesIdOf(owner: Owner): string {
  return derivedIdOf('accountRules', owner, 'account_rules');
}

/** The rules of accounts, as the event store runs them. Nothing of them is public. */
export function defineAccountRules(): AggregateDefinition<AccountRulesState, AccountRulesEvent> {
  return {
    streamType: 'account_rules',
    idKind: 'accountRules',
    stateSchema: 1,
    initialState: INITIAL_ACCOUNT_RULES,
    commandTypes: ['account_rules.set'],
    busCommandTypes: ['account_rules.set'],
    eventTypes: eventDefinitionsOf({ 'account_rules.changed': null }),
    decide: (command, state) => decide(command as AccountRulesCommand, state),
    evolve,
    statusOf: () => 'set',
    render: ({ state }) => state,
  };
}
