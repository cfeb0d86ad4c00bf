import type { AttemptErrorCode } from './attempt-errors';
import type { DeliveryStatus } from './webhook-delivery.resource';

/** What is asked of a ping. */
export interface CreatePingPayload {
  endpointId: string;
  /** Whose example of the catalog is sent; `webhook_endpoint.ping` sends the ping itself. */
  eventType: string;
}

/** What a ping came to. */
export interface PingOutcome {
  isDelivered: boolean;
  /** Null when no answer came. */
  statusCode: number | null;
  errorCode: AttemptErrorCode | null;
  durationMs: number;
}

/** A delivery that is to be made again, as it was when somebody asked for it. */
export interface CreateResendPayload {
  endpointId: string;
  /** The delivery that was asked for again. */
  deliveryId: string;
}

/** What a resend came to: the delivery that is open now, or why there is none. */
export type ResendOutcome = { deliveryId: string } | { failure: 'event_expired' | 'endpoint_disabled' | 'endpoint_deleted' };

/** A delivery that is to end, as it was seen when somebody asked for it. */
export interface CreateCancellationPayload {
  deliveryId: string;
  seenStatus: DeliveryStatus;
}

/** What a cancellation came to: the delivery that it ended, how that one had ended before, or that it is not kept any more. */
export type CancellationOutcome = { deliveryId: string } | { endedAs: DeliveryStatus } | { failure: 'not_kept' };

/** Command type → payload: what is done once, outside of any state, and told back. */
export interface DeliveryRequestCommandPayloads {
  'webhook_pings.create': CreatePingPayload;
  /** From the task that sends it. */
  'webhook_pings.record_outcome': PingOutcome;
  'webhook_resends.create': CreateResendPayload;
  /** From the task that puts it into the queue. */
  'webhook_resends.record_outcome': ResendOutcome;
  'webhook_cancellations.create': CreateCancellationPayload;
  /** From the task that ends it. */
  'webhook_cancellations.record_outcome': CancellationOutcome;
}

export type DeliveryRequestCommandType = keyof DeliveryRequestCommandPayloads;

/** What accounts ask for beside endpoints; everything else about replays and errands is said by the service itself. */
export const WEBHOOK_REQUEST_COMMAND_TYPES = [
  'webhook_replays.create',
  'webhook_replays.cancel',
  'webhook_pings.create',
  'webhook_resends.create',
  'webhook_cancellations.create',
] as const;
