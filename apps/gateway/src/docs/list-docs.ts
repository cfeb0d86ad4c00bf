import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import {
  EVENT_FILTERS,
  EVENT_FILTERS_MAX,
  ID_PREFIX,
  LAUNCH_CURRENCIES,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  METADATA_KEY_LENGTH_MAX,
  CHARGED_METHODS,
} from '#contracts';
import type { ErrorCode } from '#contracts';
import type { ListRules, OwnFilter, StandardFilter } from '../lists/list-rules';
import { textForm } from '../lists/text-forms';
import type { ListRoute } from '../queries/read-rules';
import { Logged, loggedQuery } from '../request-logs/logged-route';
import { SEARCH_TEXT_MAX, searchFields } from '../lists/search/read-search';
import { Answers } from './answers.decorator';
import type { HeaderSchemas } from './answers.decorator';
import { openText } from './open-text';
import { Operation, type ListDocs } from './route-docs';

type Schema = Record<string, unknown>;
type Parameter = {
  name: string;
  required?: boolean;
  description: string;
  schema: Schema;
  style?: 'deepObject';
  explode?: boolean;
  examples?: Record<string, { summary: string; value: string }>;
};

const LIST_ERRORS: readonly ErrorCode[] = [
  'parameter_invalid',
  'parameter_unknown',
  'parameters_exclusive',
  'cursor_invalid',
  'expand_invalid',
];
const INSTANT = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: 99_999_999_999 },
    { type: 'string', format: 'date-time' },
  ],
};
const AMOUNT = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 };
const SIGNED_AMOUNT = { ...AMOUNT, minimum: -AMOUNT.maximum };
const COMPARED = { gt: 'After', gte: 'At or after', lt: 'Before', lte: 'At or before' };

