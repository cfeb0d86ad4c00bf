import { CliError } from '../cli-error';
import { HundiFolder } from '../data-directory';
import type { CliConfig } from './config';
import { TypingError } from './typing-error';

/** Where the API is, and who speaks to it. */
export interface Connection {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string;
}

/** What was said on the command line. */
export interface ConnectionOptions {
  'api-key'?: string;
  'base-url'?: string;
}

const DEFAULT_BASE_URL = 'http://localhost:4000';

/**
 * Options go before the environment, and that before what a Hundi on this machine keeps in its data folder: its address,
 * and the test key of its demo account.
 *
 * @throws CliError when there is no key, or one of live mode: everything here is for test mode.
 */
export function findConnection(options: ConnectionOptions, config: CliConfig): Connection {
  const folder = new HundiFolder(config.hundiDataDir);
  const given = options['base-url'] === undefined ? config.hundiBaseUrl : checkedUrl(options['base-url'], '--base-url');
  const baseUrl = given ?? kept(folder, () => folder.findRunFile())?.baseUrl ?? DEFAULT_BASE_URL;
  const apiKey = options['api-key'] ?? config.hundiApiKey ?? kept(folder, () => folder.findDemoAccount())?.testKey;
  if (apiKey === undefined) {
    throw new CliError(
      `There is no API key: say --api-key sk_test_… or set HUNDI_API_KEY.\nA Hundi on this machine keeps one for its demo account, but ${folder.path} holds none: start it with "npm start", or name its folder in HUNDI_DATA_DIR.`,
    );
  }
  if (!/^(?:sk|rk)_test_/.test(apiKey)) {
    throw new CliError('hundi works in test mode: the API key has to begin with sk_test_ or rk_test_.');
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}

/** Where the pages of this Hundi are, without a slash at the end. Passkeys are bound to a name, and an address is none. */
export function pagesOf(given: string | undefined, config: CliConfig): string {
  const folder = new HundiFolder(config.hundiDataDir);
  const wanted = given === undefined ? (config.hundiBaseUrl ?? config.publicUrl) : checkedUrl(given, '--base-url');
  const url = wanted ?? kept(folder, () => folder.findRunFile())?.baseUrl ?? DEFAULT_BASE_URL;
  return url.replace(/\/+$/, '').replace('//127.0.0.1', '//localhost');
}

/** @throws TypingError when the text is no http or https address. */
export function checkedUrl(text: string, option: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new TypingError(`${option} has to be an http or https address, for example http://localhost:3000/hook. It is: ${text}`);
}

function kept<T>({ path }: HundiFolder, read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    throw new CliError(`What ${path} keeps cannot be read (${reason}). Say --api-key and --base-url instead.`);
  }
}
