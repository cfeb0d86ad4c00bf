import { lengthOf, shardOfId } from '#contracts';
import type { ListQuery } from '#contracts';
import { sanitizeName } from '../../http/sanitize-name';
import { readFilters } from '../list-filters';
import type { ListRules } from '../list-rules';
import { QueryReader } from '../query-reader';
import { parseSearch } from './parse-search';
import type { Operator, SearchPart } from './parse-search';

/** Characters of a search text. */
export const SEARCH_TEXT_MAX = 200;

/** What a search asks for, as a list is asked. */
export type Search = Pick<ListQuery, 'text' | 'also' | 'except'>;

type FieldPart = Extract<SearchPart, { kind: 'field' }>;

const COMPARED: readonly string[] = ['amount', 'created_at'];
const COMPARISONS: Readonly<Record<Operator, string>> = { ':': '', '>': '[gt]', '>=': '[gte]', '<': '[lt]', '<=': '[lte]' };
const WORD = /[\p{L}\p{M}\p{N}]/u;

/** The fields that a search of this list can name, as they are written. */
export function searchFields({ filters, own = {} }: ListRules): string[] {
  const named = filters.filter((name) => name !== 'metadata');
  return [...named, ...Object.keys(own), ...(filters.includes('metadata') ? ["metadata['key']"] : [])];
}

/** Reads `query`: words, and fields with the values that the list's own filters take. */
export function readSearch(reader: QueryReader, rules: ListRules): Search {
  const search = { text: null, also: [], except: [] };
  const text = reader.one('query');
  if (text === null) {
    if (reader.problems.every(({ param }) => param !== 'query')) reader.refuse('query', 'parameter_missing', 'is required.', 'required');
    return search;
  }
  if (lengthOf(text) > SEARCH_TEXT_MAX) {
    reader.refuse('query', 'parameter_invalid', `must have at most ${SEARCH_TEXT_MAX} characters.`, 'invalid_length');
    return search;
  }
  return new SearchReading(reader, rules).read(text);
}

class SearchReading {
  private readonly words: string[] = [];
  private readonly also: Partial<ListQuery>[] = [];
  private readonly except: Partial<ListQuery>[] = [];
  private readonly fields: ReadonlySet<string>;

  constructor(
    private readonly reader: QueryReader,
    private readonly rules: ListRules,
  ) {
    this.fields = new Set([...rules.filters, ...Object.keys(rules.own ?? {})]);
  }

  read(text: string): Search {
    for (const part of parseSearch(text, (name) => this.fields.has(name.split('.', 1)[0] ?? ''))) this.add(part);
    const isEmpty = this.words.length + this.also.length + this.except.length === 0;
    if (isEmpty && this.reader.problems.every(({ param }) => param !== 'query')) {
      this.refuse(`There is nothing to look for in it: it needs a word or a field, such as ${this.example()}.`);
    }
    return { text: this.words.length === 0 ? null : this.words.join(' '), also: this.also, except: this.except };
  }

  private add(part: SearchPart): void {
    if (part.kind === 'unreadable') this.refuse(part.message);
    else if (part.kind === 'words') this.addWords(part.text, part.not);
    else this.addField(part);
  }

  private addWords(text: string, not: boolean): void {
    if (shardOfId(this.rules.kind, text) !== undefined) this.ask({ id: text }, not);
    else if (shardOfId('customer', text) !== undefined && this.fields.has('customer_id')) this.ask({ customerId: text }, not);
    // Signs between words are not looked for.
    else if (!WORD.test(text)) return;
    else if (not) this.ask({ text }, not);
    else this.words.push(text);
  }

  private addField({ field, key, operator, value, not }: FieldPart): void {
    if (!this.fields.has(field)) return this.refuse(unknownField(field, this.rules));
    if (field === 'metadata' ? key === null : key !== null) return this.refuse(keyProblem(field));
    if (operator !== ':' && !COMPARED.includes(field)) {
      return this.refuse(`${field} cannot be compared with ${operator}, only with ":". ${COMPARED.join(' and ')} can.`);
    }
    const name = key === null ? field + COMPARISONS[operator] : `metadata[${key}]`;
    const reader = new QueryReader({ [name]: value });
    const filters = readFilters(reader, this.rules);
    const [problem] = reader.problems;
    if (problem === undefined) this.ask(filters, not);
    else this.refuse(`${problem.param} ${problem.message}`);
  }

  private ask(filters: Partial<ListQuery>, not: boolean): void {
    (not ? this.except : this.also).push(filters);
  }

  private refuse(message: string): void {
    this.reader.refuse('query', 'parameter_invalid', `cannot be read: ${message}`, 'query_unreadable');
  }

  private example(): string {
    return this.fields.has('status') ? 'status:failed' : 'reference_id:1001';
  }
}

function unknownField(field: string, rules: ListRules): string {
  return `${sanitizeName(field)} is no field of this search. Fields are ${searchFields(rules).join(', ')}. Put what is to be found as words in double quotes.`;
}

function keyProblem(field: string): string {
  return field === 'metadata' ? "metadata needs a key: metadata['order_id']:'1001'." : `${field} has no keys.`;
}
