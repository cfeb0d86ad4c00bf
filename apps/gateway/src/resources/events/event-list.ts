import type { ListRules } from '../../lists/list-rules';

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

/** Rules of the list of events. */
export const EVENT_LIST = {
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
  hasPositions: true,
} as const satisfies Partial<ListRules>;
