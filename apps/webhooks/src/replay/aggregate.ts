import type { Command, WebhookReplayCommandType } from '#contracts';
import { WEBHOOK_REPLAY_COMMAND_TYPES } from '#contracts';
import type { FollowUp, FollowUps } from '#decider';
import { derivedIdOf, eventDefinitionsOf, type HandlingContext, type Owner } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide, type ReplayCommand, type ReplayContext } from './decide';
import type { ReplayEvent, ReplayEventName } from './events';
import { evolve } from './evolve';
import { INITIAL_REPLAY, type ReplayState } from './state';
import type { ReplayRules } from './decide/rules';
import { replayResource } from './render';
import { replaysList } from './list';

/** The task that works through the feed. */
export const WORK_REPLAY_TASK = 'work_replay';

/** Nothing of a replay is public: what it brings are events that are public already. */
const NAMES: Readonly<Record<ReplayEventName, null>> = {
  'webhook_replay.created': null,
  'webhook_replay.begun': null,
  'webhook_replay.advanced': null,
  'webhook_replay.completed': null,
  'webhook_replay.failed': null,
  'webhook_replay.cancelled': null,
};
const ENDINGS: ReadonlySet<ReplayEventName> = new Set<ReplayEventName>([
  'webhook_replay.completed',
  'webhook_replay.failed',
  'webhook_replay.cancelled',
]);

/** The stream of the queue that all replays of an account and mode go through. */
export function replayQueueIdOf(owner: Owner): string {
  return derivedIdOf('webhookReplayQueue', owner, 'replays');
}

/**
 * A replay as the event store runs it: a job that survives every crash, because what is left to do follows from its state.
 * It enters the queue of its account in the commit that makes it, and leaves it in the commit that ends it.
 */
export function defineReplay(rules: ReplayRules): ResourceAggregate<ReplayState, ReplayEvent> {
  return {
    streamType: 'webhook_replay',
    idKind: 'webhookReplay',
    stateSchema: 1,
    initialState: INITIAL_REPLAY,
    commandTypes: WEBHOOK_REPLAY_COMMAND_TYPES,
    busCommandTypes: ['webhook_replays.create', 'webhook_replays.cancel'],
    creationTypes: ['webhook_replays.create'],
    eventTypes: eventDefinitionsOf(NAMES),
    relatedStreams: (command) => [replayQueueIdOf(command), ...targetsOf(command as ReplayCommand)],
    decide: (command, state, { nowMs, related }) =>
      decide(command as ReplayCommand, state, { nowMs, rules, endpointStatus: (id) => statusIn(related(id)) }),
    followUps: ({ events }, command) => followUpsOf(events, command),
    evolve,
    statusOf: ({ status }) => status,
    taskOf: ({ head, state }) =>
      state.status === 'running'
        ? { name: WORK_REPLAY_TASK, dueAtMs: state.dueAtMs, key: `${head.streamId} ${state.progress.cursor}` }
        : null,
    render: replayResource,
    list: replaysList,
  };
}

function targetsOf(command: ReplayCommand): string[] {
  return command.type === 'webhook_replays.create' ? [command.payload.endpointId] : [];
}

/** A deleted endpoint is answered like one that never was. */
function statusIn(endpoint: ReturnType<HandlingContext['related']>): ReturnType<ReplayContext['endpointStatus']> {
  const { status = null } = (endpoint?.state ?? {}) as { status?: string };
  return status === 'enabled' || status === 'disabled' ? status : null;
}

function followUpsOf(events: readonly ReplayEvent[], { streamId, accountId, livemode }: Command): FollowUps {
  const followUps = events.flatMap(({ type }): FollowUp<WebhookReplayCommandType>[] => {
    const verb = type === 'webhook_replay.created' ? 'enter' : ENDINGS.has(type) ? 'leave' : null;
    if (verb === null) return [];
    return [
      {
        streamId: replayQueueIdOf({ accountId, livemode }),
        type: `webhook_replay_queue.${verb}`,
        payload: { replayId: streamId },
      },
    ];
  });
  return { followUps };
}
