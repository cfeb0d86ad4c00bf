import { containsCardNumber } from '../india/card-numbers';
import { CARD_NUMBER, isStorable, lengthOf } from './field-checks';
import { SEAL_MARK } from '../encrypted';
import { METADATA_CHANGE_SCHEMA, METADATA_SCHEMA } from './metadata-schema';
import { Constraint, type ProblemRow } from './constraint';

/** Keys of the metadata of one object (docs/reference/api-conventions.md, Metadata). */
export const METADATA_KEYS_MAX = 50;
/** Characters of a key. */
export const METADATA_KEY_LENGTH_MAX = 40;
const VALUE_LENGTH_MAX = 500;

type MetadataProblem = 'type' | 'null' | 'count' | 'key' | 'characters' | 'value' | 'length' | 'number' | 'card';

const bad = (message: string): ProblemRow => ({ code: 'metadata_invalid', message });
const PROBLEMS: Readonly<Record<MetadataProblem, ProblemRow>> = {
  type: bad('must be an object.'),
  null: bad('may not have null as a value: leave the key out.'),
  count: bad(`may have at most ${METADATA_KEYS_MAX} keys.`),
  key: bad(`may have keys of 1 to ${METADATA_KEY_LENGTH_MAX} characters.`),
  characters: {
    ...bad(`may not have keys or values that hold NUL or half of a surrogate pair, or begin with ${SEAL_MARK}`),
    reason: 'invalid_characters',
  },
  value: bad('may only have strings, numbers and booleans as values; nesting is not allowed.'),
  length: bad(`may have values of at most ${VALUE_LENGTH_MAX} characters.`),
  number: bad(`may have numbers up to ${Number.MAX_SAFE_INTEGER}; send a larger one as a string.`),
  card: CARD_NUMBER,
};

/** A flat object of strings, numbers and booleans within the bounds of metadata (docs/reference/api-conventions.md, Metadata). */
export function Metadata(): PropertyDecorator {
  return Constraint(
    (value) => metadataProblem(value, (entry) => (entry === null ? 'null' : valueProblem(entry))),
    PROBLEMS,
    METADATA_SCHEMA,
  );
}

/** The same, to be merged into what is there: a value of null removes its key. */
export function MetadataPatch(): PropertyDecorator {
  return Constraint(
    (value) => metadataProblem(value, (entry) => (entry === null ? undefined : valueProblem(entry))),
    PROBLEMS,
    METADATA_CHANGE_SCHEMA,
  );
}

function metadataProblem(value: unknown, check: (entry: unknown) => MetadataProblem | undefined): MetadataProblem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'type';
  const entries = Object.entries(value);
  // As many may be removed as may be set.
  const removed = entries.filter(([, entry]) => entry === null).length;
  if (Math.max(removed, entries.length - removed) > METADATA_KEYS_MAX) return 'count';
  for (const [key, entry] of entries) {
    const problem = keyProblem(key) ?? check(entry) ?? cardProblem(key, entry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function cardProblem(key: string, entry: unknown): 'card' | undefined {
  return containsCardNumber(key) || hidesCardNumber(entry) ? 'card' : undefined;
}

function keyProblem(key: string): MetadataProblem | undefined {
  if (key.length === 0 || lengthOf(key) > METADATA_KEY_LENGTH_MAX) return 'key';
  return isStorable(key) ? undefined : 'characters';
}

function valueProblem(value: unknown): MetadataProblem | undefined {
  switch (typeof value) {
    case 'string':
      if (lengthOf(value) > VALUE_LENGTH_MAX) return 'length';
      return isStorable(value) ? undefined : 'characters';
    case 'number':
      // JSON.parse rounds beyond this in silence, and what is kept must be what was sent.
      return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'number' : undefined;
    case 'boolean':
      return undefined;
    default:
      return 'value';
  }
}

/** A card number sent as a number is an integer in plain digits; those of 2.2250738585072014e-308 are no card number. */
function hidesCardNumber(value: unknown): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  return containsCardNumber(String(value));
}
