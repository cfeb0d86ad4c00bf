import fc from 'fast-check';
import { replay } from '#decider';
import type { CommandBody } from '#contracts';
import { decide, ENDPOINTS_MAX, evolve, INITIAL_REGISTRY, REGISTRY_COMMAND, type RegistryCommand, type RegistryState } from './decide';

type Body = CommandBody<RegistryCommand>;

const decider = { initialState: INITIAL_REGISTRY, evolve };

function after(state: RegistryState, command: Body): RegistryState {
  const decision = decide(command, state);
  return decision.accepted ? replay(decider, decision.events, state) : state;
}

describe('the registry of endpoints', () => {
  const register = (endpointId: string, url: string): Body => ({ type: REGISTRY_COMMAND.register, payload: { endpointId, url } });

  it('names who has a URL, whether or not there is room', () => {
    const state = after(INITIAL_REGISTRY, register('we_1', 'https://a/'));
    expect(decide(register('we_2', 'https://a/'), state)).toMatchObject({
      refusal: { code: 'resource_already_exists', details: { existing_id: 'we_1' } },
    });
  });

  it('lets an endpoint move when there is no room for another', () => {
    let state = INITIAL_REGISTRY;
    for (let number = 0; number < ENDPOINTS_MAX; number++) state = after(state, register(`we_${number}`, `https://${number}/`));
    expect(decide(register('we_x', 'https://x/'), state)).toMatchObject({ refusal: { code: 'limit_exceeded' } });
    expect(decide(register('we_0', 'https://x/'), state)).toMatchObject({ accepted: true });
  });

  it('never has more than 16 endpoints or one URL twice, in whatever order they come and go', () => {
    const endpointId = fc.integer({ min: 1, max: 30 }).map((number) => `we_${number}`);
    const url = fc.integer({ min: 1, max: 25 }).map((number) => `https://${number}/`);
    const command: fc.Arbitrary<Body> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constant(REGISTRY_COMMAND.register), payload: fc.record({ endpointId, url }) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant(REGISTRY_COMMAND.release), payload: fc.record({ endpointId }) }) },
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 100 }), (commands) => {
        const { urls } = commands.reduce(after, INITIAL_REGISTRY);
        const taken = Object.values(urls);
        expect(taken.length).toBeLessThanOrEqual(ENDPOINTS_MAX);
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });
});
