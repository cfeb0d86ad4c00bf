import type { FieldProblem } from '../errors';

/** A customer who has no name, email, phone and reference_id, whether created so or changed so. */
export const UNRECOGNIZABLE = {
  param: 'name',
  code: 'parameter_missing',
  message: 'A customer needs at least one of name, email, phone and reference_id.',
  reason: 'customer_unrecognizable',
} as const satisfies FieldProblem;
