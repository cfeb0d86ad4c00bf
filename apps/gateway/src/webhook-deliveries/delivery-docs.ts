import { DELIVERY_STATUSES } from '#contracts';
import type { ListRules } from '../lists/list-rules';

export const DELIVERY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'whd_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
export const EVENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/**
 * What the lists of deliveries take: `state` is another name of `status`, `since` and `until`
 * of `created_at`, `resource` of `resource_id`, which is what the objects and the list of events call it.
 */
export const DELIVERY_LIST: ListRules = {
  kind: 'webhookDelivery',
  filters: ['created_at', 'status'],
  statuses: DELIVERY_STATUSES,
  own: {
    state: { words: DELIVERY_STATUSES },
    type: { eventTypes: true },
    resource: { textMax: 64 },
    resource_id: { textMax: 64 },
    event_id: { id: 'event' },
    since: { instant: true },
    until: { instant: true },
  },
  expand: [],
};

/** What the list of attempts takes. */
export const ATTEMPT_LIST: ListRules = { kind: 'webhookAttempt', filters: [], expand: [] };
