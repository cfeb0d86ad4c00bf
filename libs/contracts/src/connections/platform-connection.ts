import type { Command } from '../command';
import type { ConnectionResource } from './connection.resource';
import type { ConnectionEventType } from './events';

/** A public event of a connection, for the log of the account that owns the app. */
export interface ShownConnection {
  type: ConnectionEventType;
  /** As it was right after that event. */
  connection: ConnectionResource;
}

export type PlatformConnectionCommand = Command<'platform_connections.record', ShownConnection>;
