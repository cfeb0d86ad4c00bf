import {
  actOnUser,
  findUserOf,
  listMails,
  listUsers,
  USER_ACTS,
  type ShownMail,
  type ShownUser,
  type UserAct,
} from '../../../../gateway/src/index';
import { CliError } from '../../cli-error';
import type { Answer } from '../../operator/key-acts';
import { TypingError } from '../typing-error';
import { idOf, optionalText, readLimit, type InstallationCommand, type TypedCommand, type Work } from './installation-command';

const text = { type: 'string' } as const;
const LISTED_MAX = 1_000;
const LISTED = 100;
const MAILS_LISTED = 20;
const USER_ID = /^usr_[0-9A-Za-z]{24}$/;

const SUMMARY: Readonly<Record<UserAct, string>> = {
  reset_second_factor: 'take away the second factor of a person who lost it',
  disable: 'refuse a person, and end every session',
  enable: 'let a disabled person sign in again',
};

const DONE: Readonly<Record<UserAct, string>> = {
  reset_second_factor: 'has no second factor now, and is signed out everywhere',
  disable: 'is disabled, and signed out everywhere',
  enable: 'may sign in again',
};

/** `hundi users …` */
export const USER_COMMANDS: Readonly<Record<string, InstallationCommand>> = {
  list: {
    usage: '[--after <usr_…>] [--limit <n>]',
    summary: 'list people, the newest first',
    subjects: [],
    options: { after: text, limit: text },
    read: readList,
  },
  ...Object.fromEntries(USER_ACTS.map((act) => [act.replaceAll('_', '-'), actCommand(act)])),
};

/** `hundi mails` */
export const MAILS_COMMAND: InstallationCommand = {
  usage: '[--limit <n>]',
  summary: 'show the latest mails with their links, for where there is no mail server',
  subjects: [],
  options: { limit: text },
  read: (typed) => {
    const limit = readLimit(typed, LISTED_MAX, MAILS_LISTED);
    return { needs: 'people', run: async (store) => mailsShown(await listMails(store, limit)) };
  },
};

function actCommand(act: UserAct): InstallationCommand {
  return {
    usage: '<usr_… or address> [--note <why>]',
    summary: SUMMARY[act],
    notes: ['<why> stands in the audit log of every account of the person'],
    subjects: ['usr_… or address'],
    options: { note: text },
    read: (typed) => {
      const [word = ''] = typed.subjects;
      if (!USER_ID.test(word) && !word.includes('@'))
        throw new TypingError(`The person is an id (usr_…) or an e-mail address. It is: ${word}`);
      const note = optionalText(typed, 'note');
      return {
        needs: 'people',
        run: async (store) => {
          const user = await findUserOf(store, word);
          if (user === undefined) throw new CliError(`There is no person ${word}.`);
          await actOnUser(store, user, act, note);
          return { text: `${user.id} ${DONE[act]}.`, rows: [{ id: user.id, done: act }] };
        },
      };
    },
  };
}

function readList(typed: TypedCommand): Work {
  const { after } = typed.options;
  const afterId = after === undefined ? undefined : idOf(String(after), 'usr', '--after');
  const limit = readLimit(typed, LISTED_MAX, LISTED);
  return {
    needs: 'people',
    run: async (store) => usersShown(await listUsers(store, { limit, ...(afterId !== undefined && { afterId }) })),
  };
}

function usersShown(users: readonly ShownUser[]): Answer {
  const lines = users.map(({ id, status, hasSecondFactor, isOperator, email, name }) => {
    const marks = [status, hasSecondFactor ? 'second factor' : 'no second factor', ...(isOperator ? ['operator'] : [])];
    return `${id}  ${marks.join(', ')}  ${email}  ${name}`;
  });
  return { text: [...lines, `${users.length} people`].join('\n'), rows: users.map(rowOf) };
}

function rowOf({ id, email, name, status, hasSecondFactor, isOperator, createdAtMs, lastSignedInAtMs }: ShownUser): object {
  const last = lastSignedInAtMs === null ? null : new Date(lastSignedInAtMs).toISOString();
  return {
    ...{ id, email, name, status, second_factor: hasSecondFactor, operator: isOperator },
    ...{ created: new Date(createdAtMs).toISOString(), last_signed_in: last },
  };
}

function mailsShown(mails: readonly ShownMail[]): Answer {
  const shown = mails.map(({ createdAtMs, ...mail }) => ({ created: new Date(createdAtMs).toISOString(), ...mail }));
  const lines = shown.map(
    ({ created, to, subject, link }) => `${created}  ${to ?? ''}  ${subject ?? 'unreadable'}${link === null ? '' : `  ${link}`}`,
  );
  return { text: [...lines, `${mails.length} mails`].join('\n'), rows: shown };
}
