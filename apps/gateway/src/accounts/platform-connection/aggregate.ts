import type { PlatformConnectionCommand } from '#contracts';
import type { AggregateDefinition } from '#event-store';
import { decide } from './decide';
import type { PlatformConnectionEvent } from './events';
import { evolve } from './evolve';
import { PLATFORM_CONNECTION_EVENT_DEFINITIONS, publishPlatformConnection } from './publish';
import { shownConnection } from './render';
import { INITIAL_PLATFORM_CONNECTION, type PlatformConnectionState } from './state';

/**
 * A connection in the log of the platform, so that both accounts have its events: it is a stream of the account that consented, and a
 * feed shows what the log of its own account holds. Everything in here is pure.
 */
export function definePlatformConnection(): AggregateDefinition<PlatformConnectionState, PlatformConnectionEvent> {
  return {
    streamType: 'platform_connection',
    idKind: 'platformConnection',
    stateSchema: 1,
    initialState: INITIAL_PLATFORM_CONNECTION,
    commandTypes: ['platform_connections.record'],
    eventTypes: PLATFORM_CONNECTION_EVENT_DEFINITIONS,
    decide: (command, state) => decide(command as PlatformConnectionCommand, state),
    evolve,
    statusOf: ({ connection }) => connection?.status ?? 'none',
    render: shownConnection,
    publish: publishPlatformConnection,
  };
}
