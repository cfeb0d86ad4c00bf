import { hash } from 'node:crypto';
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
 * Terms are what one inverted index holds: 64-bit hashes of (account, mode, kind, …). The account is in the hash, so the
 * index never leads from one account's words to another's objects.
 */
export class Terms {
  private readonly prefix: string;

  constructor({ accountId, livemode }: ListOwner) {
    this.prefix = `${accountId} ${livemode} `;
  }

  /** Of a word in any text. */
  word(word: string): string {
    return this.hashed(`word ${word}`);
  }

  /** Of an entry of metadata. */
  metadata(key: string, value: string): string {
    return this.hashed(`metadata ${key}\u0000${value}`);
  }

  /** Of a filter that only this list has. */
  filter(name: string, value: string): string {
    return this.hashed(`filter ${name}\u0000${value}`);
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

  private hashed(text: string): string {
    return hash('sha1', this.prefix + text, 'buffer')
      .readBigInt64BE(0)
      .toString();
  }
}
