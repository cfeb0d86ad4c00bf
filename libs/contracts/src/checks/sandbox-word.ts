import { Judged } from './judged';

/** The words of an outcome are statuses and reasons (spec/india.md 4). */
export const SANDBOX_WORD = /^[a-z][a-z_]{0,63}$/;

/** A word of the sandbox; whether the object knows it, the service decides. */
export function SandboxWord(): PropertyDecorator {
  return Judged((value) => (typeof value === 'string' && SANDBOX_WORD.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a word of the sandbox.' },
  });
}
