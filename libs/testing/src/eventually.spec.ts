import { eventually } from './eventually';

describe('eventually', () => {
  it('returns what the assertion returns once it holds', async () => {
    let tries = 0;
    const attempt = (): number => {
      tries++;
      if (tries < 3) throw new Error('not yet');
      return tries;
    };
    await expect(eventually(attempt, { everyMs: 1 })).resolves.toBe(3);
  });

  it('throws the last error when the time is over', async () => {
    await expect(eventually(() => expect(1).toBe(2), { withinMs: 30, everyMs: 5 })).rejects.toThrow('still so after 30 ms');
  });

  it('does not wait for an assertion that never settles', async () => {
    await expect(eventually(() => new Promise(() => undefined), { withinMs: 30 })).rejects.toThrow('did not settle');
  });

  it('says what was wrong before the try that was cut off', async () => {
    let tries = 0;
    const attempt = (): Promise<void> => (++tries < 3 ? Promise.reject(new Error('not yet')) : new Promise(() => undefined));
    await expect(eventually(attempt, { withinMs: 60, everyMs: 1 })).rejects.toThrow('not yet');
  });
});
