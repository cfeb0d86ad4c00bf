import { WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES } from '#contracts';
import { eventDefinitionsOf, type AggregateDefinition } from '#event-store';
import { decide, evolve, INITIAL_REPLAY_QUEUE, type ReplayQueueCommand, type ReplayQueueEvent, type ReplayQueueState } from './decide';
import type { ReplayRules } from '../replay/decide/rules';

/** The replays of one account and mode that have not ended, as the event store runs them. A replay whose turn it is begins in the same commit. */
export function defineReplayQueue(rules: ReplayRules): AggregateDefinition<ReplayQueueState, ReplayQueueEvent> {
  return {
    streamType: 'webhook_replay_queue',
    idKind: 'webhookReplayQueue',
    stateSchema: 1,
    initialState: INITIAL_REPLAY_QUEUE,
    commandTypes: WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES,
    eventTypes: eventDefinitionsOf({ 'webhook_replay_queue.entered': null, 'webhook_replay_queue.left': null }),
    decide: (command, state) => decide(command as ReplayQueueCommand, state, rules),
    followUps({ events }) {
      const begun = events.flatMap(begunBy);
      return { followUps: begun.map((streamId) => ({ streamId, type: 'webhook_replays.begin', payload: {} })) };
    },
    evolve,
    statusOf: ({ running }) => (running.length > 0 ? 'working' : 'idle'),
    render: ({ state }) => state,
  };
}

/** The replay whose turn it is now. */
function begunBy(event: ReplayQueueEvent): string[] {
  if (event.type === 'webhook_replay_queue.entered') return event.data.begins ? [event.data.replayId] : [];
  return event.data.next === null ? [] : [event.data.next];
}
