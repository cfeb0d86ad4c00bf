import { API_KEY_COMMAND_TYPES, type ApiKeyCommand, type CreateApiKeyPayload, type HoldKeyOfAccountPayload } from '#contracts';
import type { FollowUp, FollowUps } from '#decider';
import type { DueTask, StateChange, StreamHead } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import { nextNotice } from './decide/notices';
import type { ApiKeyEvent } from './events';
import { evolve } from './evolve';
import { idleKeyIds } from './idle-keys.table';
import { apiKeysList } from './list';
import { API_KEY_EVENT_DEFINITIONS, publishApiKey } from './publish';
import { apiKeyAnswer, apiKeyResource } from './render';
import { shownKeys } from './shown-keys';
import { INITIAL_API_KEY, type ApiKeyState } from './state';

/** The task of finding out whether a key that ends soon is in use. */
export const LOOK_AT_USE = 'api_keys.look_at_use';
/** The task of destroying the key under which the text of a key that has ended was sealed. */
export const DESTROY_TEXT = 'api_keys.destroy_text';

/** The API key as the event store runs it. Everything in here is pure. */
export function defineApiKey(): ResourceAggregate<ApiKeyState, ApiKeyEvent> {
  return {
    streamType: 'api_key',
    idKind: 'apiKey',
    stateSchema: 1,
    initialState: INITIAL_API_KEY,
    commandTypes: API_KEY_COMMAND_TYPES,
    eventTypes: API_KEY_EVENT_DEFINITIONS,
    decide: (command, state, { nowMs }) => decide(command as ApiKeyCommand, state, nowMs),
    followUps: (change, command) => followUpsOf(change, command as ApiKeyCommand),
    relatedStreams: ({ accountId }) => [accountId],
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => (state.status === 'active' ? (state.expiresAtMs ?? null) : null), commandType: 'api_keys.end' },
    taskOf: ({ head, state }) => taskOf(state, head),
    render: apiKeyResource,
    complete: async (object, snapshot, store) => (await shownKeys([snapshot], store))[0] ?? object,
    completePage: shownKeys,
    narrow: narrowToIdle,
    publish: publishApiKey,
    list: apiKeysList,
    answer: (snapshot, command) => apiKeyAnswer(snapshot, command as ApiKeyCommand),
  };
}

/** When a key was last used is no row of the list. */
const narrowToIdle: NonNullable<ResourceAggregate['narrow']> = async (query, owner, store) => {
  const { unused_days: days, ...filters } = query.filters;
  if (days === undefined) return { query };
  return { query: { ...query, filters }, among: await idleKeyIds(store, owner, Number(days)) };
};

function taskOf(state: ApiKeyState, { streamId, updatedAtMs }: StreamHead): DueTask | null {
  if (state.status === 'active') {
    const notice = nextNotice(state);
    return notice && { name: LOOK_AT_USE, dueAtMs: notice.dueAtMs, key: `${streamId} ${notice.days}` };
  }
  if (state.status === 'none' || state.isTextDestroyed) return null;
  return { name: DESTROY_TEXT, dueAtMs: updatedAtMs, key: streamId };
}

/** The account has the list of its keys: a new one is held against its limits, and one that ends takes along those that it made. */
function followUpsOf({ before, after }: StateChange<ApiKeyState, ApiKeyEvent>, command: ApiKeyCommand): FollowUps {
  if (command.type === 'api_keys.roll') return rolledBy(after, command);
  if (command.type === 'api_keys.create') return { followUps: [held(command)] };
  if (before.status !== 'active' || after.status === 'active') return {};
  const isTakenAlong = after.status === 'revoked' && after.reason === 'maker_revoked';
  // The account has let go of it before it asked for its end.
  return isTakenAlong ? {} : { followUps: [released(command, after.status !== 'revoked' || after.reason !== 'rolled')] };
}

/** The new key is what its predecessor is, and answers. */
function rolledBy(state: ApiKeyState, command: Extract<ApiKeyCommand, { type: 'api_keys.roll' }>): FollowUps {
  if (state.status === 'none') return {};
  const { newKeyId, sealedText, hint, publishable, expiresAtMs } = command.payload;
  const { kind, name, scopes, allowedAddresses, metadata } = state;
  const payload: CreateApiKeyPayload = {
    ...{ kind, name, scopes, allowedAddresses, hint },
    ...(sealedText !== undefined && { sealedText }),
    ...(metadata !== undefined && { metadata }),
    ...(publishable !== undefined && { publishable }),
    ...(expiresAtMs !== undefined && { expiresAtMs, endsWithMaker: true }),
    idleKeyIds: [],
    rolledFrom: command.streamId,
  };
  const create: FollowUp = { streamId: newKeyId, type: 'api_keys.create', payload };
  // Made first, so that what this one made passes on before this one ends.
  return { followUps: state.status === 'active' ? [create] : [create, released(command, false)], answeredBy: 0 };
}

function held(command: Extract<ApiKeyCommand, { type: 'api_keys.create' }>): FollowUp {
  const { accountId, streamId: keyId, livemode, actor } = command;
  const { idleKeyIds, rolledFrom } = command.payload;
  // The key that rolls another one gets the text of the new one: that ends with it, as one that it created does.
  const maker = actor.kind === 'api_key' && { makerKeyId: actor.id };
  const takesPlaceOf = rolledFrom !== undefined && { takesPlaceOf: rolledFrom };
  const payload: HoldKeyOfAccountPayload = { keyId, livemode, idleKeyIds, ...takesPlaceOf, ...maker };
  return ofAccount(accountId, 'accounts.hold_key', payload);
}

function released({ accountId, streamId: keyId }: ApiKeyCommand, takesAlong: boolean): FollowUp {
  return ofAccount(accountId, 'accounts.release_key', { keyId, takesAlong });
}

/** An account is in one mode, whichever that of its key is. */
function ofAccount(streamId: string, type: string, payload: object): FollowUp {
  return { streamId, type, payload, livemode: true };
}
