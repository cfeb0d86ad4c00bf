import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of webhook endpoints takes, and where the service answers it. */
export const ENDPOINT_QUERIES = {
  list: {
    service: 'webhooks',
    internalPath: () => '/internal/webhook_endpoints',
    rules: { kind: 'webhookEndpoint', filters: ['id', 'created_at', 'status', 'metadata'], statuses: ['enabled', 'disabled'], expand: [] },
  } satisfies ListRoute,
  get: { resource: 'webhookEndpoint', expand: [], hasAsOf: true } satisfies ShowRoute,
  health: { resource: 'webhookEndpoint', expand: [], part: 'health' } satisfies ShowRoute,
};
