import { startHundi, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { FolderServer } from './folder-server';
import { latencyAt } from './invariants/availability';
import { HIGH_RATE, startSteadyLoad } from './steady-load';
import { obey, storm } from './storm';

/** So few that a machine which pays 300 a second answers each within a second when there is no storm. */
const CALLERS = 150;
const LONG_WAITING = { callers: CALLERS, timeoutMs: 20_000, seconds: 6 };
/** They wait a second, and come again at once. For the first two seconds no request is answered. */
const HASTY = { callers: CALLERS, timeoutMs: 1_000, seconds: 24, countedAfterSeconds: 2 };
const GOODPUT_LEAST = 0.8;
/** Reads a second of one account in live mode; limits of test mode are out of reach. */
const READS = 50;
const UNREACHED = '1000000';
const OBEDIENT = { callers: 100, seconds: 5 };
/** In milliseconds, when the storm is over. */
const QUICK_MS = 1_000;

/** All callers time out and come again at once (F28). */
describe('a retry storm', () => {
  let hundi: HundiProcess;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_TEST_WRITES: UNREACHED, CONCURRENCY_LIMIT: '100000', RATE_LIMIT_LIVE_READS: String(READS) };
    hundi = await startHundi({ mode: 'embedded', environment: { ...limits, LOG_LEVEL: 'fatal' } });
  }, 120_000);
  afterAll(() => hundi?.stopAndRemove());

  it('leaves four fifths of what the same machine pays without it, says each time when to come again, and is over when it ends', async () => {
    const target = { baseUrl: hundi.baseUrl, apiKey: hundi.testKey };
    // Views and deliveries fall behind at first, and take their share when they follow.
    await storm({ ...target, ...LONG_WAITING });
    const before = await storm({ ...target, ...LONG_WAITING });
    const postgres = new FolderServer(hundi.dataDir);
    postgres.signalAll('SIGSTOP');
    const during = storm({ ...target, ...HASTY });
    await lasting(HASTY.countedAfterSeconds);
    postgres.signalAll('SIGCONT');
    const { goodput, silent, timeouts } = await during;
    const after = await storm({ ...target, ...LONG_WAITING });
    // The rate falls as the tables grow: without the storm it would lie between the two.
    const usual = (before.goodput + after.goodput) / 2;
    expect(timeouts).toBeGreaterThan(CALLERS);
    expect(silent).toEqual([]);
    expect(goodput).toBeGreaterThan(GOODPUT_LEAST * usual);
    await lasting(2);
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], ...HIGH_RATE });
    await lasting(3);
    expect(latencyAt(0.99, await load.stop())).toBeLessThan(QUICK_MS);
  }, 120_000);

  it('tells everyone who is refused when to come again, and serves its full rate to callers who come no sooner', async () => {
    const { served, refusals, silent } = await obey({ baseUrl: hundi.baseUrl, apiKey: hundi.liveKey, ...OBEDIENT });
    expect(silent).toEqual([]);
    expect(served).toBeGreaterThan(GOODPUT_LEAST * READS * OBEDIENT.seconds);
    // Each answer asks for a wait of at least a second.
    expect(refusals).toBeGreaterThan(OBEDIENT.callers);
    expect(refusals).toBeLessThanOrEqual(OBEDIENT.callers * (OBEDIENT.seconds + 1));
  }, 30_000);
});
