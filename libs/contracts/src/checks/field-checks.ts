import { isEmail, isISO31661Alpha2, isURL } from 'class-validator';
import type { ApiPropertyOptions } from '../api-property';
import { containsCardNumber } from '../india/card-numbers';
import { normalizePhone } from '../india/phone';
import { isVpa, VPA_PATTERN } from '../india/vpa';
import { SEAL_MARK } from '../encrypted';
import { isUnknownSandboxVpa, unknownSandboxVpa } from '../sandbox/addresses';
import { amountShapeProblem, MAX_AMOUNT_MINOR, type AmountShapeProblem } from '../money';
import { Constraint, type ProblemRow } from './constraint';

const invalid = (message: string, reason?: string): ProblemRow => ({ code: 'parameter_invalid', message, ...(reason && { reason }) });
const REQUIRED: ProblemRow = { code: 'parameter_missing', message: 'is required.', reason: 'required' };
const NOT_TEXT = invalid('must be a string.', 'invalid_type');

/** A card number where none belongs (docs/reference/security.md, Stored data). */
export const CARD_NUMBER = invalid('must not contain a card number.', 'card_number_not_allowed');

/** Postgres text cannot hold NUL, JSON with half a surrogate pair is not text at all, and our own mark is ours. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text) && !text.startsWith(SEAL_MARK);
}

/** Whether nothing of a text is to be seen: it has blanks and characters of no width alone, or none at all. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u.test(text);
}

/** The number of characters as people count them, not of UTF-16 units. */
export function lengthOf(text: string): number {
  return text.length <= 16 ? text.length : [...text].length;
}

/** Free text of at most `max` characters in which no card number hides. */
export function Text(max: number): PropertyDecorator {
  return Constraint(
    (value) => {
      if (typeof value !== 'string') return 'type';
      if (value.length > 2 * max || lengthOf(value) > max) return 'length';
      if (!isStorable(value)) return 'characters';
      return containsCardNumber(value) ? 'card' : undefined;
    },
    {
      type: NOT_TEXT,
      length: invalid(`must have at most ${max} characters.`, 'invalid_length'),
      characters: invalid(`must not contain NUL or half of a surrogate pair, nor begin with ${SEAL_MARK}`, 'invalid_characters'),
      card: CARD_NUMBER,
    },
    { type: String, maxLength: max },
  );
}

/** The same with something in it beside blanks. */
export function FilledText(max: number): PropertyDecorator {
  const isEmpty = (value: unknown): boolean => typeof value === 'string' && isBlank(value);
  const filled = Constraint(
    (value) => (isEmpty(value) ? 'empty' : undefined),
    { empty: invalid('must not be empty.', 'empty') },
    { minLength: 1 },
  );
  return (target, name) => [Text(max), filled].forEach((decorate) => decorate(target, name));
}

/** Latin letters, digits, blanks and the signs that Visa and Mastercard print; no `< > \\ ' " *`. */
const DESCRIPTOR = /^[A-Za-z0-9 .,\-&/+():#@!?_%$=;]*$/;
const DESCRIPTOR_LENGTH_MAX = 22;

/** What a statement shows: at most 22 characters that every card network prints, one of them a letter. */
export function StatementDescriptor(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (typeof value !== 'string') return 'type';
      if (value.length > DESCRIPTOR_LENGTH_MAX) return 'length';
      if (!DESCRIPTOR.test(value)) return 'characters';
      if (containsCardNumber(value)) return 'card';
      return /[A-Za-z]/.test(value) ? undefined : 'letter';
    },
    {
      type: NOT_TEXT,
      length: invalid(`must have at most ${DESCRIPTOR_LENGTH_MAX} characters.`, 'invalid_length'),
      characters: invalid(
        'may only have Latin letters, digits, blanks and . , - & / + ( ) : # @ ! ? _ % $ = ; because card networks print nothing else.',
        'invalid_characters',
      ),
      letter: invalid('must contain a Latin letter.', 'letter_missing'),
      card: CARD_NUMBER,
    },
    { type: String, maxLength: DESCRIPTOR_LENGTH_MAX },
  );
}

/** A country as a code of two letters in any case (ISO 3166-1). */
export function CountryCode(): PropertyDecorator {
  const isCountry = (value: unknown): boolean =>
    typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) && isISO31661Alpha2(value.toUpperCase());
  return Constraint(
    (value) => (isCountry(value) ? undefined : String(value).toUpperCase() === 'UK' ? 'kingdom' : 'form'),
    {
      kingdom: invalid('must be GB for the United Kingdom: UK is no code of ISO 3166-1.', 'country_unknown'),
      form: invalid('must be a country code of two letters (ISO 3166-1), such as IN.', 'country_unknown'),
    },
    { type: String, pattern: '^[A-Za-z]{2}$' },
  );
}

/** Text of one of these words. */
export function OneOf(words: readonly string[]): PropertyDecorator {
  return Constraint(
    (value) => (typeof value !== 'string' ? 'type' : words.includes(value) ? undefined : 'unknown'),
    { type: NOT_TEXT, unknown: invalid(`must be one of ${words.join(', ')}.`) },
    { enum: [...words] },
  );
}

