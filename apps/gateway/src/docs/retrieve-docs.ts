import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { ErrorCode } from '#contracts';
import type { RetrieveRoute } from '../queries/read-rules';
import { Logged } from '../request-logs/logged-route';
import { Answers, IGNORED_HEADER } from './answers.decorator';
import { Operation } from './route-docs';
import type { RetrieveDocs } from './route-docs';

const AS_OF_HEADER = {
  'As-Of-Sequence': { description: 'With `as_of`: the `sequence` of the object then.', schema: { type: 'integer', minimum: 1 } },
};

const ASKED_WRONGLY: readonly ErrorCode[] = ['parameter_invalid', 'parameter_unknown', 'expand_invalid'];

/** Documents a route that shows one object: its parameters by its declaration, and its errors. */
type DocumentedRead = Pick<RetrieveRoute, 'expand' | 'hasAsOf' | 'part'> & { isSingleton: boolean };

export function DocumentRetrieve(route: DocumentedRead, docs: RetrieveDocs): MethodDecorator {
  return applyDecorators(
    RetrieveAnswers(route, docs),
    Operation(docs),
    Logged({ answer: docs.answer.type, query: ['as_of', 'expand[]', 'expand'] }),
  );
}

function RetrieveAnswers(route: DocumentedRead, { answer: { headers: own, ...good }, errors = [] }: RetrieveDocs): MethodDecorator {
  const asOf = ApiQuery({
    name: 'as_of',
    required: false,
    description: 'The object as it was: right after the event of this `sequence`, or at this time (Unix seconds or RFC 3339).',
    schema: {
      oneOf: [
        { type: 'integer', minimum: 1, maximum: 99_999_999_999 },
        { type: 'string', format: 'date-time' },
      ],
    },
  });
  const expand = ApiQuery({
    name: 'expand[]',
    required: false,
    description: route.hasAsOf
      ? 'What to show whole, as it is now; a path shows what it passes through, too. Not with `as_of`.'
      : 'What to show whole.',
    schema: { type: 'array', items: { type: 'string', enum: [...route.expand] } },
  });
  const headers = { ...IGNORED_HEADER, ...(route.hasAsOf && AS_OF_HEADER), ...own };
  const exclusive: ErrorCode[] = route.hasAsOf && route.expand.length > 0 ? ['parameters_exclusive'] : [];
  // Where another API has a search.
  const search: ErrorCode[] = route.part === undefined && !route.isSingleton ? ['route_unknown'] : [];
  return applyDecorators(
    ...(route.hasAsOf ? [asOf] : []),
    ...(route.expand.length > 0 ? [expand] : []),
    Answers({ status: 200, ...good, headers }, [...ASKED_WRONGLY, ...exclusive, 'resource_missing', ...search, ...errors]),
  );
}
