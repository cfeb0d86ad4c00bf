import { once } from 'node:events';
import { createReadStream } from 'node:fs';

describe('the fake timers of a suite', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('neither hold nor count what a stream of Node calls back', async () => {
    const stream = createReadStream(__filename).resume();
    await once(stream, 'close');
    expect(jest.getTimerCount()).toBe(0);
  });
});
