import { NO_RULES, shardOfAccount, type AccountRules } from '#contracts';
import type { Query } from '#event-store';

const RULES = {
  name: 'hundi_account_rules',
  text: "SELECT state->'rules' AS rules FROM accounts.streams WHERE shard = $1 AND stream_id = $2",
};

/** What an account has decided, as keys of it read it with their grant. */
export async function rulesOfAccount(ask: Query, accountId: string): Promise<AccountRules> {
  const [row] = await ask<{ rules: AccountRules | null }>(RULES, [shardOfAccount(accountId), accountId]);
  return row?.rules ?? NO_RULES;
}

const MAY_ACT = {
  name: 'hundi_account_may_act',
  text: `SELECT status = 'active' AND (NOT $3 OR (state->>'liveEnabled')::boolean) AS may_act
    FROM accounts.streams WHERE shard = $1 AND stream_id = $2`,
};

/** Whether keys of an account would be let in: it is neither suspended nor closed, and live mode is on where it is asked for. */
export async function mayAccountAct(ask: Query, accountId: string, livemode: boolean): Promise<boolean> {
  const [row] = await ask<{ may_act: boolean }>(MAY_ACT, [shardOfAccount(accountId), accountId, livemode]);
  return row?.may_act === true;
}
