import { otherModeHint, type Command, type DomainEvent, type EventClock, type Refusal } from '#contracts';
import type { Acceptance } from '#decider';
import type { AggregateDefinition, HandlingContext, Snapshot } from '../aggregate';
import { applyEvent } from '../fold';
import type { AppendEvent } from './append';
import type { EventIds } from './event-ids';
import type { RoutedCommand } from './pending';

/** An event that a decision added: as it will be stored, and with the stream around it. */
export interface DecidedEvent {
  stored: AppendEvent;
  /** What the stored text says. */
  data: unknown;
  /** Its number among the public events of the stream; null when it is internal. */
  sequence: number | null;
  before: Snapshot | null;
  after: Snapshot;
  /** Of a stream on a test clock. */
  clock: EventClock | undefined;
}

/** The outcome of one command in memory, ready to be stored. */
export interface Decided {
  routed: RoutedCommand;
  status: number;
  refusal: Refusal | null;
  events: readonly DecidedEvent[];
  /** The stream after the command; the one before when nothing was added. */
  after: Snapshot | null;
}

/** What deciding needs beside the command and the state. */
export interface DecisionTools extends HandlingContext {
  /** Milliseconds since the epoch, in real time: `nowMs` may be that of a test clock. */
  realNowMs: number;
  eventIds: EventIds;
  /** What all events of the request say about it; see `openMetaOf`. */
  metaText: string;
}

/** A command that was accepted, with what it asks of other streams. */
export interface Accepted {
  decided: Decided;
  acceptance: Acceptance<DomainEvent>;
}

/**
 * Decides one command on the state of its stream. Pure but for the ids of its events.
 *
 * @throws whatever a faulty aggregate throws; nothing has changed then.
 */
export function decideCommand(routed: RoutedCommand, before: Snapshot | null, tools: DecisionTools): Accepted | { refusal: Refusal } {
  const { command, aggregate } = routed;
  if (before && isForeign(command, before)) return { refusal: refuseForeign(routed, before, tools) };
  const decision = aggregate.decide(command, before ? before.state : aggregate.initialState, tools);
  if (!decision.accepted) return { refusal: decision.refusal };
  const acceptance = decision as Acceptance<DomainEvent>;
  const events: DecidedEvent[] = [];
  let after = before;
  for (const event of acceptance.events) {
    const next = prepareEvent(routed, event, after, tools);
    events.push(next);
    after = next.after;
  }
  const decided = { routed, status: acceptance.status, refusal: null, events, after };
  const { clockId } = tools;
  const change = { before: before?.state, after: after?.state, ...(clockId !== undefined && { clockId }) };
  return { decided, acceptance: withFollowUps(aggregate, command, acceptance, change) };
}

/**
 * The acceptance with what the aggregate asks of other streams because of it. That goes first: it says what became of the stream,
 * and what the decision itself asks may lead to more. States are undefined before the first event.
 */
export function withFollowUps(
  aggregate: AggregateDefinition,
  command: Command,
  acceptance: Acceptance<DomainEvent>,
  { before = aggregate.initialState, ...change }: { before: unknown; after: unknown; clockId?: string },
): Acceptance<DomainEvent> {
  const { events } = acceptance;
  if (aggregate.followUps === undefined || events.length === 0) return acceptance;
  const { followUps: own = [], answeredBy: ownAnswer } = acceptance;
  const { followUps = [], answeredBy } = aggregate.followUps({ before, ...change, events }, command);
  return {
    ...acceptance,
    followUps: [...followUps, ...own],
    answeredBy: answeredBy ?? (ownAnswer === undefined ? undefined : followUps.length + ownAnswer),
  };
}

/** What all events of a request say about it (EventMeta), written once; each event closes it with its own sequence. */
export function openMetaOf({ actor, requestId, idempotency }: Command): string {
  return JSON.stringify({ actor, requestId, idempotencyKey: idempotency?.key ?? null }).slice(0, -1);
}

function isForeign({ accountId, livemode }: Command, { head }: Snapshot): boolean {
  return head.accountId !== accountId || head.livemode !== livemode;
}

/**
 * A stream of another account is answered like one that does not exist, in the very words of its aggregate; one
 * of the other mode with a hint besides.
 */
function refuseForeign({ command, aggregate }: RoutedCommand, { head }: Snapshot, tools: DecisionTools): Refusal {
  const decision = aggregate.decide(command, aggregate.initialState, tools);
  const refusal: Refusal = decision.accepted ? { code: 'resource_missing' } : decision.refusal;
  if (head.accountId !== command.accountId) return refusal;
  return { ...refusal, details: { ...refusal.details, hint: otherModeHint(command.livemode) } };
}

function clockOf(id: string | undefined, recordedAtMs: number): EventClock | undefined {
  return id === undefined ? undefined : { id, recordedAtMs };
}

function clockText(clock: EventClock | undefined): string {
  return clock === undefined ? '' : `,"clock":${JSON.stringify(clock)}`;
}

/** The time in the id of an event: behind the last public event of the stream, whichever process with whatever clock decided that. */
function idTimeOf(before: Snapshot | null, realNowMs: number): number {
  return before === null || before.head.clockId !== undefined ? realNowMs : Math.max(realNowMs, before.head.updatedAtMs + 1);
}

/**
 * An event as it will be stored, and the stream after it. The state folds what the stored text says, not the object
 * the decision returned, so that memory and log can never disagree.
 */
function prepareEvent(
  { command, aggregate, shard }: RoutedCommand,
  event: DomainEvent,
  before: Snapshot | null,
  { nowMs, realNowMs, clockId, eventIds, metaText }: DecisionTools,
): DecidedEvent {
  const definition = (aggregate.eventTypes as Record<string, AggregateDefinition['eventTypes'][string] | undefined>)[event.type];
  if (!definition) throw new Error(`${aggregate.streamType} does not declare the event type ${event.type}`);
  const sequence = definition.isPublic ? (before?.head.sequence ?? 0) + 1 : null;
  const text = JSON.stringify(event.data ?? null);
  const data: unknown = JSON.parse(text);
  const version = (before?.head.version ?? 0) + 1;
  const { streamId, accountId, livemode } = command;
  const { type } = event;
  // A clock that was set back, or is behind that of another process, dates nothing before what it follows.
  const occurredAtMs = Math.max(nowMs, before?.head.updatedAtMs ?? nowMs);
  const clock = clockOf(clockId, realNowMs);
  const folded = { streamId, accountId, livemode, version, occurredAtMs, type, data, sequence, clock };
  const eventId = eventIds.next(shard, idTimeOf(before, realNowMs));
  const meta = `${metaText}${clockText(clock)},"sequence":${sequence}}`;
  const stored = { version, type, schemaVersion: definition.schemaVersion, eventId, occurredAtMs, data: text, meta };
  return { stored, data, sequence, before, after: applyEvent(aggregate, before, folded), clock };
}
