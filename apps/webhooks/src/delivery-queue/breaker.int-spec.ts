import { EndpointCounts } from '../endpoint/endpoint-counts.table';
import { HealthReader } from '../stats/health-reader';
import { BLOCKED, GONE, INTERNAL, NOT_FOUND, OK, QueueFixture, SERVER_ERROR, TOO_MANY } from './test/queue-fixture';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Every row of docs/reference/webhooks.md, Circuit breaker, and what a 429 does (Outcomes of an attempt). */
describe('the breaker of a queue', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    await fixture.endpoint('we_a');
  });

  /** Opens it, with plenty of deliveries that are due. */
  async function open(): Promise<void> {
    await fixture.put('we_a', 40);
    await fixture.end(await fixture.claim({ total: 5 }), SERVER_ERROR);
  }

  /** Lets the time pass for which it is open. */
  async function waitOut(): Promise<void> {
    const { open_until } = await fixture.endpointQueue('we_a');
    fixture.clock.advanceMs((open_until?.getTime() ?? 0) - fixture.clock.nowMs());
  }

  it('opens after five consecutive failures, not after four', async () => {
    await fixture.put('we_a', 40);
    await fixture.end(await fixture.claim({ total: 4 }), SERVER_ERROR);
    await fixture.end(await fixture.claim({ total: 1 }), OK);
    await fixture.end(await fixture.claim({ total: 4 }), SERVER_ERROR);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', fail_streak: 4 });
    expect(await fixture.end(await fixture.claim({ total: 1 }), SERVER_ERROR)).toMatchObject({ opened: 1 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({
      breaker: 'open',
      open_until: new Date(fixture.clock.nowMs() + 10 * SECOND_MS),
    });
  });

  it('does not open for answers that say that the receiver is there: 404, 429', async () => {
    await fixture.put('we_a', 40);
    await fixture.end(await fixture.claim({ total: 8 }), NOT_FOUND);
    await fixture.end(await fixture.claim({ total: 8 }), TOO_MANY);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', fail_streak: 0 });
  });

  it.each([
    ['429', TOO_MANY],
    ['410', GONE],
  ])('notes a %s as the last answer that was refused, and not as a failure', async (status, result) => {
    await fixture.put('we_a', 2);
    const endings = await fixture.claim({ total: 1 });
    await fixture.end(endings, result);
    const sql = `SELECT last_failure_at, last_refused_at FROM webhooks.endpoint_queues WHERE endpoint_id = 'we_a'`;
    const { rows } = await fixture.pool.query<object>(sql);
    expect(rows).toEqual([{ last_failure_at: null, last_refused_at: new Date(fixture.clock.nowMs()) }]);
    const shown = (await new EndpointCounts(fixture.pool).of(['we_a'])).get('we_a');
    expect(shown?.last_delivery).toEqual({ at: Math.floor(fixture.clock.nowMs() / 1000), status_code: Number(status) });
    const { endpointQueue } = await new HealthReader(fixture.pool).read('we_a', fixture.clock.nowMs());
    expect(endpointQueue?.lastFailureMs).toBe(fixture.clock.nowMs());
  });

  it('counts what comes back in one batch in the order in which it came', async () => {
    await fixture.put('we_a', 40);
    await fixture.endEach(await fixture.claim({ total: 6 }), [SERVER_ERROR, SERVER_ERROR, SERVER_ERROR, SERVER_ERROR, OK, SERVER_ERROR]);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', fail_streak: 1 });
  });

  it('lets nothing through while it is open, and results of earlier requests do not move it', async () => {
    await fixture.put('we_a', 40);
    const underWay = await fixture.claim({ total: 8 });
    await fixture.end(underWay.slice(0, 5), SERVER_ERROR);
    const { open_until } = await fixture.endpointQueue('we_a');
    expect(await fixture.claim()).toEqual([]);
    await fixture.end(underWay.slice(5, 7), SERVER_ERROR);
    await fixture.end(underWay.slice(7), OK);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'open', open_count: 0, open_until });
    fixture.clock.advanceMs(9 * SECOND_MS);
    expect(await fixture.claim()).toEqual([]);
  });

  it('lets exactly one delivery through as a probe when its time is over, with concurrent dispatchers', async () => {
    await open();
    await waitOut();
    const claims = await Promise.all([fixture.claim(), fixture.claim(), fixture.claim()]);
    expect(claims.flat()).toHaveLength(1);
    expect(await fixture.claim()).toEqual([]);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'half_open', in_flight: 1 });
  });

  it('closes when the probe is delivered, and lets 1, 2, 4 … through at a time, up to the cap', async () => {
    await open();
    await waitOut();
    await fixture.serve(OK);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', fail_streak: 0, open_count: 0, ramp: 1 });
    const sizes: number[] = [];
    for (let round = 0; round < 5; round++) sizes.push(await fixture.serve(OK));
    expect(sizes).toEqual([1, 2, 4, 8, 8]);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ ramp: null });
  });

  it('closes too when the probe is refused with an answer that does not count against it', async () => {
    await open();
    await waitOut();
    await fixture.serve(NOT_FOUND);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', ramp: 1 });
  });

  it('opens for twice as long after each probe that failed, five minutes at most', async () => {
    await open();
    const openedForS: number[] = [];
    for (let round = 0; round < 7; round++) {
      const { open_until } = await fixture.endpointQueue('we_a');
      openedForS.push(((open_until?.getTime() ?? 0) - fixture.clock.nowMs()) / SECOND_MS);
      await waitOut();
      expect(await fixture.serve(SERVER_ERROR)).toBe(1);
    }
    expect(openedForS).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it('spreads the time it is open by a fifth each way', async () => {
    await fixture.put('we_a', 40);
    await fixture.end(await fixture.claim({ total: 5 }), SERVER_ERROR, 0);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ open_until: new Date(fixture.clock.nowMs() + 8 * SECOND_MS) });
  });

  it('sends the next probe at once when one was inconclusive: a fault of ours, or a dispatcher that died', async () => {
    await open();
    await waitOut();
    expect(await fixture.serve(INTERNAL)).toBe(1);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'open', open_count: 0 });
    expect(await fixture.claim()).toHaveLength(1);
    fixture.clock.advanceMs(MINUTE_MS);
    await fixture.queue.expireLeases(fixture.clock.nowMs());
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'open' });
    expect(await fixture.claim()).toHaveLength(1);
  });

  it('is closed at once when the endpoint gets another URL', async () => {
    await open();
    await fixture.endpoint('we_a', { url: 'https://example.com/mended' }, { version: 2 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed', fail_streak: 0 });
    expect((await fixture.claim()).length).toBeGreaterThan(1);
  });

  it.each([
    ['answered 410', async () => void (await fixture.serve(GONE))],
    [
      'was refused three times in a row',
      async () => void (await fixture.endEach(await fixture.claim({ total: 3 }), [BLOCKED, BLOCKED, BLOCKED])),
    ],
  ])('lets through to another URL, although the one before %s: only that one is to be disabled', async (_how, serve) => {
    await fixture.put('we_a', 40);
    await serve();
    expect(await fixture.claim()).toEqual([]);
    await fixture.endpoint('we_a', { url: 'https://example.com/mended' }, { version: 2 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: null });
    expect((await fixture.claim()).length).toBeGreaterThan(1);
  });

  it('keeps the news of a recovery when the endpoint gets another URL', async () => {
    await fixture.put('we_a', 1);
    await fixture.query('UPDATE webhooks.endpoint_queues SET notified_level = 1');
    await fixture.serve(OK);
    await fixture.endpoint('we_a', { url: 'https://example.com/mended' }, { version: 2 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: 'recovered' });
  });

  it('forgets every failure when the endpoint is enabled again', async () => {
    await open();
    const reenabledAtMs = fixture.clock.nowMs();
    await fixture.endpoint('we_a', {}, { version: 3, reenabledAtMs });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({
      breaker: 'closed',
      fail_streak: 0,
      failed_count: 0,
      first_failure_at: null,
    });
  });

  describe('and the rate after a 429', () => {
    it.each([
      [60, 30, [45, null, null]],
      [4, 2, [3, null, null]],
      [2, 1, [null, null, null]],
    ])(
      'of %s a second is halved once for answers that come together, and rises by half with each minute of success',
      async (rate, half, risen) => {
        await fixture.endpoint('we_a', { ratePerSecond: rate, burst: rate }, { version: 2 });
        await fixture.put('we_a', 200, { ratePerSecond: rate, burst: rate });
        await fixture.end(await fixture.claim(), TOO_MANY);
        expect(await fixture.endpointQueue('we_a')).toMatchObject({ slowed_rate: half, breaker: 'closed' });
        const rates: (number | null)[] = [];
        for (let minute = 0; minute < risen.length; minute++) {
          fixture.clock.advanceMs(MINUTE_MS);
          await fixture.serve(OK);
          rates.push((await fixture.endpointQueue('we_a')).slowed_rate);
        }
        expect(rates).toEqual(risen);
      },
    );

    it('is taken from the busiest of the last ten minutes when the endpoint set none', async () => {
      await fixture.put('we_a', 200);
      for (let round = 0; round < 15; round++) await fixture.serve(OK);
      fixture.clock.advanceMs(8 * MINUTE_MS);
      await fixture.serve(OK);
      await fixture.serve(TOO_MANY);
      expect((await fixture.endpointQueue('we_a')).slowed_rate).toBeCloseTo(1, 1);
      expect(await fixture.claim()).toEqual([]);
      fixture.clock.advanceMs(SECOND_MS);
      expect(await fixture.claim()).toHaveLength(1);
    });
  });

  describe('and the notices of failing', () => {
    it('counts deliveries and days with failures, and forgets them with a success', async () => {
      await fixture.put('we_a', 40);
      await fixture.end(await fixture.claim({ total: 3 }), NOT_FOUND);
      const since = new Date(fixture.clock.nowMs());
      fixture.clock.advanceMs(24 * 60 * MINUTE_MS);
      await fixture.end(await fixture.claim({ total: 1, retries: 0 }), NOT_FOUND);
      await fixture.end(await fixture.claim({ total: 2, retries: 2, favoredClass: 1 }), NOT_FOUND);
      expect(await fixture.endpointQueue('we_a')).toMatchObject({ failed_days: 2, first_failure_at: since });
      expect((await fixture.endpointQueue('we_a')).failed_count).toBeGreaterThanOrEqual(4);
      await fixture.query('UPDATE webhooks.endpoint_queues SET notified_level = 1');
      await fixture.end(await fixture.claim({ total: 1 }), OK);
      expect(await fixture.endpointQueue('we_a')).toMatchObject({
        failed_count: 0,
        failed_days: 0,
        first_failure_at: null,
        pending_transition: 'recovered',
      });
    });
  });
});
