import type { FastifyRequest } from 'fastify';
import { auditedObject } from '../accounts/audit-log/entry-of-command';
import { actorOf } from '../auth/actor-of-caller';
import { containsCardNumber, containsDocumentNumber, REQUEST_LOG_DAYS_DEFAULT, SEAL_MARK } from '#contracts';
import { holdsNamedSecret } from '#service';
import type { CapturedRequest } from './captured-request';
import type { LoggedRoute } from './logged-route';
import { ERROR_SHAPE, shapesOf, type RouteShapes } from './shown-fields/bodies';
import type { Shape } from './shown-fields/shape';
import { HIDDEN_VALUE, ShownBody } from './shown-fields/shown-body';

/** A request as a row of the table. */
export interface LogRecord {
  accountId: string;
  livemode: boolean;
  /** `req_…`. */
  id: string;
  /** Milliseconds since the epoch. */
  atMs: number;
  /** The last day on which it is kept, in UTC: `2026-11-26`. */
  endsOn: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  actorId: string;
  /** Keyed digest of the client address. */
  address: string;
  apiVersion: string | null;
  idempotencyKey: string | null;
  resource: { type: string; id: string } | null;
  /** JSON texts. Personal values are tokens in them. */
  requestHeaders: string;
  query: string;
  requestBody: string | null;
  responseHeaders: string;
  responseBody: string | null;
  isTruncated: boolean;
}

/** Headers that say how a request was meant. None of them can hold a key. */
const REQUEST_HEADERS = ['accept', 'content-type', 'content-length', 'prefer', 'user-agent'] as const;
/** Headers that belong to an answer. */
const RESPONSE_HEADERS = [
  'content-type',
  'event-position',
  'idempotent-replayed',
  'location',
  'preference-applied',
  'ratelimit-reason',
  'retry-after',
] as const;
const HEADER_LENGTH_MAX = 300;
const DAY_MS = 86_400_000;

/** What may be kept of a request. @param address its client address as a digest. */
export function logRecordOf({ request, reply, caller, ...ended }: CapturedRequest, address: string): LogRecord {
  const route = request.routeOptions.config.logged;
  const answer = parsed(ended.answer);
  const errorCode = ended.status >= 400 ? codeOf(answer) : null;
  const bodies = bodiesOf(request, route, { answer, errorCode, status: ended.status });
  return {
    ...{ accountId: caller.accountId, livemode: caller.livemode, id: request.id, atMs: ended.atMs },
    endsOn: dayOf(ended.atMs + (caller.rules.requestLogDays ?? REQUEST_LOG_DAYS_DEFAULT) * DAY_MS),
    ...{ method: request.method, path: pathOf(request), operation: route?.operation ?? null, status: ended.status, errorCode },
    ...{
      durationMs: Math.round(ended.durationMs),
      actorId: actorOf(caller).id,
      address,
      apiVersion: textOf(reply.getHeader('api-version')),
    },
    ...{ idempotencyKey: request.usedKey, resource: objectOf(answer, request) },
    requestHeaders: JSON.stringify(shownHeaders(request)),
    query: queryOf(request, route),
    responseHeaders: JSON.stringify(pick(RESPONSE_HEADERS, (name) => reply.getHeader(name))),
    ...bodies,
  };
}

interface Answer {
  answer: unknown;
  errorCode: string | null;
  status: number;
}

function bodiesOf(
  request: FastifyRequest,
  route: LoggedRoute | undefined,
  { answer, errorCode, status }: Answer,
): Pick<LogRecord, 'requestBody' | 'responseBody' | 'isTruncated'> {
  const shapes = route === undefined ? null : shapesOf(route);
  const asked = new ShownBody({ sealed: request.sealedValues ?? [], unchecked: uncheckedIn(route, status) });
  const answered = new ShownBody({ sealed: null, unchecked: null });
  const requestBody = textIn(asked, request.body, shapes?.request);
  // Its hint names the address of the client, which is kept as a digest alone.
  const responseBody = errorCode === 'ip_not_allowed' ? null : textIn(answered, answer, answerShape(shapes, answer, status));
  return { requestBody, responseBody, isTruncated: asked.isTruncated || answered.isTruncated };
}

function uncheckedIn(route: LoggedRoute | undefined, status: number): 'texts' | 'documents' | null {
  if (status < 400) return null;
  return route?.asksForDocuments === true ? 'documents' : 'texts';
}

function textIn(shown: ShownBody, body: unknown, shape: Shape | null | undefined): string | null {
  return shape ? shown.textOf(body, shape) : null;
}

function answerShape(shapes: RouteShapes | null, answer: unknown, status: number): Shape | null {
  if (status >= 400) return ERROR_SHAPE;
  if (shapes === null) return null;
  return isDryRun(answer) ? shapes.dryRun : shapes.answer;
}

/** The day of a moment, in UTC. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** A page of people, or what a proxy would have put in its place, is no JSON. */
function parsed(text: string | null): unknown {
  if (text === null || !text.startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeOf(answer: unknown): string | null {
  return textOf((answer as { error?: { code?: unknown } } | null)?.error?.code);
}

function isDryRun(answer: unknown): boolean {
  return (answer as { object?: unknown } | null)?.object === 'dry_run';
}

/** What was made or shown, or else what the path names. */
function objectOf(answer: unknown, request: FastifyRequest): LogRecord['resource'] {
  const shown = textOf((answer as { id?: unknown } | null)?.id);
  const { id } = request.params as { id?: string };
  return [shown, id].map((one) => (one != null && ID.test(one) ? auditedObject(one) : null)).find((one) => one !== null) ?? null;
}

const ID = /^[a-z]{2,10}_[0-9A-Za-z]{24}$/;

/** The path with the ids that it names. What a caller put in the place of one stays out. */
function pathOf(request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  const pattern = request.routeOptions.url ?? '';
  return pattern.replaceAll(/:(\w+)/g, (_all, name: string) => (ID.test(params[name] ?? '') ? (params[name] ?? '') : `{${name}}`));
}

function shownHeaders({ headers }: FastifyRequest): Record<string, string> {
  return pick(REQUEST_HEADERS, (name) => headers[name]);
}

function pick(names: readonly string[], valueOf: (name: string) => unknown): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of names) {
    const value = valueOf(name);
    if (typeof value === 'string' || typeof value === 'number') shown[name] = checked(String(value).slice(0, HEADER_LENGTH_MAX));
  }
  return shown;
}

/** Nothing was checked of what stands here: a secret, or a number of a card or document, must not be kept, wherever it was put. */
function checked(text: string): string {
  const isSecret = text.startsWith(SEAL_MARK) || holdsNamedSecret(text) || containsCardNumber(text) || containsDocumentNumber(text);
  return isSecret ? HIDDEN_VALUE : text;
}

function queryOf({ url, query }: FastifyRequest, route: LoggedRoute | undefined): string {
  if (!url.includes('?') || route === undefined) return '{}';
  const isShown = (name: string): boolean => route.query.some((one) => (one.endsWith('[') ? name.startsWith(one) : name === one));
  const names = Object.keys(query as object).filter((name) => isShown(name) && checked(name) === name);
  return JSON.stringify(pick(names, (name) => [(query as Record<string, unknown>)[name]].flat().join()));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
