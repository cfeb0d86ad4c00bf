import type { ConnectionEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { ConnectionEvent } from './events';
import { connectionResource } from './render';
import type { ConnectionState } from './state';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const CONNECTION_PUBLIC_NAME: Readonly<Record<ConnectionEvent['type'], ConnectionEventType | null>> = {
  'connection.created': 'connection.created',
  'connection.updated': 'connection.updated',
  'connection.revoked': 'connection.revoked',
  'connection.shown': null,
};

/** Every stored event is written in version 1 so far. */
export const CONNECTION_EVENT_DEFINITIONS = eventDefinitionsOf(CONNECTION_PUBLIC_NAME);

/** Stored event → public event with the whole connection right after it; null for an internal one. */
export const publishConnection: Publish<ConnectionState, ConnectionEvent> = resourcePublisher({
  resourceType: 'connection',
  names: CONNECTION_PUBLIC_NAME,
  render: connectionResource,
});
