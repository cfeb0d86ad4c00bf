import { EventResource } from '#contracts';
import type { HeaderSchemas } from '../../../docs/answers.decorator';
import type { RouteDocs } from '../../../docs/route-docs';

/** The path parameter of the routes of one event. */
export const EVENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** Where an answer of the feed stands. */
const FEED_POSITION_HEADER: HeaderSchemas = {
  'Feed-Position': {
    description: 'Position in the feed: of the one event, or up to which a list has looked. `GET /v1/events/stream` goes on after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
  },
};

/** What the reference says of each route of events. */
export const EVENT_DOCS = {
  list: { summary: 'List events', item: EventResource, headers: FEED_POSITION_HEADER },
  get: {
    summary: 'Retrieve an event',
    params: [EVENT_ID],
    answer: { description: 'The event.', type: EventResource, headers: FEED_POSITION_HEADER },
  },
} as const satisfies Record<string, RouteDocs>;
