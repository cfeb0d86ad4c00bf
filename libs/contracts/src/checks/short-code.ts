import { Constraint } from './constraint';

/** The form of one-time passwords. */
export const OTP = /^[0-9]{4,8}$/;
/** The form of the code that opens an offline document. */
export const SHARE_CODE = /^[0-9A-Za-z]{4}$/;

/** A short secret of this form. No error repeats it. */
export function ShortCode(pattern: RegExp, message: string): PropertyDecorator {
  return Constraint(
    (value) => (typeof value !== 'string' ? 'type' : pattern.test(value) ? undefined : 'form'),
    {
      type: { code: 'parameter_invalid', reason: 'invalid_type', message: 'must be a string.' },
      form: { code: 'parameter_invalid', reason: 'invalid_format', message },
    },
    { type: String, pattern: pattern.source },
  );
}
