import { ERRORS, ID_PREFIX, isEmailAddress, normalizePhone } from '#contracts';
import { LOGGED_OPERATIONS } from '../request-logs/logged-operations';

/** The form that every value of a filter has: another value is a mistake, and would find nothing without a word. */
interface TextForm {
  /** Characters. */
  max: number;
  matches(value: string): boolean;
  /** As the reference shows it, of a form that a pattern says. */
  pattern?: string;
  /** A sentence for a value of another form, behind the name of the parameter. */
  message: string;
}

const PREFIXES: ReadonlySet<string> = new Set(Object.values(ID_PREFIX));
const ID = /^([a-z]+)_[0-9A-Za-z]{24}$/;
const ACTOR = /^(?:(?:key|app|usr)_[0-9A-Za-z]{24}|operator:.+)$/;
const ACTION = /^(?:[a-z_]+(?:\.[a-z_]+)+|(?:GET|POST|PATCH|PUT|DELETE) \/\S*)$/;
const HTTP_STATUS = /^[1-5][0-9]{2}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** By the name that a list gives as `form` of a filter. */
export const TEXT_FORMS = {
  id: { max: 64, matches: (value) => PREFIXES.has(ID.exec(value)?.[1] ?? ''), message: 'must be an id of an object.' },
  email: { max: 254, matches: isEmailAddress, message: 'must be an e-mail address.' },
  phone: {
    max: 32,
    matches: (value) => toPhone(value) !== undefined,
    message: 'must be a phone number; with its country code outside India.',
  },
  uuid: { max: 36, matches: (value) => UUID.test(value), message: 'must be a correlation_id of an event.' },
  invoiceNumber: {
    max: 16,
    matches: (value) => /^[0-9A-Za-z/-]+$/.test(value),
    message: 'must be the number of an invoice: letters, digits, / and -.',
  },
  actor: {
    max: 100,
    matches: (value) => ACTOR.test(value),
    message: 'must be the id of an API key, an app or a user, or operator:<name>.',
  },
  action: {
    max: 100,
    matches: (value) => ACTION.test(value),
    message: 'must be an action, such as payments.capture, or for what was refused a method and a route, such as GET /v1/payments.',
  },
  path: { max: 200, matches: (value) => value.startsWith('/'), message: 'must be a path, such as /v1/payments.' },
  httpStatus: {
    max: 3,
    pattern: HTTP_STATUS.source,
    matches: (value) => HTTP_STATUS.test(value),
    message: 'must be an HTTP status, 100 to 599.',
  },
  operation: { max: 100, matches: (value) => LOGGED_OPERATIONS.has(value), message: 'must be an operationId of the OpenAPI document.' },
  errorCode: { max: 100, matches: (value) => Object.hasOwn(ERRORS, value), message: 'must be a code of /docs/errors.' },
} as const satisfies Readonly<Record<string, TextForm>>;

/** The form of this name. */
export function textForm(name: keyof typeof TEXT_FORMS): TextForm {
  return TEXT_FORMS[name];
}

/** A `+` that was not percent-encoded arrives as a blank, and a number is written in many ways. @returns E.164. */
export function toPhone(value: string): string | undefined {
  const phone = normalizePhone(value.replace(/^ (?=\d)/, '+'));
  return phone?.isAcceptable ? phone.e164 : undefined;
}
