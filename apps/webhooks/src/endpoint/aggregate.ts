import { WEBHOOK_ENDPOINT_COMMAND_TYPES } from '#contracts';
import type { CreateReplayPayload, WebhookEndpointCommand } from '#contracts';
import type { FollowUp, FollowUps } from '#decider';
import type { AggregateDefinition, StateChange } from '#event-store';
import { decide } from './decide';
import { INITIAL_ENDPOINT, type EndpointState } from './state';
import type { EndpointEvent } from './events';
import { evolve } from './evolve';
import { ENDPOINT_EVENT_DEFINITIONS, publishEndpoint } from './publish';
import { endpointAnswer, endpointResource } from './render';
import { registryIdOf } from '../endpoint-registry/aggregate';
import { REGISTRY_COMMAND } from '../endpoint-registry/decide';

/** The task of destroying the key under which the secrets of a deleted endpoint were sealed. */
export const DESTROY_ENDPOINT_KEY = 'webhook_endpoints.destroy_key';

/** The webhook endpoint as the event store runs it. Everything in here is pure. */
export function defineEndpoint(): AggregateDefinition<EndpointState, EndpointEvent> {
  return {
    streamType: 'webhook_endpoint',
    idKind: 'webhookEndpoint',
    stateSchema: 1,
    initialState: INITIAL_ENDPOINT,
    commandTypes: WEBHOOK_ENDPOINT_COMMAND_TYPES,
    busCommandTypes: WEBHOOK_ENDPOINT_COMMAND_TYPES,
    creationTypes: ['webhook_endpoints.create'],
    eventTypes: ENDPOINT_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as WebhookEndpointCommand, state, { nowMs }),
    followUps: (change, command) => followUpsOf(change, command as WebhookEndpointCommand),
    relatedStreams: (command) => [registryIdOf(command)],
    evolve,
    statusOf: ({ status }) => status,
    taskOf({ head, state }) {
      if (state.status !== 'deleted' || state.isKeyDestroyed) return null;
      return { name: DESTROY_ENDPOINT_KEY, dueAtMs: state.deletedAtMs, key: head.streamId };
    },
    render: (snapshot) => endpointResource(snapshot),
    publish: publishEndpoint,
    answer: (snapshot, command) => endpointAnswer(snapshot, command as WebhookEndpointCommand),
  };
}

/** The registry records every URL that comes and goes, in the same commit; it may refuse. */
function followUpsOf({ before, after }: StateChange<EndpointState, EndpointEvent>, command: WebhookEndpointCommand): FollowUps {
  const [was, is] = [urlOf(before), urlOf(after)];
  if (was === is) return {};
  const endpointId = command.streamId;
  const streamId = registryIdOf(command);
  const followUp: FollowUp =
    is === null
      ? { streamId, type: REGISTRY_COMMAND.release, payload: { endpointId } }
      : { streamId, type: REGISTRY_COMMAND.register, payload: { endpointId, url: is } };
  return { followUps: [followUp, ...replayOf(command)] };
}

/** A new endpoint may ask for what happened before it: the replay is made with it, or neither is. */
function replayOf({ type, payload, streamId: endpointId }: WebhookEndpointCommand): FollowUp[] {
  if (type !== 'webhook_endpoints.create' || payload.startFrom === undefined) return [];
  const { replayId, sinceMs } = payload.startFrom;
  const wanted: CreateReplayPayload = {
    endpointId,
    sinceMs,
    untilMs: null,
    include: 'missed',
    types: [],
    resourceId: null,
    sinceParam: 'start_from',
  };
  return [{ streamId: replayId, type: 'webhook_replays.create', payload: wanted }];
}

/** The URL that the endpoint keeps others from taking. */
function urlOf(state: EndpointState): string | null {
  return state.status === 'enabled' || state.status === 'disabled' ? state.url : null;
}
