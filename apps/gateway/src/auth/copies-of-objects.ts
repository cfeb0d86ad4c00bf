import type { AuditEntryResource, RequestLogResource, WebhookAttemptResource } from '#contracts';
import { routeConfigOf } from '../http/route-config';
import { shownTo } from '../personal-data/contact-mask';
import { LOGGED_OPERATIONS } from '../request-logs/logged-operations';
import { HIDDEN_VALUE } from '../request-logs/shown-fields/shown-body';
import type { Caller } from './authenticator';
import { kindOf, readScopeOf, refusalFor, type Scope } from './scopes';

const CONTACT = /"(?:email|phone)":"/;

type MayRead = (scope: Scope) => boolean;

/**
 * Copies of objects stand in the request log, in the audit log and among the attempts of webhooks
 * (docs/reference/security.md, Copies of objects). A caller who reads those sees a copy only with the scope that shows the object.
 *
 * @returns undefined for who sees every copy.
 */
export function copiesShownTo(
  caller: Pick<Caller, 'kind' | 'scopes' | 'user'>,
): ((holder: Readonly<Record<string, unknown>>) => object) | undefined {
  if (caller.kind === 'secret') return undefined;
  const mayRead: MayRead = (scope) => refusalFor(caller.kind, caller.scopes, scope) === null;
  return (holder) => {
    if (holder.object === 'request_log') return shownLog(holder as unknown as RequestLogResource, mayRead);
    if (holder.object === 'audit_entry') return shownEntry(holder as unknown as AuditEntryResource, mayRead);
    return shownAttempt(holder as unknown as WebhookAttemptResource, mayRead, shownTo(caller) !== undefined);
  };
}

/** The entry with its values hidden. Names of changed fields stay, and so does the note of an operator, which is no field of the object. */
function shownEntry(entry: AuditEntryResource, mayRead: MayRead): AuditEntryResource {
  if (entry.changes === null || mayReadObject(entry.resource?.id, mayRead)) return entry;
  const changes = Object.entries(entry.changes).map(([field, values]): [string, [unknown, unknown]] => [
    field,
    field === 'note' ? values : [HIDDEN_VALUE, HIDDEN_VALUE],
  ]);
  return { ...entry, changes: Object.fromEntries(changes) };
}

function shownLog(log: RequestLogResource, mayRead: MayRead): object {
  const { request, response } = log;
  const isShown = scopesOf(log.operation)?.every(mayRead) === true;
  const answer = isShown ? readable(response.body, mayRead) : withHiddenMembers(response.body);
  return {
    ...log,
    request: { ...request, body: isShown ? request.body : withHiddenMembers(request.body) },
    response: { ...response, body: answer },
  };
}

/** The scopes that show the object of an operation; undefined for an operation of another version. */
function scopesOf(operation: string | null): Scope[] | undefined {
  const handler = operation === null ? undefined : LOGGED_OPERATIONS.get(operation);
  if (handler === undefined) return undefined;
  const { access, logged } = routeConfigOf(handler);
  const declared = access?.kind === 'scope' && access.scope !== null ? [access.scope.replace(':write', ':read') as Scope] : [];
  return logged?.resource === undefined ? declared : [...declared, readScopeOf(logged.resource)];
}

/** An answer without the objects in it that are of another scope. */
function readable(value: unknown, mayRead: MayRead): unknown {
  if (Array.isArray(value)) return value.map((one) => readable(one, mayRead));
  if (typeof value !== 'object' || value === null) return value;
  const { object, id, resource } = value as { object?: unknown; id?: unknown; resource?: { id?: unknown } };
  if (object === 'event') return mayReadObject(resource?.id, mayRead) ? value : { ...value, data: HIDDEN_VALUE };
  if (object === 'audit_entry') return shownEntry(value as AuditEntryResource, mayRead);
  if (typeof object === 'string' && !mayReadObject(id, mayRead)) return HIDDEN_VALUE;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readable(one, mayRead)]));
}

/** What an endpoint answers may repeat what it was sent, in words in which contact data cannot be masked. */
function shownAttempt(attempt: WebhookAttemptResource, mayRead: MayRead, isMasked: boolean): object {
  const { request, response } = attempt;
  const event = request.body !== null && mayReadObject(resourceIdIn(request.body), mayRead) ? request.body : null;
  if (event !== null && !(isMasked && CONTACT.test(event))) return attempt;
  return {
    ...attempt,
    request: { ...request, body: event ?? hidden(request.body) },
    response: { ...response, body: hidden(response.body) },
  };
}

function resourceIdIn(event: string): unknown {
  return (JSON.parse(event) as { resource?: { id?: unknown } }).resource?.id;
}

/** True also of what is no object of the API. */
function mayReadObject(id: unknown, mayRead: MayRead): boolean {
  const kind = typeof id === 'string' ? kindOf(id) : undefined;
  return kind === undefined || mayRead(readScopeOf(kind));
}

/** The body of a request or an answer stays an object, which client libraries read. */
function withHiddenMembers(body: RequestLogResource['request']['body']): Record<string, unknown> | null {
  return body === null ? null : Object.fromEntries(Object.keys(body).map((name) => [name, HIDDEN_VALUE]));
}

function hidden(copy: unknown): typeof HIDDEN_VALUE | null {
  return copy === null ? null : HIDDEN_VALUE;
}
