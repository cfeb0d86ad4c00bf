import type { Random } from '#contracts';
import { Pool } from 'pg';
import { associatedOf, DataKeyTable, type Subject } from './data-keys';
import { ConfiguredKeys, type KeyEncryptionKeys } from './key-encryption-keys';

const PAGE_MAX = 500;

export interface RewrapOptions {
  databaseUrl: string;
  /** As in PERSONAL_DATA_KEYS: the new key first, the old ones behind it. */
  keys: string;
  random: Random;
}

/** What became of the keys. */
export interface RewrapOutcome {
  rewrapped: number;
  /** Wrapped under a key that is not in the list: what they seal cannot be read until it is. */
  unreadable: number;
}

/**
 * Puts every data key under the current key-encryption key. Data are not touched, readers notice nothing, and it may be
 * stopped and started again at any point. A key that is no longer used may be taken off the list afterwards.
 */
export async function rewrapKeys({ databaseUrl, keys, random }: RewrapOptions): Promise<RewrapOutcome> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, application_name: 'hundi rewrap keys' });
  try {
    return await rewrapAll(new DataKeyTable(pool), new ConfiguredKeys(keys, random));
  } finally {
    await pool.end();
  }
}

async function rewrapAll(table: DataKeyTable, keys: KeyEncryptionKeys): Promise<RewrapOutcome> {
  const outcome = { rewrapped: 0, unreadable: 0 };
  let after: Subject = { accountId: '', id: '' };
  for (;;) {
    const page = await table.pageToRewrap(keys.currentId, after, PAGE_MAX);
    for (const { subject, wrapped } of page) {
      const context = associatedOf(subject);
      const dataKey = await keys.unwrap(wrapped, context).catch(() => undefined);
      if (dataKey === undefined) outcome.unreadable++;
      else if (await table.rewrap(subject, wrapped, await keys.wrap(dataKey, context))) outcome.rewrapped++;
      after = subject;
    }
    if (page.length < PAGE_MAX) return outcome;
  }
}
