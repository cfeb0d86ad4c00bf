import { toSeconds, type ApiKeyResource } from '#contracts';
import type { Snapshot } from '#event-store';
import { readKeyUses, type AccountsDatabase } from '../key-uses/key-uses.table';
import { apiKeyResource, publishableOf } from './render';
import type { ApiKeyState } from './state';

/** Keys as their account sees them: with the text of publishable ones, and with when and from where each was last used. */
export async function shownKeys(snapshots: readonly Snapshot<ApiKeyState>[], database: AccountsDatabase): Promise<ApiKeyResource[]> {
  const ids = snapshots.map(({ head }) => head.streamId);
  const uses = new Map((ids.length === 0 ? [] : await readKeyUses(database, ids)).map((use) => [use.keyId, use]));
  return snapshots.map((snapshot) => {
    const use = uses.get(snapshot.head.streamId);
    const used = use === undefined ? {} : { last_used_at: toSeconds(use.atMs), last_used_address: use.address };
    return { ...apiKeyResource(snapshot), secret: publishableOf(snapshot), ...used };
  });
}