/** A non-empty list of different words out of these. */
export function ListOf(words: readonly string[]): PropertyDecorator {
  return Constraint(
    (value) => {
      if (!Array.isArray(value)) return 'type';
      if (value.length === 0) return 'empty';
      if (new Set(value).size !== value.length) return 'repeated';
      return value.every((word) => words.includes(word as string)) ? undefined : 'unknown';
    },
    {
      type: invalid('must be an array of strings.', 'invalid_type'),
      empty: invalid('must contain at least one value.'),
      repeated: invalid('must not contain the same value twice.'),
      unknown: invalid(`may only contain ${words.join(', ')}.`),
    },
    { enum: [...words], isArray: true, minItems: 1, uniqueItems: true },
  );
}

/** Text of this form. @param problem what is wrong with anything else. */
export function Matching(pattern: RegExp, problem: ProblemRow): PropertyDecorator {
  const isGood = (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
  return Constraint((value) => (isGood(value) ? undefined : 'form'), { form: problem }, { type: String, pattern: pattern.source });
}

/** An id of this API: prefix, underscore, 24 base-62 characters. */
export function IdOf(prefix: string): PropertyDecorator {
  return Matching(new RegExp(`^${prefix}_[0-9A-Za-z]{24}$`), invalid(`must be an id that starts with ${prefix}_.`));
}

/** Must be there, whatever its other checks say. */
export function Required(): PropertyDecorator {
  return Constraint((value) => (value === undefined || value === null ? 'required' : undefined), {
    required: REQUIRED,
  });
}

/** The id of an object that has to exist. Whether it does is looked up: one that cannot exist is missing, not malformed. */
export function RequiredId(): PropertyDecorator {
  return Constraint(
    (value) => (value === undefined || value === null ? 'required' : typeof value === 'string' ? undefined : 'type'),
    { required: REQUIRED, type: NOT_TEXT },
    { type: String, maxLength: 64 },
  );
}

/** A JSON boolean. */
export function TrueOrFalse(): PropertyDecorator {
  return Constraint(
    (value) => (typeof value === 'boolean' ? undefined : 'type'),
    { type: invalid('must be true or false.', 'invalid_type') },
    { type: Boolean },
  );
}

/** An integer within inclusive bounds. @param message what is wrong otherwise, where the bounds alone say too little. */
export function IntegerWithin(first: number, last: number, message = `must be an integer from ${first} to ${last}.`): PropertyDecorator {
  return Constraint(
    (value) => (Number.isInteger(value) && (value as number) >= first && (value as number) <= last ? undefined : 'bounds'),
    { bounds: invalid(message) },
    { type: 'integer', minimum: first, maximum: last },
  );
}

/** A list of integers within inclusive bounds, each above the one before it; it may be empty. @param most how many at most. */
export function AscendingIntegers(first: number, last: number, most: number): PropertyDecorator {
  const isOne = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= first && (value as number) <= last;
  return Constraint(
    (value) => {
      if (!Array.isArray(value)) return 'type';
      if (value.length > most) return 'length';
      if (!value.every(isOne)) return 'bounds';
      return value.every((one, index) => index === 0 || one > (value[index - 1] as number)) ? undefined : 'order';
    },
    {
      type: invalid('must be an array of integers.', 'invalid_type'),
      length: invalid(`must contain at most ${most} values.`, 'invalid_length'),
      bounds: invalid(`may only contain integers from ${first} to ${last}.`),
      order: invalid('must be in ascending order, each value once.'),
    },
    { type: 'array', items: { type: 'integer', minimum: first, maximum: last }, maxItems: most },
  );
}

export const AMOUNT_PROBLEMS = {
  required: REQUIRED,
  amount_invalid: invalid('must not be negative.', 'amount_invalid'),
  amount_not_integer: invalid('must be a JSON integer in the smallest currency unit: no string, no fraction.', 'amount_not_integer'),
  amount_too_small: { code: 'amount_too_small', message: 'must be above zero.', reason: 'amount_too_small' },
  amount_too_large: { code: 'amount_too_large', message: `is above the maximum of ${MAX_AMOUNT_MINOR}.`, reason: 'amount_too_large' },
} satisfies Record<AmountShapeProblem, ProblemRow>;

export const AMOUNT_SCHEMA: ApiPropertyOptions = { type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT_MINOR };

/** The shape of an amount; its bounds depend on the currency and are judged beside it. */
export function AmountMinor(): PropertyDecorator {
  return Constraint(amountShapeProblem, AMOUNT_PROBLEMS, AMOUNT_SCHEMA);
}

/** An amount of either sign that is not zero, and at most that of a payment. */
export function SignedAmountMinor(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (value === 0) return 'zero';
      if (typeof value === 'number' && Math.abs(value) > MAX_AMOUNT_MINOR && Number.isInteger(value)) return 'amount_too_large';
      return amountShapeProblem(typeof value === 'number' ? Math.abs(value) : value);
    },
    { ...AMOUNT_PROBLEMS, zero: invalid('must not be zero.', 'amount_invalid') },
    { type: 'integer', format: 'int64', minimum: -MAX_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR },
  );
}

