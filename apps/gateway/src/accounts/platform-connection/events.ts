import type { ConnectionEventType, ConnectionResource, DomainEvent } from '#contracts';

/** What became of a connection, as its platform is shown it. */
export type PlatformConnectionEvent = DomainEvent<`platform_${ConnectionEventType}`, { connection: ConnectionResource }>;
