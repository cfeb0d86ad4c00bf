import { ALWAYS_SENSITIVE } from '#contracts';
import { MASK, isSecretNumber, maskSecrets } from './secrets';

/** Names of our own fields that must not be printed, and names that others give theirs. Compared in lower case without `_` and `-`. */
const OWN_FIELDS: ReadonlySet<string> = new Set(ALWAYS_SENSITIVE.map(plain));
const SECRET_FIELD =
  /^(?:authorization|proxyauthorization|cookie|setcookie|.*apikey|apikeypepper|.*pepper|card|cvv|cvc|cvn|securitycode|number|pan|.*cardnumber|.*documentnumber|aadhaar|vid|.*secret|.*password|passphrase|.*token|privatekey|body|rawbody)$/;

/** Cheap test whether a line can contain anything to mask; most lines cannot and are written untouched. */
const SUSPICIOUS =
  /\d{12}|\d{4}[ -]\d{4,6}[ -]|[A-Z]{5}[ -]?\d{4}|(?:sk|rk|pk|at|rt|ocs)_(?:test|live)_|wh(?:sec|sk)_|_secret_|(?:bearer|basic)\s|(?:authorization|cookie|key|pepper|card|cvv|cvc|cvn|code|number|pan|aadhaar|vid|secret|password|passphrase|token|body)"\s*:/i;
/** A URL with a user may have a password, up to the `@`: that is looked for apart, or each `://` would be followed to the end of the line. */
const USER_IN_URL = /:\/\/[^:/@\s"]*:/;
const NAMES_OWN_FIELD = new RegExp(`(?:${ALWAYS_SENSITIVE.map((name) => name.replace(/_/g, '[_-]?')).join('|')})"\\s*:`, 'i');

/**
 * The last filter before a log line leaves the process (docs/reference/guarantees.md, I13): values of secret fields and anything
 * that looks like a secret inside any string or number are replaced. It works on the finished line, so that message,
 * bindings, errors and nested objects all pass through it.
 *
 * @param line one JSON object and a line feed.
 */
export function redactLine(line: string): string {
  if (!isSuspicious(line)) return line;
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`;
  } catch {
    return maskSecrets(line);
  }
}

function isSuspicious(line: string): boolean {
  return SUSPICIOUS.test(line) || NAMES_OWN_FIELD.test(line) || (line.includes('@') && USER_IN_URL.test(line));
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (typeof value === 'number') return isSecretNumber(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map(redactValue);
  if (value === null || typeof value !== 'object') return value;
  const redacted: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    redacted[maskSecrets(name)] = isSecretField(name) && field !== null ? MASK : redactValue(field);
  }
  return redacted;
}

function isSecretField(name: string): boolean {
  const plainName = plain(name);
  return OWN_FIELDS.has(plainName) || SECRET_FIELD.test(plainName);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
