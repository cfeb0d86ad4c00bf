import { userInfo } from 'node:os';
import { createLogger, Metrics, openPersonalData, SystemClock, SystemRandom } from '#service';
import type { KeyStore, PeopleStore } from '../../../gateway/src/index';
import { CliError } from '../cli-error';
import type { Place } from '../data-location';
import { secretsOf } from '../secrets';
import { withDatabase } from './open-database';

/** Works on accounts and keys, in the name of the user of this machine. @throws CliError when a secret of the gateway is missing. */
export async function withKeyStore(place: Place, work: (keyStore: KeyStore) => Promise<void>): Promise<void> {
  const pepper = secretOf(place, 'apiKeyPepper');
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  await withDatabase(place, (databaseUrl) => work({ databaseUrl, pepper, clock, random, operator: userInfo().username }));
}

/** The same, and on people: their names and addresses are sealed under the keys of the gateway. */
export async function withPeopleStore(place: Place, work: (store: PeopleStore) => Promise<void>): Promise<void> {
  const keys = { personalDataKeys: secretOf(place, 'personalDataKeys'), personalDataIndexKey: secretOf(place, 'personalDataIndexKey') };
  const logger = createLogger({ service: 'operator', level: 'silent' });
  await withKeyStore(place, async (keyStore) => {
    const { clock, random, databaseUrl } = keyStore;
    const personalData = openPersonalData({ ...keys, databaseUrl }, { clock, random, logger, metrics: new Metrics() });
    try {
      await work({ ...keyStore, personalData });
    } finally {
      await personalData.close();
    }
  });
}

const VARIABLE = {
  apiKeyPepper: ['API_KEY_PEPPER', 'keys are digested with the pepper of the gateway that is to accept them'],
  personalDataKeys: ['PERSONAL_DATA_KEYS', 'personal values are sealed under the keys of the services that are to read them'],
  personalDataIndexKey: ['PERSONAL_DATA_INDEX_KEY', 'people are found with the key of the services that are to find them'],
} as const;

/** What another secret made would be worthless to the services. @throws CliError when it was not given beside a database that was. */
export function secretOf(place: Place, name: keyof typeof VARIABLE): string {
  const { config, folder } = place;
  const given = config[name];
  if (given) return given;
  if (config.operatorDatabaseUrl ?? config.databaseUrl) {
    const [variable, reason] = VARIABLE[name];
    throw new CliError(`DATABASE_URL is set without ${variable}: ${reason}.`);
  }
  folder.prepare();
  return secretsOf(place)[name];
}
