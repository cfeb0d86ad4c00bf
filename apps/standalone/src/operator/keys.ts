import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ROLL_OVERLAP_MAX_S } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import {
  AccountRefusedError,
  AddressListError,
  allowApiKeyFrom,
  countKeysByPepper,
  createAccount,
  createApiKey,
  listApiKeys,
  rollApiKey,
  revokeApiKey,
  SCOPES,
  type KeyStore,
  type Scope,
} from '../../../gateway/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import type { HundiFolder } from '../data-directory';
import { withDatabase } from './open-database';
import { readPlace, type Place } from '../data-location';
import { secretsOf } from '../secrets';

const USAGE = `Usage:
  npm run keys -- create --mode test|live [--account acct_… | --new-account [--name <name>]] [--allow <addresses>] [--scopes <scopes>]
  npm run keys -- allow key_… <addresses>|anywhere
  npm run keys -- roll key_… [--overlap <seconds>]
  npm run keys -- revoke key_…
  npm run keys -- list [--account acct_…]
  npm run keys -- peppers
Without --account, the demo account is meant.
<addresses>: where the key may be used, for example 203.0.113.0/24,2001:db8::/32.
<seconds>: how long the key that is rolled goes on working, at most 604800; a day when left out.
<scopes>: makes a restricted key (rk_…) that may do these and nothing else, separated by commas, out of
  ${SCOPES.join(', ')}.`;

/** How long a rolled key goes on working unless it is said: a day. */
const OVERLAP_PRESET_S = 86_400;

const OPTIONS = {
  mode: { type: 'string' },
  account: { type: 'string' },
  'new-account': { type: 'boolean' },
  name: { type: 'string' },
  allow: { type: 'string' },
  scopes: { type: 'string' },
  overlap: { type: 'string' },
} as const;

interface Order {
  verb: string | undefined;
  subject: string | undefined;
  mode?: string;
  account?: string;
  isNewAccount: boolean;
  name: string;
  /** Addresses and ranges; empty for anywhere. */
  allowed: string[];
  /** What a restricted key may do; empty for a secret key. */
  scopes: Scope[];
  /** How long a rolled key goes on working. */
  overlapSeconds: number;
}

void runProgram(async () => {
  const order = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  const place = readPlace();
  const pepper = pepperOf(place);
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  await withDatabase(place, (databaseUrl) =>
    execute(order, { databaseUrl, pepper, clock, random, operator: userInfo().username }, place.folder),
  );
});

/** Keys digested with a pepper that the gateway does not have would never open anything. */
function pepperOf(place: Place): string {
  const { config, folder } = place;
  if (config.apiKeyPepper) return config.apiKeyPepper;
  if (config.operatorDatabaseUrl ?? config.databaseUrl) {
    throw new CliError(
      'DATABASE_URL is set without API_KEY_PEPPER: keys are digested with the pepper of the gateway that is to accept them.',
    );
  }
  folder.prepare();
  return secretsOf(place).apiKeyPepper;
}

function readOrder(parameters: string[]): Order {
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  const [verb, subject, addresses] = positionals;
  const { mode, account, name = 'Account made with npm run keys', allow } = values;
  const allowed = readAddresses(verb === 'allow' ? addresses : allow);
  if (verb === 'allow' && addresses === undefined) throw new CliError(USAGE);
  const scopes = readScopes(values.scopes);
  const overlapSeconds = readOverlap(values.overlap);
  return checked({ verb, subject, mode, account, name, allowed, scopes, overlapSeconds, isNewAccount: values['new-account'] ?? false });
}

function readAddresses(text: string | undefined): string[] {
  if (text === undefined || text === 'anywhere') return [];
  return text.split(',').map((entry) => entry.trim());
}

function readScopes(text: string | undefined): Scope[] {
  return (text?.split(',') ?? []).map((word) => {
    const scope = SCOPES.find((known) => known === word.trim());
    if (scope === undefined) throw new CliError(`"${word}" is no scope. There are ${SCOPES.join(', ')}.`);
    return scope;
  });
}

function readOverlap(text: string | undefined): number {
  const seconds = Number(text ?? OVERLAP_PRESET_S);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= ROLL_OVERLAP_MAX_S) return seconds;
  throw new CliError(`--overlap takes whole seconds from 0 to ${ROLL_OVERLAP_MAX_S}.`);
}

