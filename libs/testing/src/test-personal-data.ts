import type { Clock, Random } from '#contracts';
import { ConfiguredKeys, PersonalData, type Unreadable } from '#personal-data';

/** Keys of the tests, in the form of the environment. */
export const TEST_PERSONAL_DATA_KEYS = `test-1:${Buffer.alloc(32, 1).toString('base64')}`;
export const TEST_INDEX_KEY = 'index-key-of-the-tests-32-letters';

/** Sealing over a migrated test database. Close it before the database is dropped. */
export function testPersonalData(
  databaseUrl: string,
  ports: { clock: Clock; random: Random },
  onUnreadable?: (reason: Unreadable) => void,
): PersonalData {
  const keys = new ConfiguredKeys(TEST_PERSONAL_DATA_KEYS, ports.random);
  return new PersonalData({ databaseUrl, keys, indexKey: TEST_INDEX_KEY, onUnreadable, onConnectionLost: () => undefined, ...ports });
}
