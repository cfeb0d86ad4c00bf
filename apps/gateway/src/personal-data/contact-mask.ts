import type { ShowValue } from '#personal-data';
import type { Caller } from '../auth/authenticator';

/** Who may look and do nothing sees no address and no number in full. */
const SEES_MASKED = 'viewer';
const CONTACT_FIELDS: ReadonlySet<string> = new Set(['email', 'phone']);
/** In a JSON text that stands as a text in another one, such as the body of a webhook that was sent. */
const EMBEDDED = /(\\"(email|phone)\\"\s*:\s*\\")([^"\\]+)(?=\\")/g;

/** How the caller is shown values: undefined for as they are. */
export function shownTo(caller: Pick<Caller, 'user'> | null): ShowValue | undefined {
  return caller?.user?.role === SEES_MASKED ? maskContact : undefined;
}

/** Masks a value of a contact field, also within an object that was sealed whole. */
export function maskContact(json: string, field: string): string {
  const value = JSON.parse(json) as unknown;
  return JSON.stringify(masked(value, field));
}

/** Masks what an answer quotes of other texts: those hold values and no tokens. */
export function maskEmbedded(text: string): string {
  return text.replaceAll(EMBEDDED, (_found, before: string, field: string, value: string) => `${before}${maskedContact(value, field)}`);
}

function masked(value: unknown, field: string): unknown {
  if (typeof value === 'string') return CONTACT_FIELDS.has(field) ? maskedContact(value, field) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => masked(one, field));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one, name)]));
}

/** `a***@example.com`, `+********3210`. */
function maskedContact(value: string, field: string): string {
  return field === 'email' ? value.replace(/^(.).*(?=@)/, '$1***') : value.replaceAll(/\d(?=(?:\D*\d){4})/g, '*');
}
