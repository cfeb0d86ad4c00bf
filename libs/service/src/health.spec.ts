import { Health } from './health';

describe('Health', () => {
  afterEach(() => jest.useRealTimers());

  it('is ready when every check is', async () => {
    const health = new Health();
    health.addReadiness('database', async () => ({ ok: true, detail: 'answers' }));
    health.markStarted();
    await expect(health.ready()).resolves.toEqual({ status: 'ok', checks: { database: { ok: true, detail: 'answers' } } });
  });

  it('is unavailable when one check is not, and still shows the others', async () => {
    const health = new Health();
    health.addReadiness('database', async () => ({ ok: true, detail: 'answers' }));
    health.addReadiness('bus', async () => ({ ok: false, detail: 'no broker' }));
    health.markStarted();
    const { status, checks } = await health.ready();
    expect(status).toBe('unavailable');
    expect(Object.keys(checks)).toEqual(['database', 'bus']);
  });

  it('is degraded, and names what is away, while only checks fail that some requests do without', async () => {
    const health = new Health();
    health.addReadiness('payments', async () => ({ ok: true, detail: 'answers' }));
    health.addReadiness('kyc', async () => ({ ok: false, detail: 'away' }), { isVital: false });
    health.markStarted();
    await expect(health.ready()).resolves.toMatchObject({ status: 'degraded', checks: { kyc: { ok: false, detail: 'away' } } });
    health.addReadiness('bus', async () => ({ ok: false, detail: 'no broker' }));
    await expect(health.ready()).resolves.toMatchObject({ status: 'unavailable' });
  });

  it('answers for a check that throws, without repeating its message', async () => {
    const health = new Health();
    health.addReadiness('database', () => Promise.reject(new TypeError('password canary')));
    const { status, checks } = await health.ready();
    expect(status).toBe('unavailable');
    expect(checks.database?.detail).toBe('the check failed with TypeError');
  });

  it('answers within two seconds for a check that hangs', async () => {
    jest.useFakeTimers();
    const health = new Health();
    health.addReadiness('database', () => new Promise(() => undefined));
    const ready = health.ready();
    await jest.advanceTimersByTimeAsync(2_000);
    await expect(ready).resolves.toMatchObject({
      status: 'unavailable',
      checks: { database: { ok: false, detail: 'no answer within 2000 ms' } },
    });
  });

  it('is neither ready nor serving before its start has ended, and says what the start waits for', async () => {
    const health = new Health();
    health.addReadiness('database', async () => ({ ok: true, detail: 'answers' }));
    expect(health.serving()).toEqual({ status: 'unavailable', detail: 'starting' });
    health.markWaiting('Postgres at db:5432 does not answer');
    const detail = 'starting: Postgres at db:5432 does not answer';
    expect(health.serving()).toEqual({ status: 'unavailable', detail });
    expect(health.live()).toEqual({ status: 'ok' });
    await expect(health.ready()).resolves.toMatchObject({ status: 'unavailable', checks: { lifecycle: { ok: false, detail } } });
  });

  it('serves while what it shares with other processes is away: it is asked for nothing of it', async () => {
    const health = new Health();
    const check = jest.fn(() => Promise.reject(new Error('no broker')));
    health.addReadiness('bus', check);
    health.markStarted();
    expect(health.serving()).toEqual({ status: 'ok', detail: 'started' });
    expect(check).not.toHaveBeenCalled();
    await expect(health.ready()).resolves.toMatchObject({ status: 'unavailable' });
  });

  it('stays alive but neither ready nor serving while it stops', async () => {
    const health = new Health();
    health.markStarted();
    health.markStopping();
    expect(health.live()).toEqual({ status: 'ok' });
    expect(health.serving()).toEqual({ status: 'unavailable', detail: 'stopping' });
    await expect(health.ready()).resolves.toMatchObject({ status: 'unavailable' });
  });
});
