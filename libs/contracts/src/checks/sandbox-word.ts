import { Matching } from './field-checks';

/** The words of an outcome are statuses and reasons (docs/reference/testing.md). */
export const SANDBOX_WORD = /^[a-z][a-z_]{0,63}$/;

/** A word of the sandbox; whether the object knows it, the service decides. */
export function SandboxWord(): PropertyDecorator {
  return Matching(SANDBOX_WORD, { code: 'parameter_invalid', message: 'must be a word of the sandbox.' });
}
