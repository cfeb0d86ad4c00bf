import { Constraint } from '../checks/constraint';
import { IntegerWithin } from '../checks/field-checks';
import { INSTANT_SCHEMA, instantOf } from '../instants';

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** A time as the API shows it, Unix seconds. */
export function UnixSeconds(): PropertyDecorator {
  return IntegerWithin(0, LAST_SECOND);
}

/** One of these words or, as text too because a word is one, a time: Unix seconds or RFC 3339. */
export function TimeOrWord(...words: readonly string[]): PropertyDecorator {
  const isGood = (value: unknown): boolean => words.some((word) => word === value) || instantOf(value) !== undefined;
  return Constraint(
    (value) => (isGood(value) ? undefined : 'form'),
    { form: { code: 'parameter_invalid', message: `must be ${words.join(', ')} or Unix seconds.` } },
    { oneOf: [{ type: 'string', pattern: `^(${words.join('|')})$` }, ...INSTANT_SCHEMA.oneOf] },
  );
}

/** True or false, also as Razorpay takes it: 1 or 0. */
export function TrueOrOne(): PropertyDecorator {
  return Constraint((value) => (typeof value === 'boolean' || value === 0 || value === 1 ? undefined : 'type'), {
    type: { code: 'parameter_invalid', message: 'must be true or false.', reason: 'invalid_type' },
  });
}
