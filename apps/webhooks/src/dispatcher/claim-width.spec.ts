import { QUEUES_MAX, QUANTUM } from '../delivery-queue/delivery-queue';
import { ClaimWidth, QUEUES_MIN } from './claim-width';

describe('how many queues a claim looks at', () => {
  it('as many as there may be, before anything is known', () => {
    expect(new ClaimWidth().queuesFor(256)).toBe(QUEUES_MAX);
  });

  it('fewer after every claim that was filled, and never fewer than fill the next one', () => {
    const width = new ClaimWidth();
    for (let claims = 0; claims < 10; claims++) width.learn(true);
    expect(width.queuesFor(256)).toBe(256 / QUANTUM);
    expect(width.queuesFor(1)).toBe(QUEUES_MIN);
  });

  it('more again as soon as a claim was not filled', () => {
    const width = new ClaimWidth();
    for (let claims = 0; claims < 10; claims++) width.learn(true);
    const before = width.queuesFor(1);
    width.learn(false);
    expect(width.queuesFor(1)).toBe(2 * before);
    for (let claims = 0; claims < 10; claims++) width.learn(false);
    expect(width.queuesFor(1)).toBe(QUEUES_MAX);
  });
});
