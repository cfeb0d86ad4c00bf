import { toSeconds, type ApiKeyResource } from '#contracts';
import { readKeyUses, type AccountsDatabase } from '../key-uses/key-uses.table';

/** Keys with when and from where each was last used, which is kept outside the log. */
export async function withUses(keys: readonly object[], database: AccountsDatabase): Promise<object[]> {
  const ids = (keys as readonly ApiKeyResource[]).map(({ id }) => id);
  const uses = new Map((ids.length === 0 ? [] : await readKeyUses(database, ids)).map((use) => [use.keyId, use]));
  return (keys as readonly ApiKeyResource[]).map((key) => {
    const use = uses.get(key.id);
    return use === undefined ? key : { ...key, last_used_at: toSeconds(use.atMs), last_used_address: use.address };
  });
}
