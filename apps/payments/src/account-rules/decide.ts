import type { AccountRulesCommand, CommandBody, DomainEvent, Refusal, SharedRules } from '#contracts';
import { accept, type Decision } from '#decider';

/** What an account has decided that is needed without a request. `sequence`: of the account that said so, 0 before. */
export interface AccountRulesState extends SharedRules {
  sequence: number;
}

export type AccountRulesEvent = DomainEvent<'account_rules.changed', AccountRulesState>;

export const INITIAL_ACCOUNT_RULES: AccountRulesState = { afterDunning: null, sequence: 0 };

/** The newest version counts, in whatever order they come. */
export function decide(
  { payload }: CommandBody<AccountRulesCommand>,
  { sequence }: AccountRulesState,
): Decision<AccountRulesEvent, Refusal> {
  return accept(payload.sequence > sequence ? [{ type: 'account_rules.changed', data: payload }] : []);
}

/** The state after one more fact. */
export function evolve(_state: AccountRulesState, { data }: AccountRulesEvent): AccountRulesState {
  return data;
}
