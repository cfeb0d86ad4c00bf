import { ERRORS, newId, type Clock, type Command, type DomainEvent, type Random, type Refusal } from '#contracts';
import type { AggregateDefinition, Snapshot } from '../aggregate';
import { applyEvent } from '../fold';
import type { AppendEvent } from './append';
import type { PendingCommand } from './pending';

/** The outcome of one command in memory, ready to be stored. */
export interface Decided {
  pending: PendingCommand;
  status: number;
  body: string | null;
  refusal: Refusal | null;
  events: Omit<AppendEvent, 'command'>[];
  /** The stream after the command; the one before when nothing was added. */
  after: Snapshot | null;
  /** Rough size in the append, in bytes. */
  bytes: number;
}

/** What deciding needs from outside. */
export interface DecisionTools {
  clock: Clock;
  random: Random;
}

/**
 * Decides one command on the state of its stream. Pure but for clock and random.
 *
 * @throws whatever a faulty aggregate throws; nothing has changed then.
 */
export function decideCommand(pending: PendingCommand, before: Snapshot | null, tools: DecisionTools): Decided {
  const { command, aggregate } = pending;
  const nowMs = tools.clock.nowMs();
  if (nowMs > command.deadlineAtMs) return refuseWith(pending, before, { code: 'command_expired' });
  const stranger = before && findStranger(pending, before);
  if (stranger) return refuseWith(pending, before, stranger);
  const decision = aggregate.handle(command, before ? before.state : aggregate.initialState, { nowMs });
  if (!decision.accepted) return refuseWith(pending, before, decision.refusal);
  const events: Decided['events'] = [];
  const metaText = openMetaOf(command);
  let after = before;
  for (const event of decision.events as readonly DomainEvent[]) {
    const next = prepareEvent(pending, event, after, { nowMs, random: tools.random, metaText });
    events.push(next.stored);
    after = next.after;
  }
  const body = after ? aggregate.render(after) : null;
  const bytes = events.reduce((sum, event) => sum + event.data.length + event.meta.length + 200, 400 + (body?.length ?? 0) * 2);
  return { pending, status: decision.status, body, refusal: null, events, after, bytes };
}

function refuseWith(pending: PendingCommand, before: Snapshot | null, refusal: Refusal): Decided {
  return { pending, status: ERRORS[refusal.code].status, body: null, refusal, events: [], after: before, bytes: 400 };
}

/** A stream of another account is answered like one that does not exist (style.md 4); one of the other mode with a hint. */
function findStranger({ command }: PendingCommand, { head }: Snapshot): Refusal | null {
  if (head.accountId !== command.accountId) return { code: 'resource_missing' };
  if (head.livemode === command.livemode) return null;
  const there = head.livemode ? 'live' : 'test';
  return { code: 'resource_missing', details: { hint: `The object exists in ${there} mode. Use a ${there} key.` } };
}

/** What all events of a command say about it (EventMeta), written once; each event closes it with its own sequence. */
function openMetaOf({ actor, requestId, idempotency }: Command): string {
  return JSON.stringify({ actor, requestId, idempotencyKey: idempotency?.key ?? null }).slice(0, -1);
}

/**
 * An event as it will be stored, and the stream after it. The state folds what the stored text says, not the object
 * the decision returned, so that memory and log can never disagree.
 */
function prepareEvent(
  { command, aggregate, shard }: PendingCommand,
  event: DomainEvent,
  before: Snapshot | null,
  { nowMs, random, metaText }: { nowMs: number; random: Random; metaText: string },
): { stored: Omit<AppendEvent, 'command'>; after: Snapshot } {
  const definition = (aggregate.eventTypes as Record<string, AggregateDefinition['eventTypes'][string] | undefined>)[event.type];
  if (!definition) throw new Error(`${aggregate.streamType} does not declare the event type ${event.type}`);
  const sequence = definition.isPublic ? (before?.head.sequence ?? 0) + 1 : null;
  const data = JSON.stringify(event.data ?? null);
  const version = (before?.head.version ?? 0) + 1;
  const { streamId, accountId, livemode } = command;
  const folded = {
    streamId,
    accountId,
    livemode,
    version,
    occurredAtMs: nowMs,
    type: event.type,
    data: JSON.parse(data) as unknown,
    sequence,
  };
  const eventId = newId('event', shard, nowMs, random);
  const meta = `${metaText},"sequence":${sequence}}`;
  return {
    stored: { version, type: event.type, schemaVersion: definition.schemaVersion, eventId, occurredAtMs: nowMs, data, meta },
    after: applyEvent(aggregate, before, folded),
  };
}
