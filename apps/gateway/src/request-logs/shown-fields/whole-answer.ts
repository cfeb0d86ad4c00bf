import { SEAL_MARK } from '#contracts';
import { holdsNamedSecret } from '#service';
import type { FieldRule, Shape } from './shape';
import { BODY_BYTES_MAX, ID_PATTERN } from './shown-body';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** JSON texts in which nothing is escaped. What is, is rare, and is read by `ShownBody`. */
const TOKEN = String.raw`"${escaped(SEAL_MARK)}[^"\\]*"`;
const TEXT = String.raw`"(?!${escaped(SEAL_MARK)})[^"\\]*"`;
const ID = `"${ID_PATTERN}"`;
/** To its last digit: in a list, where commas may be missing, a number in parts would be many lists, and each of them would be tried. */
const NUMBER = '-?[0-9][0-9.eE+-]*(?![0-9.eE+-])';
const SINGLE = `(?:null|true|false|${NUMBER}|${TEXT})`;
const orList = (value: string): string => String.raw`(?:${value}|\[(?:${value},?)*\])`;
/** Longer ones are not worth their memory. */
const PATTERN_LENGTH_MAX = 50_000;

const known = new WeakMap<Shape, RegExp | null>();

/**
 * Whether all of an answer may be kept, so that its text is what `ShownBody` would make of it: false also where that is not sure. Most
 * answers are; a pattern that is made from the table of their fields says so at a fraction of the cost of reading them.
 */
export function isKeptWhole(text: string, shape: Shape): boolean {
  if (text.length * 3 > BODY_BYTES_MAX || holdsNamedSecret(text)) return false;
  let pattern = known.get(shape);
  if (pattern === undefined) known.set(shape, (pattern = patternOf(shape)));
  return pattern?.test(text) ?? false;
}

function patternOf(shape: Shape): RegExp | null {
  const text = objectOf(shape, []);
  return text === null || text.length > PATTERN_LENGTH_MAX ? null : new RegExp(`^${text}$`);
}

/** Null for an object that may hold one of its own kind. */
function objectOf(shape: Shape, around: readonly Shape[]): string | null {
  if (around.includes(shape)) return null;
  const names = new Map<string, string[]>();
  for (const [name, rule] of shape) {
    const value = valueOf(rule, [...around, shape]);
    if (value === null) return null;
    names.set(value, [...(names.get(value) ?? []), escaped(name)]);
  }
  const members = Array.from(names, ([value, of]) => `"(?:${of.join('|')})":${value},?`);
  return String.raw`\{(?:${members.join('|')})*\}`;
}

/** What a field may hold and be kept with. */
function valueOf(rule: FieldRule, around: readonly Shape[]): string | null {
  switch (rule.kind) {
    case 'plain':
      return orList(SINGLE);
    case 'map':
      return String.raw`(?:null|\{(?:${TEXT}:${SINGLE},?)*\})`;
    case 'hidden':
      return 'null';
    case 'personal':
      return rule.shape === null ? orList(`(?:null|${TOKEN})`) : objectOr(rule.shape, TOKEN, around);
    case 'nested':
      return objectOr(rule.shape, ID, around);
  }
}

function objectOr(shape: Shape, inItsPlace: string, around: readonly Shape[]): string | null {
  const object = objectOf(shape, around);
  return orList(object === null ? `(?:null|${inItsPlace})` : `(?:null|${inItsPlace}|${object})`);
}
