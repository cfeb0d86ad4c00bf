import { ACCOUNT_STATUSES } from '#contracts';
import {
  ACCOUNT_ACTS,
  actOnAccount,
  createInvitedAccount,
  listAccounts,
  type AccountAct,
  type AccountRow,
} from '../../../../gateway/src/index';
import { refusalAbout, reportRefusal, type Answer } from '../../operator/key-acts';
import { TypingError } from '../typing-error';
import {
  idOf,
  neededText,
  oneOf,
  optionalText,
  readLimit,
  type InstallationCommand,
  type TypedCommand,
  type Work,
} from './installation-command';

const text = { type: 'string' } as const;
const NAME_MAX = 100;
const LISTED_MAX = 1_000;
const LISTED = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

const DONE: Readonly<Record<AccountAct, string>> = {
  enable_live: 'Live keys of it work',
  disable_live: 'Live keys of it are refused',
  suspend: 'Its keys, tokens and sessions are refused',
  resume: 'Its keys, tokens and sessions work again',
};

const SUMMARY: Readonly<Record<AccountAct, string>> = {
  enable_live: 'let its live keys work',
  disable_live: 'refuse its live keys',
  suspend: 'refuse its keys, tokens and sessions',
  resume: 'end a suspension',
};

const CREATE: InstallationCommand = {
  usage: '--email <address> [--name <name>] [--operator]',
  summary: 'make an account, and print a link that makes its owner',
  notes: [
    '--operator: whoever opens the link is an operator of this Hundi, too',
    '--base-url <url>: where its pages are; else PUBLIC_URL, else that of the Hundi of the data folder',
  ],
  subjects: [],
  options: { email: text, name: text, operator: { type: 'boolean' } },
  read: readCreate,
};

const LIST: InstallationCommand = {
  usage: '[--query <text>] [--status <status>] [--live yes|no] [--after <acct_…>] [--limit <n>]',
  summary: 'list accounts, the newest first',
  subjects: [],
  options: { query: text, status: text, live: text, after: text, limit: text },
  read: readList,
};

/** `hundi accounts …` */
export const ACCOUNT_COMMANDS: Readonly<Record<string, InstallationCommand>> = {
  create: CREATE,
  list: LIST,
  ...Object.fromEntries(ACCOUNT_ACTS.map((act) => [act.replace('_', '-'), actCommand(act)])),
};

function actCommand(act: AccountAct): InstallationCommand {
  return {
    usage: '<acct_…> --note <why>',
    summary: SUMMARY[act],
    notes: ['<why> stands in the audit log of the account'],
    subjects: ['acct_…'],
    options: { note: text },
    read: (typed) => {
      const accountId = idOf(typed.subjects[0], 'acct', 'The account');
      const note = neededText(typed, 'note', 'say why; it stands in the audit log of the account');
      return {
        needs: 'accounts',
        run: (store) => actOnAccount(store, accountId, { act, note }).then(() => done(accountId, act), refusalAbout(accountId)),
      };
    },
  };
}

function readCreate(typed: TypedCommand): Work {
  const email = neededText(typed, 'email', 'say for whom the account is', 254);
  if (!EMAIL.test(email)) throw new TypingError(`--email takes one address. It is: ${email}`);
  const name = optionalText(typed, 'name', NAME_MAX) ?? 'New account';
  const makesOperator = typed.options.operator === true;
  return {
    needs: 'people',
    run: async (store, { baseUrl }) => {
      const made = await createInvitedAccount(store, { name, email, makesOperator }).catch(reportRefusal);
      const link = `${baseUrl}/dashboard/invitation#${made.token}`;
      const expiresAt = new Date(made.expiresAtMs).toISOString();
      return {
        text: `Account     ${made.accountId}\nInvitation  ${link}\nThe link works once, until ${expiresAt}. It is shown this once: only its digest is kept.`,
        rows: [{ id: made.accountId, name, invitation_id: made.invitationId, link, expires_at: expiresAt, operator: makesOperator }],
      };
    },
  };
}

function readList(typed: TypedCommand): Work {
  const { after } = typed.options;
  const live = oneOf(typed, 'live', ['yes', 'no']);
  const query = {
    q: optionalText(typed, 'query', NAME_MAX),
    status: oneOf(typed, 'status', ACCOUNT_STATUSES),
    liveEnabled: live === undefined ? undefined : live === 'yes',
    afterId: after === undefined ? undefined : idOf(String(after), 'acct', '--after'),
    limit: readLimit(typed, LISTED_MAX, LISTED),
  };
  return { needs: 'accounts', run: async (store) => listed(await listAccounts(store, query)) };
}

function listed(accounts: readonly AccountRow[]): Answer {
  const lines = accounts.map(({ id, status, liveEnabled, liveRequestedAtMs, members, name }) => {
    const asked = liveEnabled || liveRequestedAtMs === null ? '' : ', asks for live';
    return `${id}  ${status}  ${liveEnabled ? 'live' : 'test'}${asked}  ${members} members  ${name}`;
  });
  return { text: [...lines, `${accounts.length} accounts`].join('\n'), rows: accounts.map(rowOf) };
}

function rowOf({ id, name, status, liveEnabled, legalName, website, members, ...times }: AccountRow): object {
  const { liveEnabledAtMs, liveRequestedAtMs, createdAtMs } = times;
  return {
    ...{ id, name, status, live_enabled: liveEnabled, live_enabled_at: instantOf(liveEnabledAtMs) },
    ...{ live_requested_at: instantOf(liveRequestedAtMs), legal_name: legalName, website, members, created: instantOf(createdAtMs) },
  };
}

function instantOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function done(accountId: string, act: AccountAct): Answer {
  return { text: `${accountId}: ${DONE[act]}, everywhere within 5 seconds.`, rows: [{ id: accountId, done: act }] };
}
