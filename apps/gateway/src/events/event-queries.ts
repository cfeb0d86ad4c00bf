import type { ListRules } from '../lists/list-rules';
import type { ListRoute, ShowRoute } from '../queries/read-route';

/** Digits of a position; it counts events. */
export const POSITION_DIGITS_MAX = 18;

/** Words of `resource.type`. */
const RESOURCE_TYPES = [
  'payment',
  'refund',
  'customer',
  'payment_method',
  'plan',
  'mandate',
  'debit',
  'invoice',
  'tax_settings',
  'test_clock',
  'kyc.verification',
  'webhook_endpoint',
] as const;

/**
 * What the list of events takes. Not `min_position`: the position of a write counts the log of one service, that of the feed
 * all of them. What a write caused is in the history of its object at once.
 */
const EVENT_LIST: ListRules = {
  kind: 'event',
  filters: ['created_at'],
  own: {
    type: { eventTypes: true },
    resource_type: { words: RESOURCE_TYPES },
    object: { words: RESOURCE_TYPES },
    resource_id: { textMax: 64 },
    object_id: { textMax: 64 },
    correlation_id: { textMax: 64 },
    after_position: { digitsMax: POSITION_DIGITS_MAX },
    delivery_success: { words: ['true', 'false'] },
  },
  expand: [],
  hasMinPosition: false,
  hasPositions: true,
};

/** What each read of events takes, and where the service answers it. */
export const EVENT_QUERIES = {
  list: { service: 'webhooks', internalPath: () => '/internal/events', rules: EVENT_LIST } satisfies ListRoute,
  get: { resource: 'event', expand: [] } satisfies ShowRoute,
};
