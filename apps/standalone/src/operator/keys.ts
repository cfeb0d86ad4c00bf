import { parseArgs } from 'node:util';
import { countKeysByPepper, createAccount, SCOPES, type KeyStore, type Scope } from '../../../gateway/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import type { HundiFolder } from '../data-directory';
import { readPlace } from '../data-location';
import {
  allowKey,
  createKey,
  listKeys,
  readAddresses,
  readKind,
  readOverlap,
  readScopes,
  revokeKey,
  rollKey,
  type Answer,
} from './key-acts';
import { withKeyStore } from './open-installation';

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
  await withKeyStore(place, async (keyStore) => {
    if (order.verb === 'peppers') return peppers(keyStore);
    console.log((await execute(order, keyStore, place.folder)).text);
  });
});

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

/** Nothing is started or opened for an order that cannot be carried out. */
function checked(order: Order): Order {
  const isCreate = order.verb === 'create' && (order.mode === 'test' || order.mode === 'live');
  const isOfOneKey = ['revoke', 'allow', 'roll'].includes(order.verb ?? '') && order.subject !== undefined;
  if (isCreate || isOfOneKey || order.verb === 'list' || order.verb === 'peppers') return order;
  throw new CliError(USAGE);
}

function execute(order: Order, keyStore: KeyStore, folder: HundiFolder): Promise<Answer> {
  const { verb, subject = '' } = order;
  if (verb === 'create') return create(order, keyStore, folder);
  if (verb === 'roll') return rollKey(keyStore, subject, order.overlapSeconds);
  if (verb === 'revoke') return revokeKey(keyStore, subject);
  if (verb === 'allow') return allowKey(keyStore, subject, order.allowed);
  return listKeys(keyStore, accountOf(order, folder));
}

async function create(order: Order, keyStore: KeyStore, folder: HundiFolder): Promise<Answer> {
  const accountId = order.isNewAccount ? (await createAccount(keyStore, { name: order.name })).id : accountOf(order, folder);
  const { scopes, allowed } = order;
  return createKey(keyStore, { accountId, kind: readKind(undefined, scopes), scopes, livemode: order.mode === 'live', allowed });
}

async function peppers(keyStore: KeyStore): Promise<void> {
  const counts = await countKeysByPepper(keyStore);
  for (const { pepperVersion, keys } of counts) console.log(`version ${pepperVersion} of the pepper: ${keys} keys`);
  console.log('A digest moves to the newest version when its key is used. A version without keys may be taken out of API_KEY_PEPPER.');
}

function accountOf(order: Order, folder: HundiFolder): string {
  const accountId = order.account ?? folder.findDemoAccount()?.accountId;
  if (accountId === undefined) throw new CliError(`There is no demo account in ${folder.path} yet; say --account or --new-account.`);
  return accountId;
}
