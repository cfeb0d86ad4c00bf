import type { HeaderSchemas } from '../docs/answers.decorator';
import type { ListRules } from '../lists/list-rules';

/** The path parameter of the routes of one event. */
export const EVENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** Where an answer of the feed stands. */
export const FEED_POSITION_HEADER: HeaderSchemas = {
  'Feed-Position': {
    description: 'Position in the feed: of the one event, or up to which a list has looked. `GET /v1/events/stream` goes on after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
  },
};

/** Words of `resource.type`. */
const RESOURCE_TYPES = ['payment', 'refund', 'customer', 'payment_method', 'kyc.verification', 'webhook_endpoint'] as const;

/** Digits of a position; it counts events. */
export const POSITION_DIGITS_MAX = 18;

/**
 * What the list of events takes. Not `min_position`: the position of a write counts the log of one service, that of the feed
 * all of them. What a write caused is in the history of its object at once.
 */
export const EVENT_LIST: ListRules = {
  kind: 'event',
  filters: ['created_at'],
  own: {
    type: { eventTypes: true },
    resource_type: { words: RESOURCE_TYPES },
    object: { words: RESOURCE_TYPES },
    resource_id: { textMax: 64 },
    object_id: { textMax: 64 },
    after_position: { digitsMax: POSITION_DIGITS_MAX },
    delivery_success: { words: ['true', 'false'] },
  },
  expand: [],
  hasMinPosition: false,
  hasPositions: true,
};
