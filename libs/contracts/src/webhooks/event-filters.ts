import { problemMessage, type ProblemRow } from '../checks/constraint';
import { findNearest } from '../nearest-name';
import { ANNOUNCED_EVENT_TYPES, EVENT_TYPES } from './event-catalog';

/** Filters of one endpoint (docs/reference/webhooks.md, Event types and filters). */
export const EVENT_FILTERS_MAX = 64;
/** Characters of an event type; a filter has two more at most, for `.*`. */
const EVENT_TYPE_LENGTH_MAX = 64;

const TYPE = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){1,3}$/;
const PATTERN = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){0,2}\.\*$/;
const EVERY = '*';

const KNOWN: readonly string[] = [...EVENT_TYPES, ...ANNOUNCED_EVENT_TYPES];

/** Every filter that is accepted: `*`, each name, and each pattern that matches one; for documents and pickers. */
export const EVENT_FILTERS: readonly string[] = [EVERY, ...new Set(KNOWN.flatMap((type) => [...patternsOf(type), type]))];

const ACCEPTED: ReadonlySet<string> = new Set(EVENT_FILTERS);

/** `kyc.*` and `kyc.verification.*` of `kyc.verification.verified`. */
function patternsOf(type: string): string[] {
  const words = type.split('.');
  return words.slice(1).map((_, count) => `${words.slice(0, count + 1).join('.')}.*`);
}

/** What is wrong with one filter, or undefined: its form, or that the catalog has nothing it could match. */
export function checkEventFilter(filter: unknown): 'form' | 'unknown' | undefined {
  if (typeof filter !== 'string') return 'form';
  if (ACCEPTED.has(filter)) return undefined;
  const isPattern = filter.endsWith('.*');
  if (filter.length > EVENT_TYPE_LENGTH_MAX + 2 || !(isPattern ? PATTERN : TYPE).test(filter)) return 'form';
  return 'unknown';
}

/** Which entry it is, where there are several: by its place, because input is not repeated in errors. */
function placeOf(problem: 'form' | 'unknown', filters: unknown): string {
  if (!Array.isArray(filters) || filters.length < 2) return '';
  return ` (entry ${filters.findIndex((filter) => checkEventFilter(filter) === problem) + 1})`;
}

/** No event type holds a digit: a name without any may be repeated, and is no number that has to stay secret. */
const REPEATABLE = /^[a-z_.*]+$/;

function unknownMessage(filters: unknown): string {
  const unknown: unknown = Array.isArray(filters) ? filters.find((filter) => checkEventFilter(filter) === 'unknown') : undefined;
  if (typeof unknown !== 'string' || !REPEATABLE.test(unknown)) {
    return `names an event type that does not exist, or a pattern that matches none${placeOf('unknown', filters)}`;
  }
  const near = nearestFilter(unknown);
  const instead = near === undefined ? '' : `; the nearest is ${near}`;
  return `contains ${unknown}, which ${unknown.endsWith('*') ? 'matches no' : 'is not an'} event type${instead}`;
}

function nearestFilter(unknown: string): string | undefined {
  // A dot begins a member in names of fields.
  const [plain, ...known] = [unknown, ...EVENT_FILTERS].map((filter) => filter.replaceAll('.', '_'));
  const [near] = findNearest(plain!, known);
  return near === undefined ? undefined : EVENT_FILTERS[known.indexOf(near)];
}

/** The problems of a list of filters, by name: for `Judged` on a DTO and for query parameters. */
export const EVENT_FILTER_PROBLEMS = {
  type: { code: 'parameter_invalid', reason: 'invalid_type', message: 'must be a list of event types, such as ["payment.*"].' },
  count: { code: 'parameter_invalid', reason: 'invalid_length', message: `must have 1 to ${EVENT_FILTERS_MAX} entries.` },
  form: {
    code: 'parameter_invalid',
    reason: 'invalid_format',
    message: (filters) =>
      `may hold exact names such as "payment.captured", patterns such as "payment.*", and "*"${placeOf('form', filters)}.`,
  },
  unknown: {
    code: 'parameter_invalid',
    reason: 'event_type_unknown',
    message: (filters) => `${unknownMessage(filters)}: see GET /v1/event_types.`,
  },
} as const satisfies Record<string, ProblemRow>;

export type EventFilterProblem = keyof typeof EVENT_FILTER_PROBLEMS;

/** A problem of these filters as a caller reads it, behind the name of the parameter. */
export function eventFilterMessage(problem: EventFilterProblem, filters: unknown): string {
  return problemMessage(EVENT_FILTER_PROBLEMS[problem], filters);
}

/** What is wrong with the filters of an endpoint, or undefined. Anything may come in. */
export function validateEventFilters(filters: unknown): EventFilterProblem | undefined {
  if (!Array.isArray(filters)) return 'type';
  if (filters.length === 0 || filters.length > EVENT_FILTERS_MAX) return 'count';
  for (const filter of filters) {
    const problem = checkEventFilter(filter);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
