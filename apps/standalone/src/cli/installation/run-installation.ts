import { parseArgs } from 'node:util';
import { readPlace } from '../../data-location';
import { withKeyStore, withPeopleStore } from '../../operator/open-installation';
import type { Answer } from '../../operator/key-acts';
import { pagesOf } from '../connection';
import { readCliConfig } from '../config';
import { TypingError } from '../typing-error';
import { ACCOUNT_COMMANDS } from './accounts';
import type { InstallationCommand, Work } from './installation-command';
import { KEY_COMMANDS } from './keys';
import { MAILS_COMMAND, USER_COMMANDS } from './users';

const SHARED = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, 'base-url': { type: 'string' } } as const;
const GROUPS: Readonly<Record<string, Readonly<Record<string, InstallationCommand>>>> = {
  accounts: ACCOUNT_COMMANDS,
  keys: KEY_COMMANDS,
  users: USER_COMMANDS,
};

/**
 * Runs a command on the installation itself: its database is that of OPERATOR_DATABASE_URL or DATABASE_URL, else that of the data folder.
 *
 * @throws TypingError, CliError whatever the person at the terminal has to know.
 */
export async function runInstallation(group: string, parameters: readonly string[]): Promise<void> {
  const commands = GROUPS[group];
  if (commands === undefined) return run('hundi mails', MAILS_COMMAND, parameters);
  const [verb = '--help', ...rest] = parameters;
  if (verb === '--help' || verb === '-h' || verb === 'help') return console.log(groupHelp(group, commands));
  const command = commands[verb];
  if (command === undefined) throw new TypingError(`There is no command "hundi ${group} ${verb}".\n\n${groupHelp(group, commands)}`);
  return run(`hundi ${group} ${verb}`, command, rest);
}

async function run(name: string, command: InstallationCommand, parameters: readonly string[]): Promise<void> {
  const { values, positionals } = read(name, command, parameters);
  if (values.help === true) return console.log(helpOf(name, command));
  const { subjects } = command;
  const missing = subjects[positionals.length];
  if (missing !== undefined) throw new TypingError(`<${missing}> is missing.\n\n${helpOf(name, command)}`);
  if (positionals.length > subjects.length) throw new TypingError(`${name} does not take "${positionals[subjects.length]}".`);
  const work = command.read({ subjects: positionals, options: values });
  await execute(work, values);
}

async function execute(work: Work, { json, 'base-url': baseUrl }: { json?: boolean; 'base-url'?: string }): Promise<void> {
  const print = ({ text, rows }: Answer): void => {
    if (json !== true) return console.log(text);
    for (const row of rows) console.log(JSON.stringify(row));
  };
  const pages = { baseUrl: pagesOf(baseUrl, readCliConfig()) };
  const place = readPlace();
  if (work.needs === 'accounts') return withKeyStore(place, async (store) => print(await work.run(store)));
  return withPeopleStore(place, async (store) => print(await work.run(store, pages)));
}

function read(name: string, command: InstallationCommand, parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options: { ...SHARED, ...command.options }, allowPositionals: true });
  } catch (error) {
    throw new TypingError(`${(error as Error).message.split('\n')[0]}\n\n${helpOf(name, command)}`);
  }
}

function helpOf(name: string, { usage, summary, notes = [] }: InstallationCommand): string {
  const explained = notes.map((line) => `  ${line}`);
  const lines = [`${name}: ${summary}.`, '', `  ${name} ${usage}`, '', ...explained, ...(explained.length === 0 ? [] : ['']), TAKES];
  return lines.join('\n');
}

function groupHelp(group: string, commands: Readonly<Record<string, InstallationCommand>>): string {
  const rows = Object.entries(commands).flatMap(([verb, { usage, summary }]) => [`  hundi ${group} ${verb} ${usage}`, `      ${summary}`]);
  return [`hundi ${group}: on the installation itself, as its operator.`, '', ...rows, '', TAKES].join('\n');
}

const TAKES = `It works on the database of OPERATOR_DATABASE_URL or DATABASE_URL, else on that of the data folder (HUNDI_DATA_DIR), while Hundi runs
or not. Every change stands in the audit log, with the user of this machine. It takes --help, and --json for one JSON object a line.`;
