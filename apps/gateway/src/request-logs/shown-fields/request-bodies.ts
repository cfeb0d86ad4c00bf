import type { FastifyRequest } from 'fastify';
import { namedObject } from '../../accounts/audit-log/entry-of-command';
import type { LoggedRoute } from '../logged-route';
import { ERROR_SHAPE, shapesOf, type RouteShapes } from './bodies';
import type { Shape } from './shape';
import { ShownBody } from './shown-body';
import { isKeptWhole } from './whole-answer';

/** What may be kept of the body of a request or an answer. */
export interface ShownText {
  /** JSON; `null` for none. */
  body: string;
  isTruncated: boolean;
}

/** What may be kept of an answer. */
export interface ShownAnswer extends ShownText {
  /** Of the object that was answered with. */
  id: string | null;
  errorCode: string | null;
}

/** What may be kept of what was asked. */
export function shownRequest(request: FastifyRequest, status: number): ShownText {
  const route = request.routeOptions.config.logged;
  const shown = new ShownBody({ sealed: request.sealedValues ?? [], unchecked: uncheckedIn(route, status) });
  const shape = route === undefined ? null : shapesOf(route).request;
  return { body: textIn(shown, request.body, shape), isTruncated: shown.isTruncated };
}

function uncheckedIn(route: LoggedRoute | undefined, status: number): 'texts' | 'documents' | null {
  if (status < 400) return null;
  return route?.asksForDocuments === true ? 'documents' : 'texts';
}

/** What may be kept of what was answered. */
export function shownAnswer({ sealedAnswer, routeOptions }: FastifyRequest, status: number): ShownAnswer {
  const route = routeOptions.config.logged;
  const shapes = route === undefined ? null : shapesOf(route);
  if (status < 400 && sealedAnswer !== null && shapes?.answer && isKeptWhole(sealedAnswer, shapes.answer)) {
    return { id: objectIdIn(ID_AT_START.exec(sealedAnswer)?.[1]), errorCode: null, body: sealedAnswer, isTruncated: false };
  }
  return shownInPart(parsed(sealedAnswer), shapes, status);
}

function shownInPart(answer: unknown, shapes: RouteShapes | null, status: number): ShownAnswer {
  const errorCode = status >= 400 ? codeOf(answer) : null;
  const shown = new ShownBody({ sealed: null, unchecked: null });
  // Its hint names the address of the client, which is kept as a digest alone.
  const shape = errorCode === 'ip_not_allowed' ? null : answerShape(shapes, answer, status);
  const id = objectIdIn((answer as { id?: unknown } | null)?.id);
  return { id, errorCode, body: textIn(shown, answer, shape), isTruncated: shown.isTruncated };
}

/** Objects of the API begin with their id. */
const ID_AT_START = /^\{"id":"(\w+)"/;

/** Whether a text is the id of an object of the API. */
export function namesObject(text: string): boolean {
  return namedObject(text) !== null;
}

function objectIdIn(value: unknown): string | null {
  return typeof value === 'string' && namesObject(value) ? value : null;
}

function textIn(shown: ShownBody, body: unknown, shape: Shape | null): string {
  return (shape && shown.textOf(body, shape)) ?? 'null';
}

function answerShape(shapes: RouteShapes | null, answer: unknown, status: number): Shape | null {
  if (status >= 400) return ERROR_SHAPE;
  if (shapes === null) return null;
  return isDryRun(answer) ? shapes.dryRun : shapes.answer;
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
  const code = (answer as { error?: { code?: unknown } } | null)?.error?.code;
  return typeof code === 'string' ? code : null;
}

function isDryRun(answer: unknown): boolean {
  return (answer as { object?: unknown } | null)?.object === 'dry_run';
}
