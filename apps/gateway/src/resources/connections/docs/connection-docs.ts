import { ConnectionResource, DeletedConnection } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

const CONNECTION_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'conn_0VB3xQ9k42Cn4d8TmWq7ZcHs' } as const;

/** What the reference says of each route of connections. */
export const CONNECTION_DOCS = {
  list: {
    summary: 'List connections',
    description: 'What apps may do for your account, and what your apps may do for other accounts.',
    item: ConnectionResource,
  },
  get: {
    summary: 'Retrieve a connection',
    description: 'For the account, and for the platform that owns the app.',
    params: [CONNECTION_ID],
    answer: { description: 'The connection.', type: ConnectionResource },
  },
  revoke: {
    summary: 'End a connection',
    description: 'By the account, or by the platform. Its tokens are refused within five seconds.',
    params: [CONNECTION_ID],
    answer: { status: 200, description: 'That it has ended.', type: DeletedConnection },
  },
} as const satisfies Record<string, RouteDocs>;
