import { CONNECTION_COMMAND_TYPES, type ConnectionCommand } from '#contracts';
import type { DueTask, Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import type { ConnectionEvent } from './events';
import { evolve } from './evolve';
import { CONNECTION_EVENT_DEFINITIONS, publishConnection } from './publish';
import { connectionAnswer, connectionResource } from './render';
import { shownConnections } from './shown-connections';
import { INITIAL_CONNECTION, type ConnectionState } from './state';

/** The task of bringing its events into the log of the platform. */
export const SHOW_PLATFORM = 'connections.show_platform';

/** What an account lets an app do, as the event store runs it: a stream of that account. Everything in here is pure. */
export function defineConnection(): ResourceAggregate<ConnectionState, ConnectionEvent> {
  return {
    streamType: 'connection',
    idKind: 'connection',
    stateSchema: 1,
    initialState: INITIAL_CONNECTION,
    commandTypes: CONNECTION_COMMAND_TYPES,
    eventTypes: CONNECTION_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as ConnectionCommand, state, nowMs),
    evolve,
    statusOf: ({ status }) => status,
    taskOf,
    render: connectionResource,
    complete: async (object, snapshot, store) => (await shownConnections([snapshot], store))[0] ?? object,
    publish: publishConnection,
    answer: (snapshot, command) => connectionAnswer(snapshot, command as ConnectionCommand),
  };
}

/** Of an app of the account itself one log holds them anyway. */
function taskOf({ head, state }: Snapshot<ConnectionState>): DueTask | null {
  if (state.status === 'none' || state.platformAccountId === head.accountId) return null;
  if (head.sequence <= (state.shownSequence ?? 0)) return null;
  return { name: SHOW_PLATFORM, dueAtMs: head.updatedAtMs, key: `${head.streamId} ${head.sequence}` };
}
