import { DELIVERY_STATUSES } from '#contracts';
import { copiesShownTo } from '../../auth/copies-of-objects';
import type { ListRules } from '../../lists/list-rules';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/**
 * What the lists of deliveries take: `state` is another name of `status`, `since` and `until`
 * of `created_at`, `resource` of `resource_id`, which is what the objects and the list of events call it.
 */
const DELIVERY_LIST: ListRules = {
  kind: 'webhookDelivery',
  filters: ['created_at', 'status'],
  statuses: DELIVERY_STATUSES,
  own: {
    state: { words: DELIVERY_STATUSES },
    type: { eventTypes: true },
    resource: { form: 'id' },
    resource_id: { form: 'id' },
    event_id: { id: 'event' },
    since: { instant: true },
    until: { instant: true },
  },
  expand: [],
};

/** What the list of attempts takes. */
const ATTEMPT_LIST: ListRules = { kind: 'webhookAttempt', filters: [], expand: [] };

/** What each read of deliveries takes, and where the service answers it. */
export const DELIVERY_QUERIES = {
  listOfEndpoint: {
    service: 'webhooks',
    internalPath: ({ id = '' }) => `/internal/webhook_endpoints/${id}/deliveries`,
    parent: { resource: 'webhookEndpoint', idParam: 'id' },
    rules: DELIVERY_LIST,
  } satisfies ListRoute,
  listOfEvent: {
    service: 'webhooks',
    internalPath: ({ id = '' }) => `/internal/events/${id}/deliveries`,
    parent: { resource: 'event', idParam: 'id' },
    rules: DELIVERY_LIST,
  } satisfies ListRoute,
  get: { resource: 'webhookDelivery', expand: [] } satisfies ShowRoute,
  listAttempts: {
    partFor: copiesShownTo,
    service: 'webhooks',
    internalPath: ({ id = '' }) => `/internal/webhook_deliveries/${id}/attempts`,
    parent: { resource: 'webhookDelivery', idParam: 'id' },
    rules: ATTEMPT_LIST,
  } satisfies ListRoute,
};
