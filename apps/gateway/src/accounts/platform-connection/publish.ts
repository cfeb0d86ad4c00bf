import type { ConnectionEventType, ConnectionResource } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { PlatformConnectionEvent } from './events';
import { shownConnection } from './render';
import type { PlatformConnectionState } from './state';

/** Stored type → what merchants see it as. */
const PUBLIC_NAME: Readonly<Record<PlatformConnectionEvent['type'], ConnectionEventType>> = {
  'platform_connection.created': 'connection.created',
  'platform_connection.updated': 'connection.updated',
  'platform_connection.revoked': 'connection.revoked',
};

/** Every stored event is written in version 1 so far. */
export const PLATFORM_CONNECTION_EVENT_DEFINITIONS = eventDefinitionsOf(PUBLIC_NAME);

/** Stored event → the public event of the connection, for the feed and the endpoints of the platform. */
export const publishPlatformConnection: Publish<PlatformConnectionState, PlatformConnectionEvent> = resourcePublisher({
  resourceType: 'connection',
  names: PUBLIC_NAME,
  render: shownConnection,
  idOf: ({ id }: ConnectionResource) => id,
});
