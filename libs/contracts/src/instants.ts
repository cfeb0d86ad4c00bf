import { Constraint } from './checks/constraint';

/** RFC 3339 with a zone. A `+` that was not percent-encoded in a query arrives as a space. */
const RFC_3339 = /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)([Zz]|[+ -]\d\d:\d\d)$/;
const UNIX_SECONDS = /^\d{1,11}$/;

/** An instant of a request body or query, as the OpenAPI document says it. */
export const INSTANT_SCHEMA = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: 99_999_999_999 },
    { type: 'string', format: 'date-time' },
  ] as object[],
};

/** Unix seconds or RFC 3339 as text → milliseconds since the epoch, or undefined. */
export function parseInstant(text: string): number | undefined {
  if (UNIX_SECONDS.test(text)) return Number(text) * 1000;
  const [, date, time, zone] = RFC_3339.exec(text) ?? [];
  if (date === undefined || time === undefined || zone === undefined) return undefined;
  const atMs = Date.parse(`${date}T${time}${zone.toUpperCase().replace(' ', '+')}`);
  return Number.isNaN(atMs) || !isRealDate(date) ? undefined : Math.max(0, atMs);
}

/** An instant of a JSON body, Unix seconds as a number or text, or RFC 3339; milliseconds since the epoch, or undefined. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return parseInstant(String(value));
}

/** A property that holds an instant, Unix seconds or RFC 3339. Whether it has to be there is said beside it. */
export function Instant(): PropertyDecorator {
  return Constraint(
    (value) => (value == null || instantOf(value) !== undefined ? undefined : 'form'),
    {
      form: { code: 'parameter_invalid', reason: 'time_invalid', message: 'must be Unix seconds or an RFC 3339 time.' },
    },
    INSTANT_SCHEMA,
  );
}

/** `Date` takes 31 February for 3 March. */
function isRealDate(date: string): boolean {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date);
}

/**
 * Whole seconds of milliseconds, as the API shows them: of a time since the epoch or of a duration; null stays null.
 *
 * @param timeMs a number, or the text of one: so Postgres answers a bigint.
 */
export function toSeconds<TTime extends number | string | null>(timeMs: TTime): number | Extract<TTime, null> {
  return timeMs === null ? (timeMs as Extract<TTime, null>) : Math.floor(Number(timeMs) / 1000);
}
