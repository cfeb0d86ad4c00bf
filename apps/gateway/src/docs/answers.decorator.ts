import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { API_VERSION, ERRORS } from '#contracts';
import type { ErrorCode } from '#contracts';
import { Logged } from '../request-logs/logged-route';
import { ErrorResponse } from './error-response';

/** Headers of an answer, by their name. */
export type HeaderSchemas = Record<string, { description: string; required?: boolean; schema: object }>;

/** What a route answers when all is well. */
export interface GoodAnswer {
  status: 200 | 201 | 202;
  description: string;
  /** The resource, or else `content` says what it is. */
  type?: Type;
  /** Media type → schema, for what is not a resource. */
  content?: Record<string, object>;
  headers?: HeaderSchemas;
}

const text = (description: string): HeaderSchemas[string] => ({ description, schema: { type: 'string' } });
const count = (description: string): HeaderSchemas[string] => ({ description, schema: { type: 'integer', minimum: 0 } });

const VERSION = { type: 'string', enum: [API_VERSION] };

/** Headers of every answer. */
export const STANDARD_HEADERS: HeaderSchemas = {
  'API-Version': { description: 'The version of the API that this answer follows.', required: true, schema: VERSION },
  'Request-Id': {
    description: 'The id of this request; also in the body of every error.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-Za-z]{24}$' },
  },
  'X-Request-Id': text("The caller's own id, echoed."),
};
export const RATE_HEADERS: HeaderSchemas = {
  'RateLimit-Limit': count('Requests that may come at once: two seconds of the rate. Absent when limits are switched off.'),
  'RateLimit-Remaining': count('Requests left right now.'),
  'RateLimit-Reset': count('Seconds until the whole burst is there again.'),
};
export const IGNORED_HEADER: HeaderSchemas = {
  'Ignored-Parameters': text('Unknown parameters that were ignored, percent-encoded.'),
};

const RETRY_AFTER: HeaderSchemas = { 'Retry-After': { ...count('Seconds to wait before the next try.'), required: true } };
/** Headers that come with every answer of a status. */
export const HEADERS_BY_STATUS: Readonly<Record<number, HeaderSchemas>> = {
  401: {
    'WWW-Authenticate': {
      ...text('`Bearer`; `DPoP` for a token that is bound to a key; `Signature` where a signature is asked for.'),
      required: true,
    },
  },
  409: { 'Retry-After': count('Seconds to wait before the next try; with retryable errors.') },
  429: { ...RETRY_AFTER, 'RateLimit-Reason': { ...text('Which limit was reached.'), required: true } },
  503: { ...RETRY_AFTER, Location: text('With outcome_unknown: where the object will be if the request took effect.') },
};

/** What any route that needs a key can answer beside its own errors. */
const KEY_ERRORS: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_revoked',
  'token_invalid',
  'token_expired',
  'account_not_connected',
  'scope_insufficient',
  'key_restricted',
  'ip_not_allowed',
  'account_suspended',
  'live_mode_not_enabled',
  'rate_limited',
  'concurrency_limited',
  'service_unavailable',
  // An API-Version that was never published.
  'parameter_invalid',
  // Of a session in place of a key.
  ...(['host_invalid', 'credentials_exclusive', 'parameter_missing', 'session_missing', 'session_expired'] as const),
  ...(['csrf_failed', 'role_insufficient', 'second_factor_missing', 'step_up_required'] as const),
];
/** What any route can answer. */
const ANY_ERRORS: readonly ErrorCode[] = ['internal_error'];

/** Of routes that follow a preference. */
const PREFER = ApiHeader({
  name: 'Prefer',
  required: false,
  description:
    '`handling=lenient`: a write ignores unknown parameters. `handling=strict`: a read refuses them. `wait=10`: a write waits up to 10 seconds (20 at most) for an open outcome.',
  schema: { type: 'string' },
});

/** Documents a route that needs a key: its good answer and every error it can give, each with its headers. */
export function Answers(good: GoodAnswer, errors: readonly ErrorCode[]): MethodDecorator {
  const all = [...errors, ...KEY_ERRORS, ...ANY_ERRORS];
  return applyDecorators(
    ApiHeader({
      name: 'API-Version',
      required: false,
      description: 'A published version of the API. Left out: the one that was current when the key was made.',
      schema: VERSION,
    }),
    ApiHeader({
      name: 'Hundi-Account',
      required: false,
      description: 'An account that is connected to an app of yours.',
      schema: { type: 'string' },
    }),
    ApiHeader({ name: 'X-Request-Id', required: false, description: 'Your own id for this request; echoed.', schema: { type: 'string' } }),
    ...('Ignored-Parameters' in (good.headers ?? {}) ? [PREFER] : []),
    goodResponse(good, RATE_HEADERS),
    ...errorResponses(all, RATE_HEADERS),
    Logged({ answer: good.type }),
  );
}

/** Documents a route that anyone may call, as often as one address may. */
export function OpenAnswers(good: GoodAnswer, errors: readonly ErrorCode[] = []): MethodDecorator {
  return WatchAnswers(good, [...errors, 'rate_limited']);
}

/** Documents a route that anyone may call as often as they like. */
export function WatchAnswers(good: GoodAnswer, errors: readonly ErrorCode[] = []): MethodDecorator {
  return applyDecorators(goodResponse(good, {}), ...errorResponses([...errors, ...ANY_ERRORS], {}));
}

/** Documents one good answer with its headers. */
export function goodResponse({ status, description, type, content, headers }: GoodAnswer, more: HeaderSchemas): MethodDecorator {
  const all = { ...STANDARD_HEADERS, ...more, ...headers };
  const media = content && Object.fromEntries(Object.entries(content).map(([name, schema]) => [name, { schema }]));
  return ApiResponse({ status, description, headers: all, ...(type && { type }), ...(media && { content: media }) });
}

function errorResponses(codes: readonly ErrorCode[], more: HeaderSchemas): MethodDecorator[] {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  const responses = statuses.map((status) => {
    const own = [...new Set(codes.filter((code) => ERRORS[code].status === status))];
    return ApiResponse({
      status,
      description: own.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
      headers: { ...STANDARD_HEADERS, ...more, ...HEADERS_BY_STATUS[status] },
      content: { 'application/json': { schema: schemaOf(own) } },
    });
  });
  return [ApiExtraModels(ErrorResponse), ...responses];
}

/** The error body, narrowed to the codes this route gives with this status. */
function schemaOf(codes: readonly ErrorCode[]): object {
  const narrowed = { type: 'object', properties: { error: { type: 'object', properties: { code: { type: 'string', enum: codes } } } } };
  return { allOf: [{ $ref: getSchemaPath(ErrorResponse) }, narrowed] };
}
