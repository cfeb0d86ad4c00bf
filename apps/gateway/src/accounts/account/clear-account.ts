import { systemCommand, type Command } from '#contracts';
import type { EventStore, TaskRunner } from '#event-store';
import type { Accounts } from '../accounts';
import { appsOfAccount } from '../app/app-owners.table';
import { connectionsOfAccount, connectionsOfApp } from '../connection/connections.table';
import type { AccountState } from './state';

const ACTOR = 'closed_account';

/** What is asked of one stream. */
type Asked = Pick<Command, 'type' | 'streamId' | 'accountId' | 'livemode' | 'payload'>;

/**
 * Ends what a closed account had: its keys, its connections, its apps with the connections of others to them. Nothing of it worked
 * from the event on, because whoever looks a key or a token up sees that the account is closed. A crash in between repeats it, and
 * repeating changes nothing.
 */
export function clearAccount(store: EventStore, accounts: Accounts): TaskRunner<AccountState> {
  const { clock, random } = store.options;
  const ask = async (asked: Asked): Promise<void> => {
    const command = systemCommand({ ...asked, commandId: random.uuid(), actorId: ACTOR, nowMs: clock.nowMs() });
    const { refusal } = await accounts.decide(command);
    if (refusal !== null) throw new Error(`${asked.streamId} not ended: ${refusal.code}`);
  };
  return async ({ snapshot: { head, state } }) => {
    const { accountId } = head;
    const keys = state.status === 'none' ? [] : Object.entries(state.keys);
    for (const [streamId, { livemode }] of keys) {
      await ask({ type: 'api_keys.revoke', streamId, accountId, livemode, payload: { reason: 'account_closed' } });
    }
    for (const { id: streamId, livemode } of await connectionsOfAccount(store, accountId)) {
      await ask({ type: 'connections.revoke', streamId, accountId, livemode, payload: { by: 'account' } });
    }
    for (const { id: appId, livemode } of await appsOfAccount(store, accountId)) {
      await ask({ type: 'apps.update', streamId: appId, accountId, livemode, payload: { status: 'disabled' } });
      for (const { id: streamId, ...merchant } of await connectionsOfApp(store, appId)) {
        await ask({ type: 'connections.revoke', streamId, ...merchant, payload: { by: 'platform' } });
      }
    }
    return { type: 'accounts.record_cleared', payload: {} };
  };
}
