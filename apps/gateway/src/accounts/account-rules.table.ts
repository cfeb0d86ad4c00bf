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
