import type { FieldProblem } from '../errors';

/** How far ahead a payment may expire, in milliseconds: 45 days. */
export const EXPIRY_MAX_MS = 45 * 86_400_000;

/** One that expires later. */
export const EXPIRES_AT_TOO_LATE = {
  param: 'expires_at',
  code: 'parameter_invalid',
  message: 'must be at most 45 days ahead.',
} as const satisfies FieldProblem;

/** The one problem that a good body gets by itself as time goes by. */
export const EXPIRES_AT_PASSED = {
  param: 'expires_at',
  code: 'parameter_invalid',
  message: 'must be in the future.',
  reason: 'expires_at_passed',
} as const satisfies FieldProblem;
