import { APP_COMMAND_TYPES, type AppCommand } from '#contracts';
import type { DueTask, StreamHead } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import type { AppEvent } from './events';
import { evolve } from './evolve';
import { appsList } from './list';
import { APP_EVENT_DEFINITIONS, publishApp } from './publish';
import { appAnswer, appResource } from './render';
import { INITIAL_APP, type AppState } from './state';

/** The task of ending the connections of a deleted app, and destroying the key under which its secret was sealed. */
export const CLEAR_APP = 'apps.clear';

/** The OAuth client as the event store runs it. Everything in here is pure. */
export function defineApp(): ResourceAggregate<AppState, AppEvent> {
  return {
    streamType: 'app',
    idKind: 'app',
    stateSchema: 1,
    initialState: INITIAL_APP,
    commandTypes: APP_COMMAND_TYPES,
    eventTypes: APP_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as AppCommand, state, nowMs),
    evolve,
    statusOf: ({ status }) => status,
    taskOf: ({ head, state }) => taskOf(state, head),
    render: appResource,
    publish: publishApp,
    list: appsList,
    answer: (snapshot, command) => appAnswer(snapshot, command as AppCommand),
  };
}

function taskOf(state: AppState, { streamId, updatedAtMs }: StreamHead): DueTask | null {
  if (state.status !== 'deleted' || state.isCleared) return null;
  return { name: CLEAR_APP, dueAtMs: updatedAtMs, key: streamId };
}
