import { findNearest } from '#contracts';
import type { FastifyRequest } from 'fastify';
import { unknownQuery } from '../http/ignored-parameters';
import { hintForUnknown, type ForeignWords, type UnknownName } from '../validation/unknown-names';
import { DRY_RUN } from './dry-run';
import { foreignWordsFor } from './foreign-words/foreign-words';
import type { WriteRoute } from './write-rules';

type HintedWrite = Pick<WriteRoute, 'resource' | 'choice'> & { reader: Pick<NonNullable<WriteRoute['reader']>, 'names' | 'takes'> | null };

/** The unknown names of one write. */
export interface UnknownOfWrite {
  members: readonly UnknownName[];
  query: readonly UnknownName[];
}

/** The query parameters that a write does not know. */
export function unknownOfQuery(route: HintedWrite, request: FastifyRequest): UnknownName[] {
  const known = queryOf(route);
  return unknownQuery(request, known).map((name) => ({ prefix: '', name, known }));
}

/** What to send in place of the unknown names, in sentences; undefined when there are none. */
export function hintForWrite(route: HintedWrite, { members, query }: UnknownOfWrite): string | undefined {
  if (members.length + query.length === 0) return undefined;
  const words = foreignWordsFor(route.resource);
  const [inBody, inQuery] = [route.reader?.names ?? [], queryOf(route)];
  const hints = [
    hintForUnknown(members, {
      names: inBody,
      takes: (path) => route.reader?.takes(path) === true,
      words: { ...words, ...wordsElsewhere(members, inQuery, 'query') },
    }),
    hintForUnknown(query, {
      names: inQuery,
      takes: (path) => inQuery.includes(path),
      words: { ...words, ...wordsElsewhere(query, inBody, 'body') },
    }),
  ];
  return hints.filter((hint) => hint !== undefined).join(' ');
}

/** The parameters that the query of a write may have. */
function queryOf({ choice }: Pick<WriteRoute, 'choice'>): string[] {
  return choice === undefined ? [DRY_RUN] : [DRY_RUN, choice.param];
}

/** Names that are known at the other place: `dry_run` in the body, `amount` in the query. */
function wordsElsewhere(unknown: readonly UnknownName[], known: readonly string[], place: 'query' | 'body'): ForeignWords {
  const words = unknown.flatMap(({ prefix, name, known: here }) => {
    const [near] = prefix === '' && findNearest(name, here).length === 0 ? findNearest(name, known) : [];
    return near === undefined ? [] : [[name, `Send ${near} in the ${place}.`]];
  });
  return Object.fromEntries(words) as ForeignWords;
}
