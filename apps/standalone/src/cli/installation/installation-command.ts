import type { ParseArgsOptionsConfig } from 'node:util';
import type { KeyStore, PeopleStore } from '../../../../gateway/src/index';
import type { Answer } from '../../operator/key-acts';
import { TypingError } from '../typing-error';

/** What was typed behind a command. */
export interface TypedCommand {
  subjects: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Where pages are: links lead there. Without a slash at its end. */
export interface Pages {
  baseUrl: string;
}

/** A command, ready to be carried out: nothing is opened for one that was typed wrong. */
export type Work =
  | { needs: 'accounts'; run(store: KeyStore): Promise<Answer> }
  | { needs: 'people'; run(store: PeopleStore, pages: Pages): Promise<Answer> };

/** A command on the installation itself: on its database, and not through its API. */
export interface InstallationCommand {
  /** Its parameters, as the help shows them. */
  usage: string;
  summary: string;
  /** What of it needs an explanation, one line each. */
  notes?: readonly string[];
  /** What stands behind it without a dash: all of them are needed. */
  subjects: readonly string[];
  options: ParseArgsOptionsConfig;
  /** @throws TypingError, CliError that names the argument. */
  read(typed: TypedCommand): Work;
}

const NOTE_MAX = 500;

/** The text of an option. @throws TypingError when it is missing, empty or too long. */
export function neededText({ options }: TypedCommand, name: string, hint: string, most = NOTE_MAX): string {
  const text = optionalText({ options }, name, most);
  if (text === undefined) throw new TypingError(`--${name} is missing: ${hint}.`);
  return text;
}

/** The text of an option that may be left out. @throws TypingError when it is empty or too long. */
export function optionalText({ options }: Pick<TypedCommand, 'options'>, name: string, most = NOTE_MAX): string | undefined {
  const value = options[name];
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '' || value.length > most) throw new TypingError(`--${name} takes 1 to ${most} characters.`);
  return value;
}

/** One of some words. @throws TypingError. */
export function oneOf<TWord extends string>({ options }: TypedCommand, name: string, words: readonly TWord[]): TWord | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const word = words.find((known) => known === value);
  if (word === undefined) throw new TypingError(`--${name} is one of ${words.join(', ')}.`);
  return word;
}

/** How many are listed. @throws TypingError. */
export function readLimit({ options }: TypedCommand, most: number, preset: number): number {
  const limit = Number(options.limit ?? preset);
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new TypingError(`--limit takes a whole number from 1 to ${most}.`);
}

/** An id of a kind. @throws TypingError. */
export function idOf(text: string | undefined, prefix: string, what: string): string {
  if (text !== undefined && new RegExp(`^${prefix}_[0-9A-Za-z]{24}$`).test(text)) return text;
  throw new TypingError(`${what} is an id such as ${prefix}_0TgWzRaB00xK2mNq5Yd8Vf3L. It is: ${text ?? 'missing'}`);
}
