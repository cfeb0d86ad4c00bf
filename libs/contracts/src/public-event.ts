/**
 * An event as merchants and internal teams see it (docs/reference/webhooks.md, The event). It is rendered once, from
 * the stored event and the state around it, and never changes afterwards. Fields are always present, null when empty.
 */
export interface PublicEvent<TObject = unknown> {
  /** `evt_…`, the same on every delivery. */
  id: string;
  object: 'event';
  /** For example `payment.captured`. */
  type: string;
  api_version: string;
  /** Integer Unix seconds. */
  created_at: number;
  /** The same instant, RFC 3339 UTC. */
  timestamp: string;
  livemode: boolean;
  account_id: string;
  /** The test clock whose time `created_at` and `timestamp` are; null for real time. */
  test_clock_id: string | null;
  resource: { type: string; id: string };
  /** Dense per resource, from 1. */
  sequence: number;
  data: {
    /** The whole public resource right after the event. */
    object: TObject;
    /** What differs from the public event before of the same object, as it was there; null when nothing does, and in the first one. */
    previous_attributes: Record<string, unknown> | null;
  };
  request: { id: string; idempotency_key: string | null } | null;
  correlation_id: string;
  causation_id: string | null;
}

/** The date version of the public schemas (docs/reference/versions.md). */
export const API_VERSION = '2026-11-21';

/**
 * Which epoch of its log an event belongs to. A restore to an earlier moment and a fail-over begin a new epoch; positions above
 * its start are given a second time. Position and epoch together name one event for ever.
 */
export interface EventEpoch {
  /** The epoch in which the event was stored. A later epoch has a larger number. */
  id: bigint;
  /** Position of the last event of the shard that was stored before this epoch. */
  start: bigint;
  /** The epoch of the event at `prev`; 0 when there is none. */
  ofPrev: bigint;
}

/** A public event on its way to a topic, with what a consumer needs to apply it exactly once. */
export interface EventMessage {
  /** The aggregate id; also the message key. */
  key: string;
  shard: number;
  /** Position of the event in its shard. */
  position: bigint;
  /** Position of the previous public message of this shard and topic; 0 before the first. */
  prev: bigint;
  /** Undefined when the publisher does not say. */
  readonly epoch?: EventEpoch | undefined;
  /** CloudEvents attributes, written as `ce_*` headers in Kafka binary mode. */
  cloudEvent: { id: string; source: string; type: string; subject: string; time: string };
  /** The public event as JSON text. */
  value: string;
  /** What `value` says, where the publisher is in the same process: a subscriber need not parse the text. Not to be changed. */
  readonly event?: PublicEvent;
}

/** What CloudEvents say of a public event. */
export function cloudEventOf({ id, account_id: accountId, type, timestamp, resource }: PublicEvent): EventMessage['cloudEvent'] {
  return { id, source: `/accounts/${accountId}`, type, subject: resource.id, time: timestamp };
}
