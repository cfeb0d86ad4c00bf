import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { oneOf, RESOURCES, type ErrorCode } from '#contracts';
import type { WriteRoute } from '../commands/write-rules';
import { Logged } from '../request-logs/logged-route';
import { Answers, IGNORED_HEADER, RATE_HEADERS, goodResponse } from './answers.decorator';
import type { GoodAnswer } from './answers.decorator';
import { Operation } from './route-docs';
import type { WriteDocs } from './route-docs';

const LOCATION = { Location: { description: 'Where the object is.', required: true, schema: { type: 'string' } } };

/** Headers of every accepted write. */
const WRITE_HEADERS = {
  'Preference-Applied': {
    description: '`wait`: the outcome came in time. `handling=lenient`: see `Ignored-Parameters`.',
    schema: { type: 'string', enum: ['wait', 'handling=lenient', 'handling=lenient, wait'] },
  },
  'Event-Position': {
    description: 'Position of the event this write stored. Lists take it as `min_position`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** What every write can refuse with, beside what every route with a key can. */
const WRITE_ERRORS: readonly ErrorCode[] = [
  'parameter_invalid',
  'parameter_unknown',
  'json_invalid',
  'body_too_large',
  'media_type_unsupported',
  'idempotency_key_in_use',
  'lock_timeout',
  'idempotency_key_reused',
  'outcome_unknown',
  'command_expired',
];

/** What belongs to a test clock takes no change while that advances. */
const CLOCK_ERRORS: readonly ErrorCode[] = ['clock_advancing'];

/** The parts of a write that its documentation follows from. */
type DocumentedWrite = Pick<WriteRoute, 'resource' | 'body' | 'choice'> & { isAwaited?: boolean };

/** Documents a route that changes something: its body, its answer, and every error in addition to those of every write. */
export function DocumentWrite(route: DocumentedWrite, docs: WriteDocs): MethodDecorator {
  const { choice, body } = route;
  const query = choice === undefined ? [] : [choiceParameter(choice)];
  const bodies = body === undefined ? [] : [ApiBody({ type: body, required: docs.isBodyOptional !== true })];
  return applyDecorators(WriteAnswers(route, docs), ...query, ...bodies, Operation(docs), loggedCommand(route, docs));
}

function choiceParameter({ param, words }: NonNullable<WriteRoute['choice']>): MethodDecorator {
  return ApiQuery({ name: param, required: false, schema: { type: 'string', enum: [...words] } });
}

/** What the request log may keep of a command. */
function loggedCommand(route: DocumentedWrite, { answer }: WriteDocs): MethodDecorator {
  const asksForDocuments = RESOURCES[route.resource].service === 'kyc';
  return Logged({ body: route.body, resource: route.resource, answer: answer.type, query: LOGGED_QUERY, asksForDocuments });
}

/** Parameters whose values say nothing of a person. */
const LOGGED_QUERY = ['dry_run', 'reason'];

function WriteAnswers({ resource: kind, isAwaited }: DocumentedWrite, { answer: good, errors = [] }: WriteDocs): MethodDecorator {
  const { status, type } = good;
  const headers = { ...(status !== 200 && LOCATION), ...WRITE_HEADERS, ...IGNORED_HEADER };
  const missing: ErrorCode[] = status === 201 || oneOf(kind) !== undefined ? [] : ['resource_missing'];
  const resource = { $ref: getSchemaPath(type) };
  const dryRun = dryRunOf(resource);
  const reason = isAwaited ? DONE_IN_TIME : good.existing;
  const alternative = alternativeOf(reason, { resource, dryRun });
  const answer: GoodAnswer =
    status !== 200
      ? { ...good, headers }
      : { status, description: good.description, content: json({ anyOf: [resource, dryRun] }), headers };
  return applyDecorators(
    ApiExtraModels(type),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'A repeated request with the same key gets the same answer and acts once. Kept 30 days.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]{1,255}$' },
    }),
    ApiQuery({
      name: 'dry_run',
      required: false,
      description: '`true`: say what would happen, with its events, and store nothing. The key is not used up.',
      schema: { type: 'string', enum: ['true', 'false'] },
    }),
    ...(status !== 200 ? [goodResponse(alternative, RATE_HEADERS)] : []),
    Answers(answer, [...missing, ...errors, ...WRITE_ERRORS, ...(RESOURCES[kind].service === 'payments' ? CLOCK_ERRORS : [])]),
  );
}

function dryRunAnswer(dryRun: object): GoodAnswer & { content: object } {
  return { status: 200, description: 'With `dry_run=true`: what would happen.', content: json(dryRun), headers: IGNORED_HEADER };
}

/** What was accepted, and done while the caller waited. */
const DONE_IN_TIME = 'With `Prefer: wait=…`: done in time.';

/** The answer with 200, where the usual one has another status: of a dry run, and with a reason the object. */
function alternativeOf(
  reason: string | undefined,
  { resource, dryRun }: { resource: object; dryRun: object },
): GoodAnswer & { content: object } {
  if (reason === undefined) return dryRunAnswer(dryRun);
  return {
    status: 200,
    description: `${reason} With \`dry_run=true\`: what would happen.`,
    content: json({ anyOf: [resource, dryRun] }),
    headers: { ...WRITE_HEADERS, ...IGNORED_HEADER },
  };
}

function json(schema: object): Record<string, object> {
  return { 'application/json': schema };
}

/** What a dry run answers (docs/reference/api-conventions.md, Dry run). */
function dryRunOf(resource: object): object {
  const event = {
    type: 'object',
    required: ['type', 'resource'],
    properties: {
      type: { type: 'string', example: 'payment.captured' },
      resource: {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { type: 'string' }, id: { type: 'string' } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
  return {
    type: 'object',
    required: ['object', 'status', 'resource', 'events'],
    properties: {
      object: { type: 'string', enum: ['dry_run'] },
      status: { type: 'integer', description: 'The HTTP status that the request would have.' },
      resource: { anyOf: [resource, { type: 'null' }] },
      events: { type: 'array', items: event, description: 'The public events that would be stored.' },
    },
    additionalProperties: false,
  };
}
