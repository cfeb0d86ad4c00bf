import type { TaskRunner } from '#event-store';
import { readKeyUses, type AccountsDatabase } from '../key-uses/key-uses.table';
import { nextNotice } from './decide/notices';
import type { ApiKeyState } from './state';

/** A key that was used since then is in use: 30 days. */
const IN_USE_MS = 30 * 86_400_000;

/** Finds out whether a key that ends soon is in use, so that nobody is told of the end of one that is not. */
export function lookAtUse(database: AccountsDatabase): TaskRunner<ApiKeyState> {
  return async ({ snapshot: { head, state }, nowMs }) => {
    const notice = state.status === 'active' ? nextNotice(state) : null;
    const [use] = await readKeyUses(database, [head.streamId]);
    const isUsed = use !== undefined && use.atMs > nowMs - IN_USE_MS;
    return { type: 'api_keys.note_expiring', payload: { days: notice?.days ?? 0, isUsed } };
  };
}
