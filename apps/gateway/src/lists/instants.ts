import { parseInstant, toSeconds } from '#contracts';
import type { AsOf, InstantRange } from '#contracts';
import type { QueryReader } from './query-reader';

const UNIX_SECONDS = /^\d{1,11}$/;

/**
 * An instant of a query parameter, Unix seconds or RFC 3339, in milliseconds since the epoch; null when absent or wrong.
 *
 * @param alias another name of the parameter.
 */
export function readInstant(reader: QueryReader, name: string, alias?: string): number | null {
  const text = reader.one(name, alias);
  if (text === null) return null;
  const atMs = parseInstant(text);
  if (atMs === undefined) reader.refuse(name, 'parameter_invalid', 'must be Unix seconds or an RFC 3339 time.', 'time_invalid');
  return atMs ?? null;
}

/** Numbers from here on are Unix seconds (September 2001); no object has had so many events. */
const SECONDS_FROM = 1_000_000_000;

/**
 * The moment that `as_of` names: Unix seconds, RFC 3339, or the sequence of an event. A second means all of it: what shows
 * `created_at` t exists as of t.
 */
export function readAsOf(reader: QueryReader): AsOf | null {
  const text = reader.one('as_of');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return { sequence: Number(text) };
  const atMs = parseInstant(text);
  if (atMs === undefined || (UNIX_SECONDS.test(text) && atMs < SECONDS_FROM * 1000)) {
    reader.refuse('as_of', 'parameter_invalid', 'must be Unix seconds, an RFC 3339 time or the sequence of an event.', 'time_invalid');
    return null;
  }
  return { atMs: atMs % 1000 === 0 ? atMs + 999 : atMs };
}

/** Instants in ms that bound a time shown in whole seconds, null when not given. */
interface Bounds {
  gt?: number | null;
  gte?: number | null;
  lt?: number | null;
  lte?: number | null;
}

/** The range of exact times whose whole second is within the bounds: from inclusive, below exclusive. */
export function secondsRange({ gt, gte, lt, lte }: Bounds): InstantRange {
  const from = [gt == null ? null : secondAfter(gt), gte == null ? null : secondFrom(gte)].filter((bound) => bound !== null);
  const below = [lt == null ? null : secondFrom(lt), lte == null ? null : secondAfter(lte)].filter((bound) => bound !== null);
  return {
    fromMs: from.length === 0 ? null : Math.max(...from),
    belowMs: below.length === 0 ? null : Math.min(...below),
  };
}

/** The first whole second that is not before the instant. */
function secondFrom(atMs: number): number {
  return Math.ceil(atMs / 1000) * 1000;
}

/** The first whole second after the instant. */
function secondAfter(atMs: number): number {
  return (toSeconds(atMs) + 1) * 1000;
}
