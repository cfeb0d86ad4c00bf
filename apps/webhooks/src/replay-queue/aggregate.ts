import type { Command, WebhookReplayCommand } from '#contracts';
import { WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES } from '#contracts';
import { eventDefinitionsOf, type AggregateDefinition } from '#event-store';
import { decideQueue, evolveQueue, INITIAL_REPLAY_QUEUE, type ReplayQueueEvent, type ReplayQueueState } from './decide';
import type { ReplayRules } from '../replay/decide/rules';

type OwnCommand = Extract<WebhookReplayCommand, { type: (typeof WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES)[number] }>;

/** The replays of one account and mode that have not ended, as the event store runs them: whose turn it is, it tells in the same commit. */
export function replayQueueAggregate(rules: ReplayRules): AggregateDefinition<ReplayQueueState, ReplayQueueEvent> {
  return {
    streamType: 'webhook_replay_queue',
    idKind: 'webhookReplayQueue',
    stateSchema: 1,
    initialState: INITIAL_REPLAY_QUEUE,
    commandTypes: WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES,
    eventTypes: eventDefinitionsOf({ 'webhook_replay_queue.entered': null, 'webhook_replay_queue.left': null }),
    handle(command: Command, state) {
      const { type, payload } = command as OwnCommand;
      const instruction = type === 'webhook_replay_queue.enter' ? 'EnterQueue' : 'LeaveQueue';
      const decision = decideQueue({ type: instruction, replayId: payload.replayId }, state, rules);
      if (!decision.accepted) return decision;
      const begins = decision.events.flatMap(begunBy);
      return { ...decision, followUps: begins.map((streamId) => ({ streamId, type: 'webhook_replays.begin', payload: {} })) };
    },
    evolve: evolveQueue,
    statusOf: ({ running }) => (running.length > 0 ? 'working' : 'idle'),
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: ({ state }) => JSON.stringify(state),
  };
}

/** Whoever's turn it is now. */
function begunBy(event: ReplayQueueEvent): string[] {
  if (event.type === 'webhook_replay_queue.entered') return event.data.begins ? [event.data.replayId] : [];
  return event.data.next === null ? [] : [event.data.next];
}
