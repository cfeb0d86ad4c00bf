import type { EventMessage, PublicEvent } from '#contracts';
import { SEPARATOR } from '#event-store';

/** A public event as the feed keeps it. */
export interface FeedEvent {
  eventId: string;
  accountId: string;
  livemode: boolean;
  type: string;
  resourceType: string;
  resourceId: string;
  sequence: number;
  /** A UUID. */
  correlationId: string;
  occurredAtMs: number;
  /** The test clock whose time it shows; null in real time. */
  testClockId: string | null;
  /** The event as it stands on its topic, to the byte. */
  body: string;
}

/** Bytes of a body; above it the object is named and not shown (docs/reference/webhooks.md, The event). */
export const BODY_BYTES_MAX = 262_144;
/** UTF-16 units that can never be more bytes than that. */
const SURELY_SMALL = BODY_BYTES_MAX / 3;

/** A message that is no public event. A bug of the service that published it: no retry mends it. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError';
}

/** @throws MalformedEventError. */
export function feedEventOf(message: EventMessage): FeedEvent {
  const { value } = message;
  const event = message.event ?? parse(value);
  const occurredAtMs = Date.parse(event.timestamp);
  if (!isComplete(event) || Number.isNaN(occurredAtMs)) throw new MalformedEventError('fields of a public event are missing');
  return {
    eventId: event.id,
    accountId: event.account_id,
    livemode: event.livemode,
    type: event.type,
    resourceType: event.resource.type,
    resourceId: event.resource.id,
    sequence: event.sequence,
    correlationId: event.correlation_id,
    occurredAtMs,
    testClockId: event.test_clock_id ?? null,
    body: value.length <= SURELY_SMALL || Buffer.byteLength(value) <= BODY_BYTES_MAX ? value : shortened(event),
  };
}

function parse(value: string): PublicEvent {
  try {
    return JSON.parse(value) as PublicEvent;
  } catch {
    throw new MalformedEventError('the value is not JSON');
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isComplete({ id, account_id, livemode, type, resource, sequence, correlation_id, test_clock_id }: Partial<PublicEvent>): boolean {
  const texts = [id, account_id, type, resource?.type, resource?.id, test_clock_id ?? 'none'];
  return texts.every(isText) && typeof livemode === 'boolean' && Number.isInteger(sequence) && UUID.test(correlation_id ?? '');
}

/** Texts are sent to the database joined by the separator. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes(SEPARATOR);
}

/** What is left of an event that is too large: its object is to be fetched with an API key. */
function shortened(event: PublicEvent): string {
  const kind = (event.data.object as { object?: unknown }).object ?? event.resource.type;
  const object = { id: event.resource.id, object: kind, truncated: true };
  return JSON.stringify({ ...event, data: { object, previous_attributes: null } });
}
