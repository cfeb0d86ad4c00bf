import { API_KEY_KINDS } from '#contracts';
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
} from '../../operator/key-acts';
import { TypingError } from '../typing-error';
import { idOf, oneOf, optionalText, type InstallationCommand, type TypedCommand, type Work } from './installation-command';

const text = { type: 'string' } as const;
const NAME_MAX = 100;

/** `hundi keys …`: what `npm run keys` does. */
export const KEY_COMMANDS: Readonly<Record<string, InstallationCommand>> = {
  create: {
    usage: '--account <acct_…> --mode test|live [--kind <kind>] [--name <name>] [--scopes <scopes>] [--allow <addresses>]',
    summary: 'make a key, and show it once',
    notes: [
      `<kind>: ${API_KEY_KINDS.join(', ')}; secret, or restricted where scopes are given`,
      '<scopes>: what a restricted key may do, for example payments:read,refunds:write',
      '<addresses>: where it may be used, for example 203.0.113.0/24,2001:db8::/32',
    ],
    subjects: [],
    options: { account: text, mode: text, kind: text, name: text, scopes: text, allow: text },
    read: readCreate,
  },
  roll: {
    usage: '<key_…> [--overlap <seconds>]',
    summary: 'make a key in the place of one',
    notes: ['<seconds>: how long the old one goes on working, at most 604800; a day when left out'],
    subjects: ['key_…'],
    options: { overlap: text },
    read: (typed) => {
      const overlapSeconds = readOverlap(textOf(typed, 'overlap'));
      return ofKey(typed, (store, keyId) => rollKey(store, keyId, overlapSeconds));
    },
  },
  revoke: { usage: '<key_…>', summary: 'end a key for good', subjects: ['key_…'], options: {}, read: (typed) => ofKey(typed, revokeKey) },
  list: {
    usage: '--account <acct_…>',
    summary: 'list the keys of an account, the newest first',
    subjects: [],
    options: { account: text },
    read: (typed) => {
      const accountId = idOf(textOf(typed, 'account'), 'acct', '--account');
      return { needs: 'accounts', run: (store) => listKeys(store, accountId) };
    },
  },
  allow: {
    usage: '<key_…> <addresses>|anywhere',
    summary: 'say where a key may be used',
    subjects: ['key_…', 'addresses'],
    options: {},
    read: (typed) => {
      const allowed = readAddresses(typed.subjects[1]);
      return ofKey(typed, (store, keyId) => allowKey(store, keyId, allowed));
    },
  },
};

function readCreate(typed: TypedCommand): Work {
  const accountId = idOf(textOf(typed, 'account'), 'acct', '--account');
  const mode = oneOf(typed, 'mode', ['test', 'live']);
  if (mode === undefined) throw new TypingError('--mode is missing: say test or live.');
  const scopes = readScopes(textOf(typed, 'scopes'));
  const kind = readKind(textOf(typed, 'kind'), scopes);
  const wanted = { accountId, livemode: mode === 'live', kind, name: optionalText(typed, 'name', NAME_MAX), scopes };
  const allowed = readAddresses(textOf(typed, 'allow'));
  return { needs: 'accounts', run: (store) => createKey(store, { ...wanted, allowed }) };
}

function ofKey(typed: TypedCommand, act: (store: Parameters<typeof revokeKey>[0], keyId: string) => ReturnType<typeof revokeKey>): Work {
  const keyId = idOf(typed.subjects[0], 'key', 'The key');
  return { needs: 'accounts', run: (store) => act(store, keyId) };
}

function textOf({ options }: TypedCommand, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
