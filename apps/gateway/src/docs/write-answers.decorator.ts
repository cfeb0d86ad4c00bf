import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { ErrorCode } from '#contracts';
import { Answers, IGNORED_HEADER } from './answers.decorator';

const LOCATION = { Location: { description: 'Where the object is.', required: true, schema: { type: 'string' } } };

/** Headers of every accepted write. */
const WRITE_HEADERS = {
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
  'maintenance',
];

/** Documents a route that changes something and has a key: what it shows, and every error beside those of any write. */
export function WriteAnswers(good: { status: 200 | 201; description: string; type: Type }, errors: readonly ErrorCode[]): MethodDecorator {
  const headers = { ...(good.status === 201 && LOCATION), ...WRITE_HEADERS, ...IGNORED_HEADER };
  const missing: ErrorCode[] = good.status === 201 ? [] : ['resource_missing'];
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'Repeating a request with the same key gives the same answer, and it acts once. Kept 30 days.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]{1,255}$' },
    }),
    Answers({ ...good, headers }, [...missing, ...errors, ...WRITE_ERRORS]),
  );
}
