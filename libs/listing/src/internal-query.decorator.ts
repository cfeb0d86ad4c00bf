import { Query } from '@nestjs/common';
import { parseQuery, type QueryRules } from '#contracts';

/** The query of an internal GET, as the sender wrote it with `appendQuery`; 400 for one that breaks the rules. */
export function InternalQuery<TQuery extends object>(rules: QueryRules<TQuery>): ParameterDecorator {
  return Query('query', { transform: (text: unknown) => parseQuery(text, rules) });
}
