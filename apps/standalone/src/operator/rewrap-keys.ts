import { rewrapKeys } from '#personal-data';
import { SystemRandom } from '#service';
import { CliError, answerHelp, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { readPlace } from '../data-location';
import { secretsOf } from '../secrets';

const USAGE = `Usage: npm run rewrap-keys
  puts every data key under the first key of PERSONAL_DATA_KEYS.`;

/**
 * `npm run rewrap-keys`: puts every data key of personal values under the first key of PERSONAL_DATA_KEYS, so that the older
 * ones can be taken off the list. Data are not touched and the services may run.
 */
void runProgram(async () => {
  answerHelp(USAGE);
  const place = readPlace();
  const { config } = place;
  if ((config.operatorDatabaseUrl ?? config.databaseUrl) && !config.personalDataKeys) {
    throw new CliError('DATABASE_URL is set without PERSONAL_DATA_KEYS: name the new key first and the old ones behind it.');
  }
  await withDatabase(place, async (databaseUrl) => {
    const keys = secretsOf(place).personalDataKeys;
    const { rewrapped, unreadable } = await rewrapKeys({ databaseUrl, keys, random: new SystemRandom() });
    if (unreadable > 0) throw new CliError(`${unreadable} data keys are under a key that PERSONAL_DATA_KEYS does not name.`);
    console.log(`${rewrapped} data keys were put under the current key.`);
  });
});
