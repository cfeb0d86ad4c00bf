import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../auth/actor-of-caller';
import type { Caller } from '../auth/authenticator';
import {
  containsCardNumber,
  containsDocumentNumber,
  REQUEST_LOG_DAYS_DEFAULT,
  SEAL_MARK,
  type LoggedRequest,
  type LoggedResponse,
} from '#contracts';
import { holdsNamedSecret } from '#service';
import { ID } from '../accounts/audit-log/entry-of-command';
import { namesObject, shownAnswer, shownRequest, type ShownAnswer } from './shown-fields/request-bodies';
import { HIDDEN_VALUE } from './shown-fields/shown-body';

/** A request that has ended, and whose it is. */
export interface EndedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  /** When it began, in milliseconds since the epoch. */
  atMs: number;
  durationMs: number;
  /** Keyed digest of the client address. */
  address: string;
}

/** A request as it is kept: what it is found by, and the rest of it in `details`. */
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
  /** The object that it is about. */
  resourceId: string | null;
  /** JSON text of `RequestDetails`. */
  details: string;
}

/** What is shown of a request and not searched. Personal values are tokens in it. */
export interface RequestDetails {
  /** Keyed digest of the client address. */
  address: string;
  api_version: string | null;
  idempotency_key: string | null;
  request: LoggedRequest;
  response: LoggedResponse;
  truncated: boolean;
}

/** Headers that say how a request was meant. None of them can hold a key. */
const REQUEST_HEADERS = ['accept', 'content-type', 'content-length', 'prefer', 'user-agent'] as const;
/** Headers that belong to an answer: all that is in them is ours. */
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

/** What may be kept of a request. */
export function logRecordOf(ended: EndedRequest): LogRecord {
  const { request, reply, caller, atMs, durationMs } = ended;
  const answer = shownAnswer(request, reply.statusCode);
  return {
    accountId: caller.accountId,
    livemode: caller.livemode,
    id: request.id,
    atMs,
    endsOn: dayOf(atMs + (caller.rules.requestLogDays ?? REQUEST_LOG_DAYS_DEFAULT) * DAY_MS),
    method: request.method,
    path: pathOf(request),
    operation: request.routeOptions.config.logged?.operation ?? null,
    status: reply.statusCode,
    errorCode: answer.errorCode,
    durationMs: Math.round(durationMs),
    actorId: actorOf(caller).id,
    resourceId: answer.id ?? idInPath(request),
    details: detailsOf(ended, answer),
  };
}

/** Put together by hand: most of it is JSON already. */
function detailsOf({ request, reply, address }: EndedRequest, answer: ShownAnswer): string {
  const asked = shownRequest(request, reply.statusCode);
  const apiVersion = JSON.stringify(textOf(reply.getHeader('api-version')));
  const named = `"address":"${address}","api_version":${apiVersion},"idempotency_key":${JSON.stringify(request.usedKey)}`;
  const responseHeaders = JSON.stringify(pick(RESPONSE_HEADERS, (name) => reply.getHeader(name)));
  const requestText = `{"headers":${headersOf(request)},"query":${queryOf(request)},"body":${asked.body}}`;
  const responseText = `{"headers":${responseHeaders},"body":${answer.body}}`;
  return `{${named},"truncated":${asked.isTruncated || answer.isTruncated},"request":${requestText},"response":${responseText}}`;
}

let lastDay = { number: 0, text: '1970-01-01' };

/** The day of a moment, in UTC. */
export function dayOf(atMs: number): string {
  const number = Math.floor(atMs / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: new Date(atMs).toISOString().slice(0, 10) };
  return lastDay.text;
}

function idInPath({ params }: FastifyRequest): string | null {
  const { id } = params as { id?: string };
  return id !== undefined && namesObject(id) ? id : null;
}

/** The path with the ids that it names. What a caller put in the place of one stays out. */
function pathOf(request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  const pattern = request.routeOptions.url ?? '';
  if (!pattern.includes(':')) return pattern;
  return pattern.replaceAll(/:(\w+)/g, (_all, name: string) => (ID.test(params[name] ?? '') ? (params[name] ?? '') : `{${name}}`));
}

/** Texts that were made of headers that a caller sends again and again, and in which nothing is hidden. */
const usualHeaders = new Map<string, string>();
const USUAL_HEADERS_MAX = 1_000;

function headersOf({ headers }: FastifyRequest): string {
  const sent = REQUEST_HEADERS.map((name) => headers[name] ?? '').join('\n');
  const known = usualHeaders.get(sent);
  if (known !== undefined) return known;
  const text = JSON.stringify(pick(REQUEST_HEADERS, (name) => headers[name], checked));
  if (usualHeaders.size >= USUAL_HEADERS_MAX) usualHeaders.clear();
  if (!text.includes(HIDDEN_VALUE) && sent.length <= HEADER_LENGTH_MAX) usualHeaders.set(sent, text);
  return text;
}

function pick(
  names: readonly string[],
  valueOf: (name: string) => unknown,
  shownOf = (text: string): string => text,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of names) {
    const value = valueOf(name);
    // Looked at as a whole: of a number that is cut in its middle nearly all would stand here.
    if (typeof value === 'string' || typeof value === 'number') shown[name] = shownOf(String(value)).slice(0, HEADER_LENGTH_MAX);
  }
  return shown;
}

/** Nothing was checked of what stands here: a secret, or a number of a card or document, must not be kept, wherever it was put. */
function checked(text: string): string {
  const isSecret = text.startsWith(SEAL_MARK) || holdsNamedSecret(text) || containsCardNumber(text) || containsDocumentNumber(text);
  return isSecret ? HIDDEN_VALUE : text;
}

function queryOf({ url, query, routeOptions }: FastifyRequest): string {
  const route = routeOptions.config.logged;
  if (!url.includes('?') || route === undefined) return '{}';
  const isShown = (name: string): boolean => route.query.some((one) => (one.endsWith('[') ? name.startsWith(one) : name === one));
  const names = Object.keys(query as object).filter((name) => isShown(name) && checked(name) === name);
  const valueOf = (name: string): string => [(query as Record<string, unknown>)[name]].flat().join();
  return JSON.stringify(pick(names, valueOf, checked));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
