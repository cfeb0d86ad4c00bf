import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Api } from './api';
import { readCliConfig } from './config';
import { checkedUrl, findConnection } from './connection';
import { listen } from './listen/listen';
import { resend } from './resend';
import { trigger } from './trigger/trigger';
import { HELP, USAGE } from './usage';
import { TypingError } from './typing-error';

const text = { type: 'string' } as const;
const SHARED: ParseArgsOptionsConfig = { 'api-key': text, 'base-url': text, help: { type: 'boolean', short: 'h' } };
const OWN: Readonly<Record<string, ParseArgsOptionsConfig>> = {
  listen: { 'forward-to': text, events: text, secret: text, after: text },
  trigger: {},
  resend: { endpoint: text },
};

/** On the installation itself, not through the API. */
const ON_INSTALLATION: ReadonlySet<string> = new Set(['accounts', 'keys', 'users', 'mails']);

/** A command as it was typed. */
interface Typed {
  command: string;
  subjects: string[];
  options: Record<string, string | undefined>;
}

/** @throws CliError whatever the person at the terminal has to know. */
export async function runCommand(parameters: readonly string[]): Promise<void> {
  const [command = '--help', ...rest] = parameters;
  if (command === '--help' || command === '-h' || command === 'help') return console.log(USAGE);
  // The code of the gateway: the other commands start faster without it.
  if (ON_INSTALLATION.has(command)) return (await import('./installation/run-installation.js')).runInstallation(command, rest);
  const own = OWN[command];
  if (own === undefined) throw new TypingError(`There is no command "${command}".\n\n${USAGE}`);
  const { values, positionals } = read(rest, { ...SHARED, ...own });
  if (values.help === true) return console.log(HELP[command]?.());
  await execute({ command, subjects: positionals, options: values as Typed['options'] });
}

async function execute({ command, subjects, options }: Typed): Promise<void> {
  const [subject] = subjects;
  const wanted = command === 'listen' ? 0 : 1;
  if (subjects.length > wanted) throw new TypingError(`hundi ${command} does not take "${subjects[wanted]}".`);
  if (options['forward-to'] !== undefined) checkedUrl(options['forward-to'], '--forward-to');
  const api = new Api(findConnection(options, readCliConfig()));
  if (command === 'listen') {
    return listen(api.connection, {
      forwardTo: options['forward-to'],
      events: options.events,
      secret: options.secret,
      after: options.after,
    });
  }
  if (command === 'trigger') return trigger(api, subject);
  return resend(api, { eventId: subject, endpointId: options.endpoint });
}

function read(parameters: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: parameters, options, allowPositionals: true });
  } catch (error) {
    throw new TypingError(`${(error as Error).message.split('\n')[0]}\n\n${USAGE}`);
  }
}
