import { join } from 'node:path';
import { WEBHOOK_ENDPOINT_EVENT_TYPES, type Command } from '#contracts';
import { assertGoldenFiles, type AggregateDefinition, type Snapshot, decideInMemory } from '#event-store';
import { ACCOUNT, endpointCommand, endpointPayload } from '../../test/endpoint-commands';
import { NOW_MS } from '../../test/endpoint-histories';
import type { EndpointState } from './state';
import { ENDPOINT_PUBLIC_NAME } from './publish';
import { DESTROY_ENDPOINT_KEY, defineEndpoint } from './aggregate';
import { defineEndpointRegistry, registryIdOf } from '../endpoint-registry/aggregate';

const aggregate = defineEndpoint();
const streamId = 'we_0QvAb12c07ABCDEFGHIJKLMN';
const create = endpointCommand('webhook_endpoints.create', endpointPayload(), { streamId });
const remove = endpointCommand('webhook_endpoints.delete', {}, { streamId });
const OTHER_URL = 'https://other.example.com/';

function handled(command: Command, state: EndpointState) {
  const decision = decideInMemory(aggregate, command, state, { nowMs: NOW_MS, related: () => null });
  if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
  return decision;
}

/** The endpoint after commands that are all accepted, at the time of the tests. */
function after(...commands: Command[]): Snapshot<EndpointState> {
  let state = aggregate.initialState;
  for (const command of commands) for (const event of handled(command, state).events) state = aggregate.evolve(state, event);
  const head = { streamId, accountId: ACCOUNT, livemode: false, version: 1, sequence: 1, createdAtMs: NOW_MS, updatedAtMs: NOW_MS };
  return { head, state };
}

function answer(...commands: [...Command[], Command]): Record<string, unknown> {
  return aggregate.answer?.(after(...commands), commands.at(-1) as Command) as Record<string, unknown>;
}

describe('events of every type ever written', () => {
  it.each<[string, AggregateDefinition]>([
    ['golden', aggregate],
    ['../endpoint-registry/golden', defineEndpointRegistry()],
  ])('%s fold to the state they led to', (folder, owner) => assertGoldenFiles(join(__dirname, folder), owner));

  it('publish only names of the catalog, and each name of it has a fact behind it', () => {
    const names = [...new Set(Object.values(ENDPOINT_PUBLIC_NAME).filter((name) => name !== null))].sort();
    expect(names).toEqual([...WEBHOOK_ENDPOINT_EVENT_TYPES].sort());
  });
});

describe('an endpoint asks of others', () => {
  const registry = registryIdOf({ accountId: ACCOUNT, livemode: false });
  const followUpsOf = (command: Command, state: EndpointState) => handled(command, state).followUps ?? [];

  it('to be registered with its URL, to be moved with it, and to be released', () => {
    expect(followUpsOf(create, aggregate.initialState)).toEqual([
      { streamId: registry, type: 'webhook_registries.register', payload: { endpointId: streamId, url: endpointPayload().url } },
    ]);
    const move = endpointCommand('webhook_endpoints.update', { url: OTHER_URL }, { streamId });
    expect(followUpsOf(move, after(create).state)).toEqual([
      { streamId: registry, type: 'webhook_registries.register', payload: { endpointId: streamId, url: OTHER_URL } },
    ]);
    expect(followUpsOf(remove, after(create).state)).toEqual([
      { streamId: registry, type: 'webhook_registries.release', payload: { endpointId: streamId } },
    ]);
    const rename = endpointCommand('webhook_endpoints.update', { description: 'x' }, { streamId });
    expect(followUpsOf(rename, after(create).state)).toEqual([]);
  });

  it('to replay what happened before it, in the same commit, and keeps no trace of that in its own log', () => {
    const asking = endpointCommand('webhook_endpoints.create', endpointPayload({ startFrom: { replayId: 'whr_1', sinceMs: 5 } }), {
      streamId,
    });
    const [, replay] = followUpsOf(asking, aggregate.initialState);
    expect(replay).toMatchObject({
      streamId: 'whr_1',
      type: 'webhook_replays.create',
      payload: { endpointId: streamId, sinceMs: 5, include: 'missed' },
    });
    expect(handled(asking, aggregate.initialState).events[0]?.data).not.toHaveProperty('startFrom');
    expect(aggregate.answer?.(after(asking), asking)).toMatchObject({ replay_id: 'whr_1' });
  });

  it('to destroy its key, until a command reports that this is done', () => {
    expect(aggregate.taskOf?.(after(create))).toBeNull();
    expect(aggregate.taskOf?.(after(create, remove))).toEqual({ name: DESTROY_ENDPOINT_KEY, dueAtMs: NOW_MS, key: streamId });
    const reported = endpointCommand('webhook_endpoints.record_key_destroyed', {}, { streamId });
    expect(aggregate.taskOf?.(after(create, remove, reported))).toBeNull();
  });

  it('has one registry in each mode of an account', () => {
    const ids = [registry, registryIdOf({ accountId: ACCOUNT, livemode: true }), registryIdOf({ accountId: 'acct_1', livemode: false })];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('what a command is answered', () => {
  const update = endpointCommand('webhook_endpoints.update', { description: 'x' }, { streamId });
  const fresh = { ...endpointPayload(), keys: [{ ...endpointPayload().keys[0]!, sealed: '~s1.we_1.new' }], gracePeriodSeconds: 60 };
  const rotate = endpointCommand('webhook_endpoints.rotate_secret', fresh, { streamId });

  it('has the secret when it is new, and at no other time', () => {
    expect(answer(create)).toMatchObject({ secret: '~s1.we_1.secret' });
    expect(answer(create, rotate)).toMatchObject({ secret: '~s1.we_1.new' });
    for (const shown of [answer(create, update), aggregate.render(after(create, rotate))])
      expect(JSON.stringify(shown)).not.toContain('~s1.');
  });

  it('has no secret in a dry run: it would be the secret of nothing', () => {
    expect(answer({ ...create, dryRun: true })).toMatchObject({ secret: null });
  });

  it('says when it is deleted that it is', () => {
    expect(answer(create, remove)).toEqual({ id: streamId, object: 'webhook_endpoint', deleted: true });
  });
});
