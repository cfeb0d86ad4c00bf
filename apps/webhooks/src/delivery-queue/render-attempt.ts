import { ATTEMPT_ERRORS, type AttemptErrorCode, type WebhookAttemptResource } from '#contracts';
import { attemptIdOf } from './attempt-id';
import type { AttemptRow } from './attempts-reader';
import type { DeliveryRow } from './deliveries-reader';

/** Stands for the value of a header that an account has set: it may be a password. */
const MASK = '••••••';

/** What an attempt is shown with, beside its own row. */
export interface AttemptContext {
  delivery: DeliveryRow;
  url: string;
  /** Of this version. */
  userAgent: string;
  /** Names of the account's own headers. */
  headerNames: readonly string[];
  /** The event as it was sent, null when it is not kept any more. */
  body: string | null;
  /** `webhook-signature` as it was sent, null when a key is gone. */
  signature: string | null;
}

/** The public resource of an attempt. */
export function attemptResource(row: AttemptRow, attemptContext: AttemptContext): WebhookAttemptResource {
  const { delivery, url, body } = attemptContext;
  const errorCode = row.error_code as AttemptErrorCode | null;
  return {
    id: attemptIdOf(delivery.delivery_id, row.attempt_id),
    object: 'webhook_attempt',
    livemode: delivery.livemode,
    webhook_delivery_id: delivery.delivery_id,
    webhook_endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    number: row.attempt_no,
    status: errorCode === null ? 'succeeded' : 'failed',
    error_code: errorCode,
    error_message: errorCode === null ? null : ATTEMPT_ERRORS[errorCode],
    request: { url, headers: headersSent(row, attemptContext), body },
    response: {
      status_code: row.status_code,
      headers: row.response_headers ?? {},
      body: row.response_body,
      body_bytes: row.response_bytes ?? 0,
      truncated: row.truncated,
    },
    timings: { total_ms: row.total_ms, dns_ms: row.dns_ms, connect_ms: row.connect_ms, tls_ms: row.tls_ms, ttfb_ms: row.ttfb_ms },
    retry_after: row.retry_after_s,
    next_attempt_at: row.next_attempt_ms === null || isLate(row, delivery) ? null : Math.floor(Number(row.next_attempt_ms) / 1000),
    created_at: Math.floor(Number(row.started_ms) / 1000),
  };
}

/** Its delivery was cancelled while it was under way: what it came to is logged, and nothing follows. */
function isLate({ started_ms: startedMs, total_ms: totalMs }: AttemptRow, { ended_ms: endedMs }: DeliveryRow): boolean {
  return endedMs !== null && Number(startedMs) + totalMs > Number(endedMs);
}

/** `webhook-timestamp` of an attempt. */
export function timestampOf(row: Pick<AttemptRow, 'started_ms'>): number {
  return Math.floor(Number(row.started_ms) / 1000);
}

/** In the order of docs/reference/webhooks.md, The request. */
function headersSent(row: AttemptRow, { delivery, userAgent, headerNames, signature }: AttemptContext): Record<string, string | null> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': delivery.event_id,
    'webhook-timestamp': String(timestampOf(row)),
    'webhook-signature': signature,
    'webhook-attempt': String(row.attempt_no),
    'webhook-delivery-id': delivery.delivery_id,
    'webhook-endpoint-id': delivery.endpoint_id,
    ...Object.fromEntries(headerNames.map((name) => [name, MASK])),
  };
}