/** An ISO 4217 code in any case. Whether it is open is judged beside it. */
export function CurrencyCode(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (value === undefined || value === null) return 'required';
      if (typeof value !== 'string') return 'type';
      return /^[A-Za-z]{3}$/.test(value) ? undefined : 'form';
    },
    {
      required: REQUIRED,
      type: NOT_TEXT,
      form: { code: 'currency_not_supported', message: 'must be a three-letter ISO 4217 code.' },
    },
    { type: String, pattern: '^[A-Za-z]{3}$' },
  );
}

/** Whatever form a text has, a card number may hide in it. */
function formProblem(value: unknown, isGood: (value: unknown) => boolean): 'form' | 'card' | undefined {
  if (!isGood(value)) return 'form';
  return containsCardNumber(String(value)) ? 'card' : undefined;
}

/**
 * What nearly every address looks like: a subset of what the validator takes, at a tenth of its cost. Whatever does not
 * match is the validator's to judge.
 */
const USUAL_EMAIL = /^(?=[^@]{1,64}@)[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,24}$/i;
/** A label of a host name has at most 63 characters; a shorter address cannot break that. */
const USUAL_EMAIL_LENGTH_MAX = 63;

/** Whether the text is an e-mail address of at most 254 characters. */
export function isEmailAddress(text: string): boolean {
  if (text.length <= USUAL_EMAIL_LENGTH_MAX && USUAL_EMAIL.test(text)) return true;
  return text.length <= 254 && isEmail(text);
}

/** Visible ASCII without quotes. */
const OWN_EMAIL = /^[!#-~]+$/;

/** An e-mail address of at most 254 characters. */
export function Email(): PropertyDecorator {
  const problem = { code: 'email_invalid', message: 'must be an e-mail address of at most 254 characters.' } as const;
  const schema: ApiPropertyOptions = { type: String, maxLength: 254, format: 'email' };
  const isGood = (value: unknown): boolean => typeof value === 'string' && isEmailAddress(value);
  return Constraint((value) => formProblem(value, isGood), { form: problem, card: CARD_NUMBER }, schema);
}

/**
 * An e-mail address of a person who is to prove that it is theirs: of ASCII alone and without a quoted local part, so that what is mailed
 * is, but for capitals, what was typed. Other domains are written in Punycode (RFC 5891).
 */
export function OwnEmail(): PropertyDecorator {
  const message = 'must be an e-mail address of at most 254 ASCII characters, without quotes.';
  const schema: ApiPropertyOptions = { type: String, maxLength: 254, format: 'email', pattern: OWN_EMAIL.source };
  const isGood = (value: unknown): boolean => typeof value === 'string' && OWN_EMAIL.test(value) && isEmailAddress(value);
  return Constraint((value) => formProblem(value, isGood), { form: { code: 'email_invalid', message }, card: CARD_NUMBER }, schema);
}

/** A phone number that can be read as E.164 (india/phone.ts). */
export function Phone(): PropertyDecorator {
  const problem = { code: 'phone_invalid', message: 'must be a phone number in E.164, for example +919876543210.' } as const;
  const isGood = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= 32 && normalizePhone(value)?.isAcceptable === true;
  return Constraint((value) => (isGood(value) ? undefined : 'phone'), { phone: problem }, { type: String, maxLength: 32 });
}

const WEB_URL_SCHEMA: ApiPropertyOptions = { type: String, maxLength: 2048, format: 'uri', pattern: '^https?://' };

/** An http or https address of at most 2048 characters. */
export function WebUrl(): PropertyDecorator {
  const problem = { code: 'url_invalid', message: 'must be an http or https URL of at most 2048 characters.' } as const;
  const options = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
  const isGood = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= 2048 && isStorable(value) && /^https?:\/\//i.test(value) && isURL(value, options);
  return Constraint((value) => formProblem(value, isGood), { form: problem, card: CARD_NUMBER }, WEB_URL_SCHEMA);
}

/** A UPI address by its form; one under the handle of the sandbox is in its tables, so that a misspelt one pays nothing. */
export function Vpa(): PropertyDecorator {
  return Constraint(
    (value) => {
      const problem = formProblem(value, (text) => typeof text === 'string' && isVpa(text));
      return problem ?? (isUnknownSandboxVpa(String(value)) ? 'unknown' : undefined);
    },
    {
      form: invalid('must be a UPI address such as name@bank.', 'invalid_vpa'),
      card: CARD_NUMBER,
      unknown: { code: 'parameter_invalid', reason: 'vpa_not_in_sandbox', message: (value) => unknownSandboxVpa(String(value)) },
    },
    { type: String, maxLength: 255, pattern: VPA_PATTERN.source },
  );
}
