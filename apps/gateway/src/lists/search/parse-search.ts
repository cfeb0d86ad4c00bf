import { sanitizeName } from '../../http/sanitize-name';

/** How a field is compared with a value. */
export type Operator = ':' | '>' | '>=' | '<' | '<=';

/** One part of a search text. All of them must hold. */
export type SearchPart =
  | { kind: 'words'; not: boolean; text: string }
  | { kind: 'field'; not: boolean; field: string; key: string | null; operator: Operator; value: string }
  | { kind: 'unreadable'; message: string };

const SPACE = /\s*/y;
const MINUS = /-(?=\S)/y;
/** `amount`, `metadata.order_id`, `metadata['order id']`. */
const FIELD = /([A-Za-z_][\w.-]*)(?:\[(?:'([^']*)'|"([^"]*)"|([^\]'"]*))\])?/y;
/** Comparisons may stand apart; what stands apart of a colon is words. */
const OPERATOR = /(?:\s*(>=|<=|>|<)\s*|(!=|:|=|~))/y;
/** A name before an operator that stands apart of it. */
const APART = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s+(?:!=|[:=~])/y;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y;
const PLAIN = /\S+/y;
/** `hello*`: a star next to a word is meant as a wildcard. */
const WILDCARD = /[\p{L}\p{N}]\*|\*[\p{L}\p{N}]/u;
/** A field with an operator anywhere in a text. */
const HIDDEN_FIELD = /([A-Za-z_]\w*)(?:\[[^\]]*\])?(?:[:<>=~]|!=)/;
const OPERATORS: readonly string[] = [':', '>', '>=', '<', '<='] satisfies Operator[];
const OTHER_NAMES: Readonly<Record<string, Operator>> = { '=': ':' };
const METADATA = 'metadata.';
const QUOTE_IT = 'Put what is to be found as words in double quotes.';

/**
 * Takes a search text apart: `status:failed amount>=50000 -currency:USD "late order"`, and as Stripe writes it
 * `status:'failed' AND metadata['order_id']:'1001'`.
 *
 * @param isField whether a name is a field of the list. What looks like a field and is none is `unreadable`: taken for words it
 *   would find nothing, which reads as "there is nothing".
 */
export function parseSearch(text: string, isField: (name: string) => boolean): SearchPart[] {
  const reading = new Reading(text);
  const parts: SearchPart[] = [];
  for (;;) {
    reading.take(SPACE);
    if (reading.isAtEnd) return parts;
    const part = partIn(reading, isField);
    if (part !== null) parts.push(part);
  }
}

/** Null for AND, which is meant anyway. */
function partIn(reading: Reading, isField: (name: string) => boolean): SearchPart | null {
  const not = reading.take(MINUS) !== null;
  return fieldIn(reading, not, isField) ?? wordsIn(reading, not, isField);
}

function fieldIn(reading: Reading, not: boolean, isField: (name: string) => boolean): SearchPart | null {
  const start = reading.place;
  const named = namedIn(reading);
  if (named !== null && named.sign === undefined) return unreadable(valueMissing(named.field));
  if (named === null || !(isField(named.field) || OPERATORS.includes(named.sign))) {
    reading.place = start;
    return apartIn(reading, isField);
  }
  const { field, key, sign } = named;
  const operator = OTHER_NAMES[sign] ?? sign;
  const value = valueIn(reading);
  if (!isOperator(operator)) return unreadable(`${field} cannot be compared with ${sign}. Operators are ${OPERATORS.join(' ')}.`);
  if (value === null) return unreadable(valueMissing(field + sign));
  return keyed({ kind: 'field', not, field, key, operator, value });
}

/** `status : failed`: taken for words, the field would be lost. */
function apartIn(reading: Reading, isField: (name: string) => boolean): SearchPart | null {
  const start = reading.place;
  const [, field = ''] = reading.take(APART) ?? [];
  if (isField(field)) return unreadable(`The operator must stand right behind ${field}, without a space. ${QUOTE_IT}`);
  reading.place = start;
  return null;
}

/** A name with what compares it, whether or not it is a field. Without a sign it is a word, but for a key of the metadata, which asks for a value. */
function namedIn(reading: Reading): { field: string; key: string | null; sign: string } | { field: string; sign: undefined } | null {
  const [, field, ...keys] = reading.take(FIELD) ?? [];
  const sign = operatorIn(reading);
  if (field === undefined) return null;
  const key = keys.find((name) => name !== undefined) ?? null;
  if (sign !== undefined) return { field, key, sign };
  const isKey = field.startsWith(METADATA) || (field === 'metadata' && key !== null);
  return isKey ? { field, sign } : null;
}

function operatorIn(reading: Reading): string | undefined {
  const [, comparison, sign = comparison] = reading.take(OPERATOR) ?? [];
  return sign;
}

function isOperator(sign: string): sign is Operator {
  return OPERATORS.includes(sign);
}

function valueMissing(before: string): string {
  return `What stands after ${sanitizeName(before)} cannot be read: a value is missing, or a quote is not closed.`;
}

/** `metadata.order_id` is `metadata['order_id']`. */
function keyed(part: Extract<SearchPart, { kind: 'field' }>): SearchPart {
  if (part.key !== null || !part.field.startsWith(METADATA)) return part;
  return { ...part, field: 'metadata', key: part.field.slice(METADATA.length) };
}

/** Null when there is none, or its quote is not closed. */
function valueIn(reading: Reading): string | null {
  const quoted = quotedIn(reading);
  if (quoted !== null) return quoted;
  const [plain = ''] = reading.take(PLAIN) ?? [];
  return plain === '' || /^['"]/.test(plain) ? null : plain;
}

function wordsIn(reading: Reading, not: boolean, isField: (name: string) => boolean): SearchPart | null {
  const quoted = quotedIn(reading);
  if (quoted !== null) return { kind: 'words', not, text: quoted };
  const [plain = ''] = reading.take(PLAIN) ?? [];
  if (plain === 'AND') return null;
  const problem = problemOf(plain, isField);
  return problem === null ? { kind: 'words', not, text: plain } : unreadable(`${problem} ${QUOTE_IT}`);
}

/** Why what has no quotes cannot be words, or null. */
function problemOf(plain: string, isField: (name: string) => boolean): string | null {
  if (plain === 'OR' || plain === 'NOT') return `${plain} is not known: everything must hold.`;
  if (/^["']/.test(plain)) return 'A quote is not closed.';
  if (plain.startsWith('-')) return 'A minus must stand right before what is to be left out, and once.';
  if (WILDCARD.test(plain)) return 'There are no wildcards: words are found whole.';
  // A bracket, say, before a field: taken for words the field would be lost.
  const hidden = HIDDEN_FIELD.exec(plain)?.[1];
  return hidden !== undefined && isField(hidden) ? `${hidden} must follow a space. There are no brackets.` : null;
}

function quotedIn(reading: Reading): string | null {
  const [, single, double] = reading.take(QUOTED) ?? [];
  return (single ?? double)?.replaceAll(/\\(.)/g, '$1') ?? null;
}

function unreadable(message: string): SearchPart {
  return { kind: 'unreadable', message };
}

/** A text and how far it has been read. */
class Reading {
  place = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.place >= this.text.length;
  }

  /** What the sticky pattern finds right here; null, and nothing is taken, when that is nothing. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text);
    if (found !== null) this.place += found[0].length;
    return found;
  }
}
