import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { BANK_CODES, SANDBOX_BANK_CODES, sandboxCardNumbers } from '#contracts';

type Schema = Record<string, unknown>;

const ABSENT = { type: 'null' };
/** A field that is there with a value. */
const given = (name: string, schema: Schema = { not: ABSENT }): Schema => ({ required: [name], properties: { [name]: schema } });
/** Fields that are not there, or null, which is the same. */
const without = (...names: string[]): Schema => ({ properties: Object.fromEntries(names.map((name) => [name, ABSENT])) });
const nullOr = (schema: Schema): Schema => ({ anyOf: [schema, ABSENT] });

/** What the checks of `libs/contracts` take, as a pattern that a reader can check beforehand. */
export const EMAIL_PATTERN =
  '^[A-Za-z0-9_%+-]{1,16}(?:\\.[A-Za-z0-9_%+-]{1,15}){0,3}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?\\.){1,4}[A-Za-z]{2,24}$';
/** http and https, with a host name. */
export const URL_PATTERN =
  '^https?://(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?\\.){1,4}[A-Za-z]{2,24}(?::[1-9][0-9]{1,3})?(?:/[A-Za-z0-9._~%/-]{0,800})?(?:\\?[A-Za-z0-9._~%&=+/-]{0,800})?$';
/** E.164, of a country that exists; or ten digits of India. */
export const PHONE_PATTERN = phonePattern();

/** UPI: collect asks a named payer, so it needs the address (docs/reference/indian-payments.md, UPI flows). */
export const UPI_RULES: Schema[] = [{ properties: { flow: { enum: ['intent', 'qr', null] } } }, given('vpa', { type: 'string' })];

/** Card: a number with its expiry and CVV; or a token or a saved card, alone. */
export const CARD_RULES: Schema[] = [
  { allOf: [given('number'), given('expiry_month'), given('expiry_year'), given('cvv')] },
  without('number', 'expiry_month', 'expiry_year', 'cvv'),
];

/** Fields of a card whose values only our tables know. */
export const CARD_FIELDS: Record<string, Schema> = {
  number: nullOr({
    type: 'string',
    writeOnly: true,
    description: 'Test mode only, and only numbers of the sandbox. Never stored.',
    enum: sandboxCardNumbers(),
  }),
};
/** A customer needs at least one of these. */
export const CUSTOMER_RULES: Schema[] = ['name', 'email', 'phone', 'reference_id'].map((name) =>
  given(name, { type: 'string', pattern: '\\S' }),
);
/** An address that is sent as one in India has a PIN code; blanks, which are taken out, are left out here. */
export const ADDRESS_RULES: Schema[] = [
  { properties: { country: { not: { type: 'string', pattern: '^[Ii][Nn]$' } } } },
  { properties: { postal_code: { pattern: '^(?:[1-9][0-9]{5})?$' } } },
];
/** A saved instrument belongs to a customer. */
export const SAVING_RULES: Schema[] = [
  given('customer_id', { type: 'string' }),
  { properties: { save_payment_method: { enum: [false, null] } } },
];
/** Only what is captured by hand has a window for it. */
export const CAPTURE_WINDOW_RULES: Schema[] = [given('capture_method', { const: 'manual' }), without('capture_window_seconds')];
/** One of the two is saved. */
export const SAVED_INSTRUMENT_RULES: Schema[] = [
  { allOf: [given('card', { type: 'object', ...given('number', { type: 'string' }) }), without('upi')] },
  { allOf: [given('upi', { type: 'object', ...given('vpa', { type: 'string' }) }), without('card')] },
];
/** Fields of netbanking whose values only our tables know. */
export const NETBANKING_FIELDS: Record<string, Schema> = {
  bank: { enum: [...BANK_CODES, ...SANDBOX_BANK_CODES, null], description: 'Four-letter code, with _R or _C where a bank has two.' },
};

/** E.164: an Indian mobile number, whose +91 may be left out, or any number of a country that exists. */
function phonePattern(): string {
  const codes = [...new Set(getCountries().map((country) => String(getCountryCallingCode(country))))].filter((code) => code !== '91');
  return `^(?:(?:\\+91)?[6-9][0-9]{9}|\\+(?:${codes.sort().join('|')})[1-9][0-9]{7,9})$`;
}
