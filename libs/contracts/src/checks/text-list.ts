import { Constraint } from './constraint';
import { containsCardNumber } from '../india/card-numbers';
import { CARD_NUMBER, isEmailAddress } from './field-checks';

/**
 * A list of different texts. What they mean is judged beside it.
 *
 * @param most entries, at most. @param lengthMax characters of one of them, at most.
 */
export function Texts(most: number, lengthMax: number): PropertyDecorator {
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length > 0 && one.length <= lengthMax;
  return Constraint(
    (value) => {
      if (!Array.isArray(value) || !value.every(isText)) return 'type';
      if (value.length > most) return 'length';
      if (value.some(containsCardNumber)) return 'card';
      return new Set(value).size === value.length ? undefined : 'repeated';
    },
    {
      card: CARD_NUMBER,
      type: { code: 'parameter_invalid', message: `must be an array of strings of 1 to ${lengthMax} characters.`, reason: 'invalid_type' },
      length: { code: 'parameter_invalid', message: `must have at most ${most} entries.`, reason: 'invalid_length' },
      repeated: { code: 'parameter_invalid', message: 'must not contain the same value twice.' },
    },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: lengthMax }, maxItems: most, uniqueItems: true },
  );
}

/** A list of different e-mail addresses. @param most at most. */
export function Emails(most: number): PropertyDecorator {
  return Constraint(
    (value) => {
      if (!Array.isArray(value)) return 'type';
      if (value.length > most) return 'length';
      if (!value.every((one) => typeof one === 'string' && isEmailAddress(one))) return 'form';
      if (value.some(containsCardNumber)) return 'card';
      return new Set(value.map((one: string) => one.toLowerCase())).size === value.length ? undefined : 'repeated';
    },
    {
      card: CARD_NUMBER,
      type: { code: 'parameter_invalid', message: 'must be an array of e-mail addresses.', reason: 'invalid_type' },
      length: { code: 'parameter_invalid', message: `must have at most ${most} entries.`, reason: 'invalid_length' },
      form: { code: 'email_invalid', message: 'must hold e-mail addresses of at most 254 characters alone.' },
      repeated: { code: 'parameter_invalid', message: 'must not contain the same value twice.' },
    },
    { type: 'array', items: { type: 'string', format: 'email', maxLength: 254 }, maxItems: most, uniqueItems: true },
  );
}
