import type { FieldProblem } from '../errors';

/** The one problem that a good body gets by itself as time goes by. */
export const EXPIRES_AT_PASSED = {
  param: 'expires_at',
  code: 'parameter_invalid',
  message: 'must be in the future.',
  reason: 'expires_at_passed',
} as const satisfies FieldProblem;
