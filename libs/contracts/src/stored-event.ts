import type { Actor } from './command';

/** What a decider returns: a fact of the domain, before it has a place in the log. */
export interface DomainEvent<TType extends string = string, TData = unknown> {
  type: TType;
  data: TData;
}

/** By which test clock an event happened at its `occurredAtMs`, and when it was stored. */
export interface EventClock {
  id: string;
  /** Milliseconds since the epoch, in real time. */
  recordedAtMs: number;
}

/** Facts about the storing of an event that are not facts of the domain. */
export interface EventMeta {
  actor: Actor;
  requestId: string | null;
  idempotencyKey: string | null;
  /** Of a stream whose time is that of a test clock; absent of any other. */
  clock?: EventClock;
  /** Position of this event among the public events of its stream, from 1; null when the event is not public. */
  sequence: number | null;
}

/** An event as it stands in the log (docs/explanation/architecture.md, The event store). */
export interface StoredEvent<TEvent extends DomainEvent = DomainEvent> {
  shard: number;
  /** Dense per shard, in commit order. */
  position: bigint;
  streamId: string;
  /** Dense per stream, from 1. */
  version: number;
  type: TEvent['type'];
  schemaVersion: number;
  accountId: string;
  livemode: boolean;
  /** `evt_…`. */
  eventId: string;
  commandId: string;
  correlationId: string;
  causationId: string | null;
  occurredAtMs: number;
  data: TEvent['data'];
  meta: EventMeta;
}
