import { systemCommand } from '#contracts';
import type { EventStore, TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { Accounts } from '../accounts';
import { connectionsOfApp } from '../connection/connections.table';

const ACTOR = 'deleted_app';

/**
 * Ends what is left of a deleted app: its connections, which are in other accounts, and the key under which its secret was sealed in
 * stored answers. A crash in between repeats it, and repeating changes nothing.
 */
export function clearApp(store: EventStore, accounts: Accounts, personalData: PersonalData): TaskRunner {
  const { clock, random } = store.options;
  return async ({ snapshot: { head } }) => {
    for (const { id: streamId, accountId, livemode } of await connectionsOfApp(store, head.streamId)) {
      const about = { type: 'connections.revoke', streamId, accountId, livemode, payload: { by: 'platform' } };
      const command = systemCommand({ ...about, commandId: random.uuid(), actorId: ACTOR, nowMs: clock.nowMs() });
      const { refusal } = await accounts.decide(command);
      if (refusal !== null) throw new Error(`connection ${streamId} not ended: ${refusal.code}`);
    }
    await personalData.destroy({ accountId: head.accountId, id: head.streamId });
    return { type: 'apps.record_cleared', payload: {} };
  };
}
