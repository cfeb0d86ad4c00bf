import fc from 'fast-check';
import { decide, evolve, INITIAL_REPLAY_QUEUE, type ReplayQueueState } from './decide';

const RULES = { runningMax: 2, openMax: 5 };

function after(steps: readonly string[], from = INITIAL_REPLAY_QUEUE): { state: ReplayQueueState; refusals: string[] } {
  const refusals: string[] = [];
  let state = from;
  for (const step of steps) {
    const type = step.startsWith('-') ? 'webhook_replay_queue.leave' : 'webhook_replay_queue.enter';
    const decision = decide({ type, payload: { replayId: step.replace('-', '') } }, state, RULES);
    if (decision.accepted) state = decision.events.reduce(evolve, state);
    else refusals.push(decision.refusal.code);
  }
  return { state, refusals };
}

describe('the queue of replays', () => {
  it('lets two work and the others wait in their order', () => {
    expect(after(['a', 'b', 'c', 'd']).state).toEqual({ running: ['a', 'b'], waiting: ['c', 'd'] });
  });

  it('gives a free place to the replay that waits longest', () => {
    expect(after(['a', 'b', 'c', 'd', '-a']).state).toEqual({ running: ['b', 'c'], waiting: ['d'] });
  });

  it('removes a waiting replay without starting another', () => {
    expect(after(['a', 'b', 'c', 'd', '-c']).state).toEqual({ running: ['a', 'b'], waiting: ['d'] });
  });

  it('refuses more than it holds, by name', () => {
    expect(after(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual({
      state: { running: ['a', 'b'], waiting: ['c', 'd', 'e'] },
      refusals: ['limit_exceeded'],
    });
  });

  it('knows everybody once, however often they come or go', () => {
    expect(after(['a', 'a', 'b', '-z', '-a', '-a']).state).toEqual({ running: ['b'], waiting: [] });
  });

  it('never runs more than may run, and no replay waits while a place is free', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const step = fc.tuple(fc.boolean(), name).map(([leaves, id]) => (leaves ? `-${id}` : id));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { running, waiting } = after(steps).state;
        expect(running.length).toBeLessThanOrEqual(RULES.runningMax);
        expect(new Set([...running, ...waiting]).size).toBe(running.length + waiting.length);
        if (waiting.length > 0) expect(running).toHaveLength(RULES.runningMax);
      }),
    );
  });
});
