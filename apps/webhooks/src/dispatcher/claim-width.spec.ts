import { LANES_MAX, QUANTUM } from '../delivery-queue/delivery-queue';
import { ClaimWidth, LANES_MIN } from './claim-width';

describe('how many lanes a claim looks at', () => {
  it('as many as there may be, before anything is known', () => {
    expect(new ClaimWidth().lanesFor(256)).toBe(LANES_MAX);
  });

  it('fewer after every claim that was filled, and never fewer than fill the next one', () => {
    const width = new ClaimWidth();
    for (let claims = 0; claims < 10; claims++) width.learn(true);
    expect(width.lanesFor(256)).toBe(256 / QUANTUM);
    expect(width.lanesFor(1)).toBe(LANES_MIN);
  });

  it('more again as soon as a claim was not filled', () => {
    const width = new ClaimWidth();
    for (let claims = 0; claims < 10; claims++) width.learn(true);
    const before = width.lanesFor(1);
    width.learn(false);
    expect(width.lanesFor(1)).toBe(2 * before);
    for (let claims = 0; claims < 10; claims++) width.learn(false);
    expect(width.lanesFor(1)).toBe(LANES_MAX);
  });
});
