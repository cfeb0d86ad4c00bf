import { API_VERSION, type DomainEvent, type PublicEvent, type StoredEvent, toSeconds } from '#contracts';
import type { AggregateDefinition, EventTypeDefinition, Publish, Snapshot } from './aggregate';
import type { ProjectedEvent } from './projection/projection';

/** Stored type → what merchants see it as; null for what is ours alone. */
export type PublicNames<TName extends string> = Readonly<Record<TName, string | null>>;

/** How the events of one kind of resource become public. */
export interface Publication<TState, TName extends string, TResource extends object> {
  /** The word of `resource.type`, for example `payment`. */
  resourceType: string;
  names: PublicNames<TName>;
  render(snapshot: Snapshot<TState>): TResource;
  /** The id of the resource; absent: that of its stream. */
  idOf?(resource: TResource): string;
}

/** Change with every event and say nothing: not counted as changes. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['updated_at', 'sequence']);

/** Every stored type in version 1, public as its name says. */
export function eventDefinitionsOf<TName extends string>(names: PublicNames<TName>): Record<TName, EventTypeDefinition> {
  const entries = Object.entries(names).map(([type, name]) => [type, { schemaVersion: 1, isPublic: name !== null }]);
  return Object.fromEntries(entries) as Record<TName, EventTypeDefinition>;
}

/**
 * Stored event → public event with the whole resource right after it, and what differs from the public event before; null for an internal
 * one. Pure.
 */
export function resourcePublisher<TState, TName extends string, TResource extends object>(
  publication: Publication<TState, TName, TResource>,
): Publish<TState, DomainEvent<TName>> {
  // What an event left is what the next one found, and events of one command come together: one is enough to remember,
  // and a weak map of all would be the garbage collector's dearest object.
  let last: { snapshot: Snapshot<TState>; resource: TResource } | undefined;
  const resourceOf = (snapshot: Snapshot<TState>): TResource => {
    if (last?.snapshot !== snapshot) last = { snapshot, resource: publication.render(snapshot) };
    return last.resource;
  };
  return (event, before, after) => {
    const type = publication.names[event.type];
    if (type === null || event.meta.sequence === null) return null;
    // Before first: it is the one remembered.
    const was = before === null || before.head.sequence === 0 ? null : resourceOf(reportedOf(before));
    const object = resourceOf(after);
    const previous = was === null ? null : changesFrom(was, object);
    const resource = { type: publication.resourceType, id: publication.idOf?.(object) ?? event.streamId };
    const about = { type, sequence: event.meta.sequence, resource };
    return publicEvent(event, about, { object, previous_attributes: previous });
  };
}

/** The stream as its last public event showed it. */
function reportedOf<TState>(before: Snapshot<TState>): Snapshot<TState> {
  return before.reported === undefined ? before : { head: before.head, state: before.reported };
}

function publicEvent(
  event: StoredEvent,
  { type, sequence, resource }: Pick<PublicEvent, 'type' | 'sequence' | 'resource'>,
  data: PublicEvent['data'],
): PublicEvent {
  const { requestId, idempotencyKey } = event.meta;
  return {
    id: event.eventId,
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: toSeconds(event.occurredAtMs),
    timestamp: new Date(event.occurredAtMs).toISOString(),
    livemode: event.livemode,
    account_id: event.accountId,
    test_clock_id: event.meta.clock?.id ?? null,
    resource,
    sequence,
    data,
    request: requestId === null ? null : { id: requestId, idempotency_key: idempotencyKey },
    correlation_id: event.correlationId,
    causation_id: event.causationId,
  };
}

/** The fields that differ from the last public event, with what they were in it; null when none does. */
function changesFrom<TResource extends object>(was: TResource, is: TResource): Record<string, unknown> | null {
  const changed: Record<string, unknown> = {};
  let hasChanged = false;
  for (const key in is) {
    if (was[key] === is[key] || ALWAYS_NEW.has(key) || isSame(was[key], is[key])) continue;
    changed[key] = was[key];
    hasChanged = true;
  }
  return hasChanged ? changed : null;
}

/** Equality of JSON values. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const [leftEntries, rightKeys] = [Object.entries(left), Object.keys(right)];
  return (
    leftEntries.length === rightKeys.length && leftEntries.every(([key, value]) => isSame(value, (right as Record<string, unknown>)[key]))
  );
}

/**
 * Each field that differs after these events of one object, with what it was and what it is, as JSON text; null when none does. An internal
 * event before them is not theirs: what it changed is left out. Personal values are tokens, as in the events.
 */
export function changesOf(
  events: readonly ProjectedEvent[],
  publisherOf: (event: StoredEvent) => AggregateDefinition['publish'],
): string | null {
  const changes = new Map<string, [unknown, unknown]>();
  for (const { event, before, after } of events) {
    const data = publisherOf(event)?.(event, before && { head: before.head, state: before.state }, after)?.data;
    if (data === undefined) continue;
    const object = data.object as Readonly<Record<string, unknown>>;
    for (const [field, was] of Object.entries(data.previous_attributes ?? {})) {
      const [first] = changes.get(field) ?? [was];
      changes.set(field, [first, object[field]]);
    }
  }
  return changes.size === 0 ? null : JSON.stringify(Object.fromEntries(changes));
}
