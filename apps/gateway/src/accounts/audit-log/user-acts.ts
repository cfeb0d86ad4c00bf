import { newId, shardOfAccount } from '#contracts';
import type { EventStore } from '#event-store';
import type { NewAuditEntry } from './audit-entry';
import { appendAuditEntries, type AccountsClient } from './audit-log.table';
import { auditedObject, changesWithNote } from './entry-of-command';

/** What an operator did about a person. */
export interface UserActOfOperator {
  /** `users.<verb>`. */
  action: string;
  userId: string;
  /** Who did it. */
  operator: string;
  note?: string;
  /** Milliseconds since the epoch. */
  atMs: number;
}

/**
 * Does it, and writes it into the audit logs of the accounts of the person, in one commit.
 *
 * @param work on the connection of the transaction. @throws what `work` throws: nothing is written then.
 */
export async function appendUserAct(
  { shardLocks, options: { random } }: Pick<EventStore, 'shardLocks' | 'options'>,
  accountIds: readonly string[],
  act: UserActOfOperator,
  work: (client: AccountsClient) => Promise<void>,
): Promise<void> {
  const commandId = random.uuid();
  await shardLocks.withinAll(accountIds.map(shardOfAccount), async (client) => {
    await work(client);
    for (const accountId of accountIds) {
      const id = newId('auditEntry', shardOfAccount(accountId), act.atMs, random);
      await appendAuditEntries(client, accountId, [entryOf(act, { id, commandId })]);
    }
  });
}

function entryOf({ action, userId, operator, note, atMs }: UserActOfOperator, ids: Pick<NewAuditEntry, 'id' | 'commandId'>): NewAuditEntry {
  return {
    ...ids,
    ...{ livemode: true, atMs, action },
    actor: { type: 'operator', id: operator, name: null },
    resource: auditedObject(userId),
    ...{ outcome: 'done', code: null, address: null, requestId: null },
    changes: changesWithNote(null, note ?? null),
  };
}
