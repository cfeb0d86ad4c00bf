import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../http/invalid-request';
import { QueryReader, type QueryParameters } from '../../lists/query-reader';
import { refuseUnknown } from '../../lists/unknown-parameters';

/** What the query of a page of ours says. @throws ApiError with every problem at once. */
export function readQuery<TQuery>({ query }: Pick<FastifyRequest, 'query'>, read: (reader: QueryReader) => TQuery): TQuery {
  const reader = new QueryReader(query as QueryParameters);
  const wanted = read(reader);
  const hint = refuseUnknown(reader);
  if (reader.problems.length > 0) throw invalidRequest(reader.problems, hint);
  return wanted;
}

/** One of some words, or undefined. */
export function readWord<TWord extends string>(reader: QueryReader, name: string, words: readonly TWord[]): TWord | undefined {
  const text = reader.one(name);
  if (text === null) return undefined;
  const word = words.find((known) => known === text);
  if (word === undefined) reader.refuse(name, 'parameter_invalid', `must be one of ${words.join(', ')}.`);
  return word;
}
