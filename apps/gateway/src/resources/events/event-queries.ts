import type { ListRules } from '../../lists/list-rules';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** Digits of a position; it counts events. */
export const POSITION_DIGITS_MAX = 18;

/** Words of `resource.type`. */
const RESOURCE_TYPES = [
  'payment',
  'refund',
  'customer',
  'payment_method',
  'plan',
  'subscription',
  'mandate',
  'debit',
  'invoice',
  'tax_settings',
  'test_clock',
  'kyc.verification',
  'webhook_endpoint',
  'account',
  'api_key',
  'app',
  'connection',
] as const;

/** What the list of events takes. */
const EVENT_LIST: ListRules = {
  kind: 'event',
  filters: ['created_at'],
  own: {
    type: { eventTypes: true },
    resource_type: { words: RESOURCE_TYPES },
    object: { words: RESOURCE_TYPES },
    resource_id: { form: 'id' },
    object_id: { form: 'id' },
    correlation_id: { form: 'uuid' },
    after_position: { digitsMax: POSITION_DIGITS_MAX, about: 'Only what comes after this position of the feed.' },
    delivery_success: { words: ['true', 'false'] },
  },
  expand: [],
  hasPositions: true,
};

/** What each read of events takes, and where the service answers it. */
export const EVENT_QUERIES = {
  list: { service: 'webhooks', internalPath: () => '/internal/events', rules: EVENT_LIST } satisfies ListRoute,
  get: { resource: 'event', expand: [] } satisfies ShowRoute,
};
