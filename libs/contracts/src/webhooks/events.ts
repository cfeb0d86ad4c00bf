/** Every public event type of a webhook endpoint that stands in a log. A ping is sent and kept nowhere. */
export const WEBHOOK_ENDPOINT_EVENT_TYPES = [
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'webhook_endpoint.recovered',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.deleted',
] as const;
export type WebhookEndpointEventType = (typeof WEBHOOK_ENDPOINT_EVENT_TYPES)[number];

/** Sent to one endpoint on request, and kept nowhere (docs/reference/webhooks.md). */
export const PING_EVENT_TYPE = 'webhook_endpoint.ping';
