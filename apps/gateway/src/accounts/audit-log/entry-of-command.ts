import { newId, RESOURCES, shardOfAccount, type Actor, type AuditActorType, type Command, type Random } from '#contracts';
import type { AggregateDefinition, SettledHere } from '#event-store';
import type { NewAuditEntry } from './audit-entry';

const ACTOR_TYPE: Readonly<Record<Actor['kind'], AuditActorType>> = { api_key: 'api_key', operator: 'operator', system: 'system' };

/** What the ids of each kind of object begin with → the word of its `object`. */
const OBJECT_OF_PREFIX: ReadonlyMap<string, string> = new Map(
  Object.entries(RESOURCES).map(([kind, { idPrefix }]) => [idPrefix, kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);

/** The object of an id; null for what is no object of the API. */
export function auditedObject(id: string): NewAuditEntry['resource'] {
  const type = OBJECT_OF_PREFIX.get(id.slice(0, id.indexOf('_')));
  return type === undefined ? null : { type, id };
}

/** Who acted, as it stands in the audit log. */
export function auditActor({ kind, id }: Actor, name: string | null): NewAuditEntry['actor'] {
  return { type: ACTOR_TYPE[kind], id, name };
}

/** What is around a command that changed something. */
export interface DoneParts {
  /** Its events, the first of them that of its own stream. */
  events: SettledHere['events'];
  aggregates: readonly AggregateDefinition[];
  /** What the actor is called. */
  actorName: string | null;
  random: Random;
}

/** The entry of a command that changed something. */
export function entryOfCommand(command: Command, { events, aggregates, actorName, random }: DoneParts): NewAuditEntry {
  const atMs = events[0]?.event.occurredAtMs ?? command.issuedAtMs;
  const own = events.filter(({ event }) => event.streamId === command.streamId);
  return {
    id: newId('auditEntry', shardOfAccount(command.accountId), atMs, random),
    commandId: command.commandId,
    livemode: command.livemode,
    atMs,
    actor: auditActor(command.actor, actorName),
    action: command.type,
    resource: auditedObject(command.streamId),
    outcome: 'done',
    code: null,
    address: command.actor.address,
    requestId: command.requestId,
    changes: changesOf(own, aggregates),
  };
}

/** Each field that differs after the events, with what it was and what it is, as the public events say it. Null for a new object. */
function changesOf(events: SettledHere['events'], aggregates: readonly AggregateDefinition[]): string | null {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const { event, before, after } of events) {
    const aggregate = aggregates.find(({ eventTypes }) => event.type in eventTypes);
    const shown = aggregate?.publish?.(event, before, after);
    if (!shown) continue;
    const object = shown.data.object as Readonly<Record<string, unknown>>;
    for (const [field, was] of Object.entries(shown.data.previous_attributes ?? {})) {
      changes[field] = [field in changes ? changes[field]?.[0] : was, object[field]];
    }
  }
  return Object.keys(changes).length === 0 ? null : JSON.stringify(changes);
}
