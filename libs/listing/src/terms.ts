import type { ListRow } from './list-definition';

/** Whose list: an account in one of its modes. */
export interface ListOwner {
  accountId: string;
  livemode: boolean;
}

/** Words of one object that can be searched for; texts are bounded at the door, this bounds fifty long values of metadata. */
const WORDS_MAX = 500;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Text as Postgres can keep it: no NUL, no half of a surrogate pair, and not the character that separates values. */
export function storable(text: string): string {
  return text.replace(/[\u0000\u001f]|\p{Surrogate}/gu, '\ufffd');
}

/** The words of a text: letters and digits of any script, without regard to case and width. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/** Values of metadata as they are compared: as text. */
export function textsOf(metadata: ListRow['metadata']): [string, string][] {
  return Object.entries(metadata ?? {}).map(([key, value]) => [storable(key), storable(String(value))]);
}

/** The filters that have a value. */
export function givenFilters(filters: ListRow['filters']): [string, string][] {
  return Object.entries(filters ?? {}).flatMap(([name, value]) => (value ? [[name, storable(value)] as [string, string]] : []));
}

/**
 * Terms are what one inverted index holds: 53-bit hashes of (account, mode, kind, …), as text. The account is in the
 * hash, so the index never leads from one account's words to another's objects. Two words that meet in one hash show an
 * object too many, once in the life of a large account; entries of metadata and filters are compared as well.
 */
export class Terms {
  private readonly start: Mix;

  constructor({ accountId, livemode }: ListOwner) {
    this.start = mix(`${accountId} ${livemode} `, [0xdeadbeef, 0x41c6ce57]);
  }

  /** Of a word in any text. */
  word(word: string): string {
    return finished(mix(word, mix('word ', this.start)));
  }

  /** Of an entry of metadata. */
  metadata(key: string, value: string): string {
    return finished(mix(`${key}\u0000${value}`, mix('metadata ', this.start)));
  }

  /** Of a filter that only this list has. */
  filter(name: string, value: string): string {
    return finished(mix(`${name}\u0000${value}`, mix('filter ', this.start)));
  }

  /** Everything by which an object can be found; empty for most. */
  of(row: ListRow): string[] {
    const entries = textsOf(row.metadata);
    const texts = [...(row.texts ?? []), row.referenceId, ...entries.map(([, value]) => value)];
    const words = new Set(texts.flatMap((text) => (text ? wordsOf(text) : [])));
    return [
      ...entries.map(([key, value]) => this.metadata(key, value)),
      ...givenFilters(row.filters).map(([name, value]) => this.filter(name, value)),
      ...[...words].slice(0, WORDS_MAX).map((word) => this.word(word)),
    ];
  }
}

/** Two halves of a hash under way. */
type Mix = readonly [number, number];

/** The cyrb53 hash, which goes on from where it stood: a tenth of a cryptographic one's price, and nothing here is secret. */
function mix(text: string, [left, right]: Mix): Mix {
  let [first, second] = [left, right];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 2_654_435_761);
    second = Math.imul(second ^ code, 1_597_334_677);
  }
  return [first, second];
}

function finished([left, right]: Mix): string {
  let first = Math.imul(left ^ (left >>> 16), 2_246_822_507);
  first ^= Math.imul(right ^ (right >>> 13), 3_266_489_909);
  let second = Math.imul(right ^ (right >>> 16), 2_246_822_507);
  second ^= Math.imul(first ^ (first >>> 13), 3_266_489_909);
  return String(4_294_967_296 * (2_097_151 & second) + (first >>> 0));
}
