import { ID_PREFIX, newId, RESOURCES, shardOfAccount, type Actor, type AuditActorType, type Command, type Random } from '#contracts';
import { changesOf, type AggregateDefinition, type DoneCommand, type SettledHere } from '#event-store';
import type { NewAuditEntry } from './audit-entry';

const ACTOR_TYPE: Readonly<Record<Actor['kind'], AuditActorType>> = {
  api_key: 'api_key',
  app: 'app',
  user: 'user',
  operator: 'operator',
  system: 'system',
};

/** What the ids of each kind of object begin with → the word of its `object`. */
const OBJECT_OF_PREFIX: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries(RESOURCES).map(([kind, { idPrefix }]): [string, string] => [
    idPrefix,
    kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
  [ID_PREFIX.user, 'user'],
]);

/** The object of an id; null for what is no object of the API. */
export function auditedObject(id: string): NewAuditEntry['resource'] {
  const type = OBJECT_OF_PREFIX.get(id.slice(0, id.indexOf('_')));
  return type === undefined ? null : { type, id };
}

/** An id, or what looks like one. */
export const ID = /^[a-z]{2,10}_[0-9A-Za-z]{24}$/;

/** The object that a caller names; null also for what only begins like an id: it may hold anything, and Postgres takes no NUL. */
export function namedObject(text: string): NewAuditEntry['resource'] {
  return ID.test(text) ? auditedObject(text) : null;
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

/** The entry of a command that changed something here. */
export function entryOfCommand(command: Command, { events, aggregates, actorName, random }: DoneParts): NewAuditEntry {
  const own = events.filter(({ event }) => event.streamId === command.streamId);
  const changes = changesOf(own, ({ type }) => publisherOf(type, aggregates));
  const atMs = events[0]?.event.occurredAtMs ?? command.issuedAtMs;
  const note = noteOf(command);
  const done: DoneCommand = { ...command, operation: command.type, atMs, changes, ...(note !== null && { note }) };
  return entryOfDone(done, actorName, random);
}

/** Why an operator did it; null of everybody else. */
function noteOf({ actor, payload }: Command): string | null {
  return actor.kind === 'operator' ? ((payload as { operator?: { note?: string } }).operator?.note ?? null) : null;
}

function publisherOf(eventType: string, aggregates: readonly AggregateDefinition[]): AggregateDefinition['publish'] {
  return aggregates.find(({ eventTypes }) => eventType in eventTypes)?.publish;
}

/** The entry of a command that another service carried out. @param actorName what its actor is called. */
export function entryOfDone(done: DoneCommand, actorName: string | null, random: Random): NewAuditEntry {
  const { accountId, commandId, livemode, atMs, actor, operation, streamId, requestId, changes } = done;
  return {
    id: newId('auditEntry', shardOfAccount(accountId), atMs, random),
    ...{ commandId, livemode, atMs },
    actor: auditActor(actor, actorName),
    action: operation,
    resource: auditedObject(streamId),
    outcome: 'done',
    code: null,
    address: actor.address,
    ...{ requestId, changes: changesWithNote(changes, done.note ?? null) },
  };
}

/** The reason that an operator gave stands among the changes, as a field that was empty before. @param changes JSON text. */
export function changesWithNote(changes: string | null, note: string | null): string | null {
  if (note === null) return changes;
  return JSON.stringify({ ...(changes === null ? {} : (JSON.parse(changes) as object)), note: [null, note] });
}
