/** Every public event type of a connection. */
export const CONNECTION_EVENT_TYPES = ['connection.created', 'connection.updated', 'connection.revoked'] as const;
export type ConnectionEventType = (typeof CONNECTION_EVENT_TYPES)[number];
