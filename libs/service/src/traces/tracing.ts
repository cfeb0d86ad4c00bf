import { createHash } from 'node:crypto';

/** One step of what becomes of an event, done, for the trace of that event. */
export interface EventSpan {
  /** Whose trace it belongs to. */
  eventId: string;
  /** Names the step among all of the event, the same in every process and after every crash. */
  step: string;
  /** The step that led to this one; the trace begins with a span that has none. */
  after?: string;
  /** One of few: what tells events apart stands in the attributes. */
  name: string;
  kind: 'producer' | 'consumer' | 'client';
  startedAtMs: number;
  endedAtMs: number;
  /** They leave the installation: ids and words of ours alone, no personal value, no secret, no address. */
  attributes: Readonly<Record<string, string | number | boolean>>;
  /** In one word, why it failed. */
  failure?: string | undefined;
}

/**
 * Where the steps of events are recorded. Without it nothing is recorded: the call is left out, and with it everything that would be put
 * together for it.
 */
export interface Tracing {
  /** Never waits and never throws; what is too much is dropped. */
  record(span: EventSpan): void;
}

/** The traces of one process. */
export interface Traces {
  /** What one service of the process tells. */
  of(service: string): Tracing;
  /** Sends what waits, for a second at most; the rest is lost. */
  stop(): Promise<void>;
}

/** The steps that more than one module names. */
export const PUBLISHED = 'published';
export const TAKEN_BY_WEBHOOKS = 'taken by webhooks';

const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

/**
 * The trace of an event, as 32 hexadecimal digits: the first of the SHA-256 of its id. Every process comes to the same,
 * days later too, and nothing has to be carried along (decision 26).
 */
export function traceIdOf(eventId: string): string {
  return digest(eventId).slice(0, TRACE_ID_DIGITS);
}

/** One step in the trace of an event, as 16 hexadecimal digits. The same step recorded twice is the same span twice. */
export function spanIdOf(eventId: string, step: string): string {
  return digest(`${eventId} ${step}`).slice(0, SPAN_ID_DIGITS);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
