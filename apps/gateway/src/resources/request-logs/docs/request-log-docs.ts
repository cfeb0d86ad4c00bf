import { RequestLogResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

const REQUEST_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'req_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;

/** What the reference says of each route of the request log. */
export const REQUEST_LOG_DOCS = {
  list: {
    summary: 'List requests',
    description:
      'All that changed something or were refused, and in test mode those that read; for `request_log_days`, within a second. Without bodies.',
    item: RequestLogResource,
  },
  get: {
    summary: 'Retrieve a request',
    description: 'With its bodies.',
    params: [REQUEST_ID],
    answer: { description: 'The request and its answer.', type: RequestLogResource },
  },
} as const satisfies Record<string, RouteDocs>;