const POSITION_HEADER: HeaderSchemas = {
  'Event-Position': {
    description:
      'The page shows every write of the account whose `Event-Position` is not greater. Writes and lists of payments, refunds and customers count together; those of verifications and those of webhooks count by themselves.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};

/** The parameter `query`, with the fields of this search. */
function searchOf(rules: ListRules): Parameter {
  return {
    name: 'query',
    required: true,
    description: [
      'What to look for; all of it must hold. Words are looked for in ids, references, descriptions and values of metadata.',
      `A field is compared by \`field:value\`, \`amount\` and \`created_at\` also by \`>\` \`>=\` \`<\` \`<=\`; a minus before a word or a field excludes it. Fields are ${searchFields(
        rules,
      )
        .map((field) => `\`${field}\``)
        .join(', ')}.`,
      'Values and words with spaces or colons stand in quotes. `AND` between two is taken as said. What cannot be read is refused.',
    ].join(' '),
    schema: openText(SEARCH_TEXT_MAX),
    examples: {
      words: { summary: 'Words', value: 'late order' },
      fields: { summary: 'Fields beside words', value: 'status:failed amount>=50000 -currency:USD order' },
      quoted: { summary: 'As Stripe writes it', value: "status:'failed' AND metadata['order_id']:'1001'" },
    },
  };
}

/** Documents a list: its parameters by its rules, the envelope around its objects, and its errors (docs/how-to/list-and-page.md). */
export function DocumentList({ rules, blind = [] }: Pick<ListRoute, 'rules' | 'blind'>, docs: ListDocs): MethodDecorator {
  return applyDecorators(ListAnswers(rules, docs), Operation(docs), Logged({ item: docs.item, query: loggedQuery(rules, blind) }));
}

function ListAnswers(rules: ListRules, { item, errors = [], headers = {} }: ListDocs): MethodDecorator {
  const own = Object.entries(rules.own ?? {}).flatMap(([name, filter]) =>
    'instants' in filter
      ? compared(name, nameInWords(name), INSTANT)
      : [{ name, description: descriptionOf(name, filter), schema: schemaOf(filter) }],
  );
  const search = rules.isSearch ? [searchOf(rules)] : [];
  const parameters = [...search, ...pagingOf(rules), ...rules.filters.flatMap((name) => FILTERS[name](rules)), ...own];
  const good = {
    status: 200 as const,
    description: 'One page.',
    headers: { ...(rules.hasPositions !== true && POSITION_HEADER), ...headers },
  };
  const currencyErrors: ErrorCode[] = rules.filters.includes('currency') ? ['currency_not_supported'] : [];
  const metadataErrors: ErrorCode[] = rules.filters.includes('metadata') ? ['metadata_invalid'] : [];
  return applyDecorators(
    ApiExtraModels(item),
    ...parameters.map((parameter) => ApiQuery({ required: false, ...parameter })),
    Answers({ ...good, content: { 'application/json': pageOf(item, rules) } }, [
      ...LIST_ERRORS,
      ...(rules.isSearch ? (['parameter_missing'] as const) : []),
      ...currencyErrors,
      ...metadataErrors,
      'projection_behind',
      ...errors,
    ]),
  );
}

function pageOf(item: Type, rules: ListRules): Schema {
  return {
    type: 'object',
    required: ['object', 'url', 'has_more', 'data', 'next_cursor', ...(rules.hasPositions === true ? ['positions'] : [])],
    properties: {
      object: { type: 'string', enum: ['list'] },
      url: { type: 'string' },
      has_more: { type: 'boolean' },
      data: { type: 'array', items: { $ref: getSchemaPath(item) } },
      ...(rules.hasPositions === true && {
        positions: {
          type: 'array',
          items: { type: 'string', pattern: '^[0-9]{1,19}$', examples: ['1042'] },
          description:
            'Where each object of `data` stands in the feed, in the same order. `after_position` and the stream go on after one.',
        },
      }),
      next_cursor: { type: ['string', 'null'], description: '`cursor` of the next page; null: none.' },
      ...(rules.hasTotalCount !== false && {
        total_count: { type: 'integer', minimum: 0, description: 'Only with `include[]=total_count`.' },
      }),
    },
    additionalProperties: false,
  };
}

function pagingOf(rules: ListRules): Parameter[] {
  const id = idSchema(rules.kind);
  const parameters: (Parameter | false)[] = [
    {
      name: 'limit',
      description: 'Objects on the page.',
      schema: { type: 'integer', minimum: 1, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT },
    },
    { name: 'starting_after', description: 'Begin after the object of this id. Not with `ending_before` or `cursor`.', schema: id },
    { name: 'ending_before', description: 'End before the object of this id. Not with `starting_after` or `cursor`.', schema: id },
    {
      name: 'cursor',
      description: '`next_cursor` of the page before.',
      schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' },
    },
    rules.hasOrder !== false && {
      name: 'order',
      description: 'Newest first unless given.',
      schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    },
    rules.hasTotalCount !== false && {
      name: 'include[]',
      description: 'What to add to the page.',
      schema: { type: 'array', items: { type: 'string', enum: ['total_count'] } },
    },
    rules.expand.length > 0 && {
      name: 'expand[]',
      description: 'What to show whole in each object; a path shows what it passes through, too.',
      schema: { type: 'array', items: { type: 'string', enum: rules.expand.map((path) => `data.${path}`) } },
    },
    {
      name: 'min_position',
      description:
        '`Event-Position` of a write that the page must show; waits up to 2 s for it. Not needed with a filter that names what is looked for (`id`, `reference_id`, `customer_id`, `payment_id`), nor in a list below an object.',
      schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
    },
  ];
  return parameters.filter((parameter) => parameter !== false);
}

const FILTERS: Readonly<Record<StandardFilter, (rules: ListRules) => Parameter[]>> = {
  id: ({ kind }) => [{ name: 'id', description: 'Only the object of this id.', schema: idSchema(kind) }],
  created_at: () => compared('created_at', 'Created', INSTANT),
  amount: ({ hasSignedAmount }) => compared('amount', 'Amount', hasSignedAmount ? SIGNED_AMOUNT : AMOUNT),
  status: ({ statuses }) => [
    {
      name: 'status',
      description: 'Only with one of these; may be repeated.',
      schema: { type: 'array', items: { type: 'string', ...(statuses && { enum: statuses }) } },
    },
  ],
  customer_id: () => [{ name: 'customer_id', description: 'Only of this customer.', schema: idSchema('customer') }],
  currency: () => [{ name: 'currency', description: 'Only in this currency.', schema: { type: 'string', enum: LAUNCH_CURRENCIES } }],
  payment_method: () => [
    { name: 'payment_method', description: 'Only by this method.', schema: { type: 'string', enum: CHARGED_METHODS } },
  ],
  reference_id: () => [{ name: 'reference_id', description: 'Only with your own reference.', schema: openText(64) }],
  metadata: () => [
    {
      name: 'metadata',
      description: '`metadata[key]=value`: only with this value under this key.',
      style: 'deepObject',
      explode: true,
      schema: {
        type: 'object',
        propertyNames: openText(METADATA_KEY_LENGTH_MAX),
        additionalProperties: openText(500),
      },
    },
  ],
};

function compared(name: string, what: string, schema: Schema): Parameter[] {
  const exact = { name, description: `${what} exactly.`, schema };
  const bounds = Object.entries(COMPARED).map(([word, meaning]) => ({
    name: `${name}[${word}]`,
    description: `${what}: ${meaning.toLowerCase()}.`,
    schema,
  }));
  return [exact, ...bounds];
}

/** `current_period_end_at` → Current period end. */
function nameInWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/_at$/, '').replaceAll('_', ' ');
}

type SingleFilter = Exclude<OwnFilter, { instants: true }>;

function descriptionOf(name: string, filter: SingleFilter): string {
  if ('eventTypes' in filter) return 'Only of these types: exact names and patterns such as `payment.*`; may be repeated.';
  if ('digitsMax' in filter) return filter.about;
  if ('instant' in filter) return name === 'since' ? 'Only from this time on.' : 'Only before this time.';
  return `Only with this ${name}.`;
}

function schemaOf(filter: SingleFilter): Schema {
  if ('id' in filter) return idSchema(filter.id);
  if ('words' in filter) return { type: 'string', enum: filter.words };
  if ('digitsMax' in filter) return { type: 'string', pattern: `^[0-9]{1,${filter.digitsMax}}$` };
  if ('eventTypes' in filter) return { type: 'array', maxItems: EVENT_FILTERS_MAX, items: { type: 'string', enum: EVENT_FILTERS } };
  if ('instant' in filter) return INSTANT;
  const { pattern, max } = textForm(filter.form);
  return pattern === undefined ? openText(max) : { type: 'string', pattern };
}

function idSchema(kind: ListRules['kind']): Schema {
  return { type: 'string', pattern: `^${ID_PREFIX[kind]}_[0-9A-Za-z]{8}(?:[0-5][0-9]|6[0-3])[0-9A-Za-z]{14}$` };
}
