import { InFlightKeys, KEY_WAIT_MS } from './in-flight';

const later = () => {
  let settle: (value: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => (settle = resolve));
  return { promise, settle };
};

describe('keys in flight', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('makes a second request with the same key wait until the first is answered', async () => {
    const keys = new InFlightKeys();
    const first = later();
    const order: string[] = [];
    const running = keys.run('k', () => first.promise).then((answer) => order.push(answer));
    const waiting = keys.run('k', async () => 'second').then((answer) => order.push(answer));
    await jest.advanceTimersByTimeAsync(KEY_WAIT_MS - 1);
    first.settle('first');
    await Promise.all([running, waiting]);
    expect(order).toEqual(['first', 'second']);
  });

  it('answers idempotency_key_in_use after two seconds and never starts the work', async () => {
    const keys = new InFlightKeys();
    const work = jest.fn();
    void keys.run('k', () => later().promise);
    const refused = expect(keys.run('k', work)).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    await jest.advanceTimersByTimeAsync(KEY_WAIT_MS);
    await refused;
    expect(work).not.toHaveBeenCalled();
  });

  it('does not make other keys wait', async () => {
    const keys = new InFlightKeys();
    void keys.run('k', () => later().promise);
    await expect(keys.run('other', async () => 'done')).resolves.toBe('done');
  });

  it('frees the key when the request fails', async () => {
    const keys = new InFlightKeys();
    await expect(keys.run('k', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    await expect(keys.run('k', async () => 'done')).resolves.toBe('done');
  });
});
