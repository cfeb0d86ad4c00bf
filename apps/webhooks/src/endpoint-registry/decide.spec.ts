import fc from 'fast-check';
import { replay } from '#decider';
import { decideRegistry, ENDPOINTS_MAX, evolveRegistry, INITIAL_REGISTRY, type RegistryInstruction, type RegistryState } from './decide';

const decider = { initialState: INITIAL_REGISTRY, evolve: evolveRegistry };

function after(state: RegistryState, instruction: RegistryInstruction): RegistryState {
  const decision = decideRegistry(instruction, state);
  return decision.accepted ? replay(decider, decision.events, state) : state;
}

describe('the registry of endpoints', () => {
  const register = (endpointId: string, url: string): RegistryInstruction => ({ type: 'Register', endpointId, url });

  it('names who has a URL, whether or not there is room', () => {
    const state = after(INITIAL_REGISTRY, register('we_1', 'https://a/'));
    expect(decideRegistry(register('we_2', 'https://a/'), state)).toMatchObject({
      refusal: { code: 'resource_already_exists', details: { existing_id: 'we_1' } },
    });
  });

  it('lets an endpoint move when there is no room for another', () => {
    let state = INITIAL_REGISTRY;
    for (let number = 0; number < ENDPOINTS_MAX; number++) state = after(state, register(`we_${number}`, `https://${number}/`));
    expect(decideRegistry(register('we_x', 'https://x/'), state)).toMatchObject({ refusal: { code: 'limit_exceeded' } });
    expect(decideRegistry(register('we_0', 'https://x/'), state)).toMatchObject({ accepted: true });
  });

  it('never has more than 16 endpoints or one URL twice, in whatever order they come and go', () => {
    const endpointId = fc.integer({ min: 1, max: 30 }).map((number) => `we_${number}`);
    const url = fc.integer({ min: 1, max: 25 }).map((number) => `https://${number}/`);
    const instruction: fc.Arbitrary<RegistryInstruction> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constant('Register' as const), endpointId, url }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('Release' as const), endpointId }) },
    );
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 100 }), (instructions) => {
        const { urls } = instructions.reduce(after, INITIAL_REGISTRY);
        const taken = Object.values(urls);
        expect(taken.length).toBeLessThanOrEqual(ENDPOINTS_MAX);
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });
});
