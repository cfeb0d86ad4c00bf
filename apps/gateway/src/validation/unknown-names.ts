import { findNearest, findSame } from '#contracts';
import { sanitizeName } from '../http/sanitize-name';

/** A member of a body, or a query parameter, that its place does not know. */
export interface UnknownName {
  /** Dotted path of the object that holds it, with a dot at its end; empty at the top of a body and in a query. */
  prefix: string;
  name: string;
  /** The names that its place knows. */
  known: readonly string[];
}

/**
 * Hundi's word for a name of another API: a member (`card.expiry_month`), a member with a note, and a sentence where there is no such
 * member, or where the route does not take it.
 */
export type ForeignWord = string | readonly [member: string, note: string, otherwise?: string];

/** Names of other APIs by their dotted paths; indexes of lists are left out. */
export type ForeignWords = Readonly<Record<string, ForeignWord>>;

/** What a hint needs to know of the route. */
export interface HintedRoute {
  /** The names at the top of its body, or those of its query where it has no body. */
  names: readonly string[];
  /** Whether it takes the member of a dotted path. */
  takes(path: string): boolean;
  words?: ForeignWords;
}

/** Names that one hint speaks of; a request may hold hundreds. */
const HINTS_MAX = 10;

/** What to send in place of each unknown name, in sentences; undefined when all names are known. */
export function hintForUnknown(unknown: readonly UnknownName[], route: HintedRoute): string | undefined {
  const hints = unknown.slice(0, HINTS_MAX).map((one) => hintFor(one, route));
  return hints.length === 0 ? undefined : [...new Set(hints)].join(' ');
}

export function pathOf({ prefix, name }: Pick<UnknownName, 'prefix' | 'name'>): string {
  return prefix + name;
}

function hintFor(unknown: UnknownName, route: HintedRoute): string {
  const { prefix, name, known } = unknown;
  const foreign = findSame(name, known).length > 0 ? undefined : hintOfWord(unknown, route);
  if (foreign !== undefined) return foreign;
  const near = findNearest(name, known).map((member) => prefix + member);
  if (near.length > 0) return inPlaceOf(unknown, near);
  const place = prefix === '' ? 'The route' : sanitizeName(prefix.slice(0, -1));
  return known.length === 0 ? `${place} takes no parameters.` : `${place} takes ${known.join(', ')}.`;
}

function inPlaceOf(unknown: UnknownName, members: readonly string[]): string {
  return `In place of ${sanitizeName(pathOf(unknown))} send ${members.join(' or ')}.`;
}

/** By its path; a sentence also by a name that the route takes nowhere, because what Hundi does not do it does at no place. */
function hintOfWord(unknown: UnknownName, { names, words = {}, takes }: HintedRoute): string | undefined {
  const word = ownWord(words, pathOf(unknown).replace(/\.\d+(?=\.)/g, ''));
  const anywhere = names.includes(unknown.name) ? undefined : ownWord(words, unknown.name);
  return hintOfMember(unknown, word, takes) ?? (typeof anywhere === 'string' && isSentence(anywhere) ? anywhere : undefined);
}

function hintOfMember(unknown: UnknownName, word: ForeignWord | undefined, takes: HintedRoute['takes']): string | undefined {
  if (word === undefined) return undefined;
  const [member, note, otherwise] = typeof word === 'string' ? [word] : word;
  if (isSentence(member)) return member;
  return takes(member) ? inPlaceOf(unknown, [note === undefined ? member : `${member} (${note})`]) : otherwise;
}

/** Also in the camel case of client libraries. */
function ownWord(words: ForeignWords, path: string): ForeignWord | undefined {
  const written = [path, path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)].find((name) => Object.hasOwn(words, name));
  return written === undefined ? undefined : words[written];
}

function isSentence(word: string): boolean {
  return word.includes(' ');
}
