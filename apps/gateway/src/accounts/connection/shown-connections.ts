import { toSeconds, type ConnectionResource } from '#contracts';
import type { Snapshot } from '#event-store';
import { readKeyUses, type AccountsDatabase } from '../key-uses/key-uses.table';
import { connectionResource } from './render';
import type { ConnectionState } from './state';

/** Connections as their accounts see them: with when each was last used. */
export async function shownConnections(
  snapshots: readonly Snapshot<ConnectionState>[],
  database: AccountsDatabase,
): Promise<ConnectionResource[]> {
  const ids = snapshots.map(({ head }) => head.streamId);
  const uses = new Map((ids.length === 0 ? [] : await readKeyUses(database, ids)).map((use) => [use.keyId, use]));
  return snapshots.map((snapshot) => {
    const use = uses.get(snapshot.head.streamId);
    return { ...connectionResource(snapshot), ...(use && { last_used_at: toSeconds(use.atMs) }) };
  });
}
