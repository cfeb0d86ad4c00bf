import { parseArgs } from 'node:util';
import { UnknownViewError, ViewBusyError } from '#event-store';
import { createInProcessBus } from '#messaging';
import { createLogger, Health, loadConfig, Metrics, openPersonalData, SystemClock, SystemRandom, type AppDeps } from '#service';
import { KycConfig, rebuildKycView } from '../../../kyc/src/index';
import { PaymentsConfig, rebuildPaymentsView } from '../../../payments/src/index';
import { rebuildWebhooksView, WebhooksConfig } from '../../../webhooks/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { environmentWith } from '../config';
import { withOwnedDatabase } from './open-database';
import { secretOf } from './open-installation';
import { readPlace, type Place } from '../data-location';
import { secretsOf } from '../secrets';

const USAGE = `Usage: npm run rebuild-view -- <service> <view> [--compare]
  for example: npm run rebuild-view -- payments payments_list
  --compare    count the rows that differ and keep the live view`;

/** A database with the keys of what is sealed in it. */
interface PersonalDataAccess {
  databaseUrl: string;
  personalDataKeys: string;
  personalDataIndexKey: string;
}

/** What is to be rebuilt; differing rows decide nothing unless only a comparison is wanted. */
interface Wanted {
  name: string;
  accept: () => boolean;
}

const SERVICES: Readonly<Record<string, (wanted: Wanted, environment: Record<string, string>, deps: AppDeps) => Promise<number>>> = {
  payments: (wanted, environment, deps) => rebuildPaymentsView(wanted, loadConfig(PaymentsConfig, environment), deps),
  kyc: (wanted, environment, deps) => rebuildKycView(wanted, loadConfig(KycConfig, environment), deps),
  webhooks: (wanted, environment, deps) => rebuildWebhooksView(wanted, loadConfig(WebhooksConfig, environment), deps),
};

/** `npm run rebuild-view`: build a view anew from the log beside the live one, compare, and let it take over. */
void runProgram(async () => {
  const { values, positionals } = readTyped(USAGE, () =>
    parseArgs({ options: { compare: { type: 'boolean', default: false } }, allowPositionals: true }),
  );
  const [service = '', name = ''] = positionals;
  const rebuild = SERVICES[service];
  if (rebuild === undefined || name === '') throw new CliError(USAGE);
  const place = readPlace();
  // Under other keys than those of the services no customer would be found by e-mail or phone in what is built.
  const keys = { personalDataKeys: secretOf(place, 'personalDataKeys'), personalDataIndexKey: secretOf(place, 'personalDataIndexKey') };
  await withOwnedDatabase(place, async (databaseUrl) => {
    const [deps, environment] = openDeps(place, { databaseUrl, ...keys });
    const wanted = { name, accept: () => !values.compare };
    const differences = await rebuild(wanted, environment, deps)
      .catch(reportProblem)
      .finally(() => deps.personalData.close());
    console.log(`${values.compare ? 'Compared' : 'Rebuilt'} ${service} ${name}: ${differences} rows differed from the live view.`);
  });
});

/** What a service is given, with a bus that is not started: a replay sends nothing. */
function openDeps(place: Place, database: PersonalDataAccess): [AppDeps, Record<string, string>] {
  const { config } = place;
  const logger = createLogger({ service: 'rebuild-view', level: config.logLevel, pretty: config.logPretty });
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const metrics = new Metrics();
  // Of the secrets those that a view needs, so that a container without a folder must be given no others.
  const { internalToken } = secretsOf(place);
  const personalData = openPersonalData(database, { clock, random, logger, metrics });
  const bus = createInProcessBus({ clock, logger });
  const environment = environmentWith({
    DATABASE_URL: database.databaseUrl,
    PERSONAL_DATA_KEYS: database.personalDataKeys,
    PERSONAL_DATA_INDEX_KEY: database.personalDataIndexKey,
    INTERNAL_TOKEN: internalToken,
    LOG_LEVEL: config.logLevel,
  });
  return [{ bus, logger, clock, random, health: new Health(), metrics, personalData }, environment];
}

function reportProblem(error: unknown): never {
  if (error instanceof UnknownViewError) throw new CliError(`There is no such view. ${error.message}.`);
  throw error instanceof ViewBusyError ? new CliError(`${error.message}.`) : error;
}
