import { SystemClock, SystemRandom } from '#service';
import { CliError, answerHelp, runProgram } from './cli-error';
import { ensureDemoAccount } from './demo-account';
import { givenLoginUrls } from './login-urls';
import { awaitGivenDatabase, migrateAll } from './migrations';
import { readPlace } from './data-location';
import { secretsOf } from './secrets';

const USAGE = `Usage: npm run migrate
  brings every schema of DATABASE_URL up to date; with HUNDI_DEMO_ACCOUNT=true it also makes the demo account.`;

/** `npm run migrate`: bring every schema of DATABASE_URL up to date; with HUNDI_DEMO_ACCOUNT=true also the demo account. */
void runProgram(async () => {
  answerHelp(USAGE);
  const place = readPlace();
  const { config, folder } = place;
  if (!config.databaseUrl) throw new CliError('DATABASE_URL is not set: which database should be migrated?\n"npm start" migrates its own.');
  await awaitGivenDatabase(config, config.databaseUrl);
  await migrateAll(config.databaseUrl, givenLoginUrls(config));
  console.log('Every schema is up to date.');
  if (!config.hundiDemoAccount) return;
  if (config.nodeEnv === 'production') {
    console.log('No demo account is made in production. "npm run keys -- create --mode live --new-account" makes an account and a key.');
    return;
  }
  folder.prepare();
  const clock = new SystemClock();
  const pepper = secretsOf(place).apiKeyPepper;
  const account = await ensureDemoAccount(folder, { databaseUrl: config.databaseUrl, pepper, clock, random: new SystemRandom(clock) });
  console.log(`Account   ${account.accountId}\nTest key  ${account.testKey}\nLive key  ${account.liveKey}`);
});
