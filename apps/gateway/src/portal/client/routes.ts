/** Every route of the public API that the portal calls. A test holds them against the served document. */
export const ROUTES = {
  listEndpoints: 'GET /v1/webhook_endpoints',
  createEndpoint: 'POST /v1/webhook_endpoints',
  getEndpoint: 'GET /v1/webhook_endpoints/{id}',
  updateEndpoint: 'PATCH /v1/webhook_endpoints/{id}',
  deleteEndpoint: 'DELETE /v1/webhook_endpoints/{id}',
  enableEndpoint: 'POST /v1/webhook_endpoints/{id}/enable',
  disableEndpoint: 'POST /v1/webhook_endpoints/{id}/disable',
  rotateSecret: 'POST /v1/webhook_endpoints/{id}/rotate_secret',
  pingEndpoint: 'POST /v1/webhook_endpoints/{id}/ping',
  getHealth: 'GET /v1/webhook_endpoints/{id}/health',
  listEndpointDeliveries: 'GET /v1/webhook_endpoints/{id}/deliveries',
  createReplay: 'POST /v1/webhook_endpoints/{id}/replay',
  listReplays: 'GET /v1/webhook_replays',
  getReplay: 'GET /v1/webhook_replays/{id}',
  cancelReplay: 'POST /v1/webhook_replays/{id}/cancel',
  getDelivery: 'GET /v1/webhook_deliveries/{id}',
  listAttempts: 'GET /v1/webhook_deliveries/{id}/attempts',
  resendDelivery: 'POST /v1/webhook_deliveries/{id}/resend',
  cancelDelivery: 'POST /v1/webhook_deliveries/{id}/cancel',
  listEvents: 'GET /v1/events',
  getEvent: 'GET /v1/events/{id}',
  listEventDeliveries: 'GET /v1/events/{id}/deliveries',
  listEventTypes: 'GET /v1/event_types',
} as const satisfies Record<string, `${string} /v1/${string}`>;

/** The name of a route of the API. */
export type RouteName = keyof typeof ROUTES;