/** Nothing is started or opened for an order that cannot be carried out. */
function checked(order: Order): Order {
  const isCreate = order.verb === 'create' && (order.mode === 'test' || order.mode === 'live');
  const isOfOneKey = ['revoke', 'allow', 'roll'].includes(order.verb ?? '') && order.subject !== undefined;
  if (isCreate || isOfOneKey || order.verb === 'list' || order.verb === 'peppers') return order;
  throw new CliError(USAGE);
}

async function execute(order: Order, keyStore: KeyStore, folder: HundiFolder): Promise<void> {
  if (order.verb === 'create') return create(order, keyStore, folder);
  if (order.verb === 'roll') return roll(order, keyStore);
  if (order.verb === 'peppers') return peppers(keyStore);
  if (order.verb === 'revoke') return revoke(order.subject ?? '', keyStore);
  if (order.verb === 'allow') return allow(order.subject ?? '', order.allowed, keyStore);
  return list(accountOf(order, folder), keyStore);
}

async function create(order: Order, keyStore: KeyStore, folder: HundiFolder): Promise<void> {
  const accountId = order.isNewAccount ? (await createAccount(keyStore, { name: order.name })).id : accountOf(order, folder);
  const { id, key } = await createApiKey(keyStore, {
    accountId,
    kind: order.scopes.length === 0 ? 'secret' : 'restricted',
    scopes: order.scopes,
    livemode: order.mode === 'live',
    allowedAddresses: order.allowed,
  }).catch(reportProblem);
  console.log(`Account  ${accountId}\nKey id   ${id}\nKey      ${key}\nThe key is shown this once: only its digest is kept.`);
}

async function roll({ subject = '', overlapSeconds }: Order, keyStore: KeyStore): Promise<void> {
  const made = await rollApiKey(keyStore, subject, overlapSeconds).catch(reportProblem);
  if (made === undefined) throw new CliError(`There is no key ${subject}.`);
  console.log(
    `Key id   ${made.id}\nKey      ${made.key}\nThe key is shown this once. ${subject} works for ${overlapSeconds} more seconds.`,
  );
}

async function peppers(keyStore: KeyStore): Promise<void> {
  const counts = await countKeysByPepper(keyStore);
  for (const { pepperVersion, keys } of counts) console.log(`version ${pepperVersion} of the pepper: ${keys} keys`);
  console.log('A digest moves to the newest version when its key is used. A version without keys may be taken out of API_KEY_PEPPER.');
}

async function revoke(keyId: string, keyStore: KeyStore): Promise<void> {
  if (!(await revokeApiKey(keyStore, keyId))) throw new CliError(`There is no key ${keyId}.`);
  console.log(`${keyId} is revoked; every gateway refuses it within 5 seconds.`);
}

async function allow(keyId: string, allowed: string[], keyStore: KeyStore): Promise<void> {
  if (!(await allowApiKeyFrom(keyStore, keyId, allowed).catch(reportProblem))) throw new CliError(`There is no key ${keyId}.`);
  console.log(`${keyId} may be used from ${placesOf(allowed)}; every gateway knows within 5 seconds.`);
}

function placesOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'anywhere' : allowed.join(', ');
}

function reportProblem(error: unknown): never {
  const isForPeople = error instanceof AddressListError || error instanceof AccountRefusedError;
  throw isForPeople ? new CliError(error.message) : error;
}

async function list(accountId: string, keyStore: KeyStore): Promise<void> {
  const keys = await listApiKeys(keyStore, accountId);
  for (const key of keys) {
    const createdAt = new Date(key.created_at * 1_000).toISOString();
    const from = key.allowed_addresses.length === 0 ? '' : `  from ${placesOf(key.allowed_addresses)}`;
    console.log(`${key.id}  ${key.hint}  ${key.status}  created ${createdAt}${from}`);
  }
  console.log(`${keys.length} keys of ${accountId}`);
}

function accountOf(order: Order, folder: HundiFolder): string {
  const accountId = order.account ?? folder.findDemoAccount()?.accountId;
  if (accountId === undefined) throw new CliError(`There is no demo account in ${folder.path} yet; say --account or --new-account.`);
  return accountId;
}
