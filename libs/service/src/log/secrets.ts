import { CLIENT_SECRET_PREFIXES, isLuhnValid, isVerhoeffValid, maskCardNumbers } from '#contracts';

/** What every masked value is replaced with. */
export const MASK = '[redacted]';

/** Left alone as a whole: a UUID may by chance contain what looks like a card or an Aadhaar number. */
const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** Cards as people write them: 4-4-4-1 to 7, Amex 4-6-5, Diners 4-6-4. */
const GROUPED_CARD = String.raw`(?<!\d)(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)`;
/** Aadhaar as people write it, in fours. */
const GROUPED_AADHAAR = String.raw`(?<!\d)\d{4}[ -]\d{4}[ -]\d{4}(?!\d)`;
/** A PAN by itself or inside a GSTIN, in capitals, with the letter of a holder type (docs/reference/identity-documents.md, PAN). */
const PAN = /(?<![0-9A-Za-z])(?:\d{2})?[A-Z]{3}[ABCFGHLJPTK][A-Z][ -]?\d{4}[ -]?[A-Z](?:[0-9A-Z]Z[0-9A-Z])?(?![0-9A-Za-z])/g;
const PLAIN_DIGITS = String.raw`(?<!\d)\d{12,19}(?!\d)`;
const NUMBERS = new RegExp(`(?<uuid>${UUID})|${GROUPED_CARD}|(?<aadhaar>${GROUPED_AADHAAR})|${PLAIN_DIGITS}`, 'g');

/** What secrets of Hundi begin with, the characters of the rest, and the plain texts of which each of them holds one. */
const NAMED_SECRETS = {
  apiKey: [String.raw`(?:sk|rk|pk)_(?:test|live)_`, 'A-Za-z0-9_-', ['_test_', '_live_']],
  /** `whsec_` for HMAC, `whsk_` for ed25519: as Standard Webhooks has them. */
  webhookSecret: [String.raw`wh(?:sec|sk)_`, 'A-Za-z0-9+/=_-', ['whsec_', 'whsk_']],
  clientSecret: [String.raw`(?:${CLIENT_SECRET_PREFIXES.join('|')})_[0-9A-Za-z]{24}_secret_`, '0-9A-Za-z', ['_secret_']],
  /** Access token, refresh token, secret of an app. */
  oauth: [String.raw`(?:at|rt|ocs)_(?:test|live)_`, '0-9A-Za-z', ['_test_', '_live_']],
} as const satisfies Record<string, readonly [beginning: string, rest: string, parts: readonly string[]]>;
/** The first group stays, so that a reader sees which kind it was. */
const TO_MASK = Object.values(NAMED_SECRETS).map(([beginning, rest]) => new RegExp(String.raw`\b(${beginning})[${rest}]+`, 'g'));
const BEARER = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]+/gi;
/**
 * Where a password of a URL may stand, up to its sign at the end, and what stands before it: in two steps, because one pattern for both
 * would be tried from each letter to the end, and the texts of receivers are as long as they like.
 */
const UP_TO_AT = /[^@\s"]+@?/g;
const BEFORE_PASSWORD = /[a-z0-9+.-]:\/\/[^:/]*:/i;

/**
 * Masks whatever looks like a secret inside a text: API keys of ours, tokens and secrets of apps, webhook secrets, client secrets, bearer tokens, passwords in
 * URLs, card numbers, Aadhaar numbers, virtual ids and PANs. A key keeps its prefix, so that a reader still
 * sees which kind it was.
 */
export function maskSecrets(text: string): string {
  const named = maskNamed(text).replace(UP_TO_AT, withoutPassword).replace(BEARER, `$1${MASK}`).replace(PAN, MASK);
  return maskCardNumbers(named.replace(NUMBERS, maskNumber), MASK);
}

function withoutPassword(part: string): string {
  const before = part.endsWith('@') ? BEFORE_PASSWORD.exec(part) : null;
  return before === null ? part : `${part.slice(0, before.index + before[0].length)}${MASK}@`;
}

function maskNamed(text: string): string {
  return TO_MASK.reduce((masked, pattern) => masked.replace(pattern, `$1${MASK}`), text);
}

/** The secrets of Hundi that a text holds in clear, for tests that look where none may stand. */
export function findNamedSecrets(text: string): string[] {
  return TO_MASK.flatMap((pattern) => text.match(pattern) ?? []);
}

/** A secret of Hundi or most of one. What is shown of a key to recognize it by is shorter. */
const NAMED_SECRET = new RegExp(
  `(?:${Object.values(NAMED_SECRETS)
    .map(([beginning]) => beginning)
    .join('|')})[A-Za-z0-9+/=_-]{20}`,
);
/** The shortest of them, with what it begins with. */
const NAMED_SECRET_LENGTH_MIN = 25;
/** Most texts have none of them, and plain texts are found faster than a pattern. */
const NAMED_SECRET_PARTS = [...new Set(Object.values(NAMED_SECRETS).flatMap(([, , parts]) => parts))];

/** Whether a text holds a secret of Hundi in clear. */
export function holdsNamedSecret(text: string): boolean {
  if (text.length < NAMED_SECRET_LENGTH_MIN || !NAMED_SECRET_PARTS.some((part) => text.includes(part))) return false;
  return NAMED_SECRET.test(text);
}

/** Whether a bare number is a card's, an Aadhaar number or a virtual id: masked too when it arrives as a JSON number. */
export function isSecretNumber(digits: string): boolean {
  return isCardNumber(digits) || (/^[2-9]\d{11}(?:\d{4})?$/.test(digits) && isVerhoeffValid(digits));
}

function maskNumber(found: string, ...rest: unknown[]): string {
  const groups = rest.at(-1) as { uuid?: string; aadhaar?: string };
  if (groups.uuid !== undefined) return found;
  if (groups.aadhaar !== undefined) return MASK;
  return isSecretNumber(found.replace(/[ -]/g, '')) ? MASK : found;
}

/**
 * 13 to 19 digits with a right Luhn digit. No network issues numbers that begin with 0, and those with 1 (airline
 * cards) have 15 digits: without that rule one in ten instants in milliseconds would be masked.
 */
function isCardNumber(digits: string): boolean {
  return /^(?:[2-9]\d{12,18}|1\d{14})$/.test(digits) && isLuhnValid(digits);
}
