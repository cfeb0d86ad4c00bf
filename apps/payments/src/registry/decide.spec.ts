import { join } from 'node:path';
import { replay } from '#decider';
import { assertGoldenFiles } from '#event-store';
import { defineRegistry } from './aggregate';
import { COUNTED, decide, evolve, INITIAL_REGISTRY, registryCommandsOf, type CountedKind, type RegistryEvent } from './decide';

describe.each<CountedKind>(['plan', 'subscription', 'clockSubscription', 'testClock'])('the count of every %s', (kind) => {
  const { word, member, most } = COUNTED[kind];
  const added: RegistryEvent = { type: `${word}.added`, data: { [member]: 'one' } };
  const removed: RegistryEvent = { type: `${word}.removed`, data: { [member]: 'one' } };
  const outcome = (verb: 'add' | 'remove', given: RegistryEvent[]) => {
    const command = { type: registryCommandsOf(kind)[verb], payload: { memberId: 'another' } };
    const decision = decide(kind, command, replay({ initialState: INITIAL_REGISTRY, evolve }, given));
    return decision.accepted ? decision.events : decision.refusal.code;
  };

  it('takes as many as there may be, and another one when one is gone', () => {
    const full = Array<RegistryEvent>(most).fill(added);
    expect(outcome('add', full.slice(1))).toEqual([{ type: `${word}.added`, data: { [member]: 'another' } }]);
    expect(outcome('add', full)).toBe('limit_exceeded');
    expect(outcome('add', [...full, removed])).toEqual([{ type: `${word}.added`, data: { [member]: 'another' } }]);
    expect(outcome('remove', full)).toEqual([{ type: `${word}.removed`, data: { [member]: 'another' } }]);
  });

  it('reads events of every type ever written', () => assertGoldenFiles(join(__dirname, 'golden', kind), defineRegistry(kind)));
});
