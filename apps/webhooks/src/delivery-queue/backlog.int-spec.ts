import { OK, QueueFixture, SERVER_ERROR } from './test/queue-fixture';

/** What operators see of the queue: asked every few seconds, so it must not cost more the longer the queue is. */
describe('the backlog of the queue', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  const backlog = () => fixture.queue.backlog(fixture.clock.nowMs());

  /** How often Postgres has read the whole queue, from first to last. */
  const wholeReads = async (): Promise<number> => {
    await fixture.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await fixture.pool.query<{ n: string }>(
      `SELECT seq_scan AS n FROM pg_stat_user_tables WHERE schemaname = 'webhooks' AND relname = 'deliveries'`,
    );
    return Number(rows[0]?.n);
  };

  it('is nothing in an empty queue', async () => {
    expect(await backlog()).toEqual({ openBreakers: 0, oldestDueS: 0, due: 0 });
  });

  it('counts what is due and not leased, of every class and endpoint', async () => {
    await fixture.endpoint('we_a');
    await fixture.put('we_a', 4);
    await fixture.put('we_a', 2, { class: 2, trigger: 'replay' });
    await fixture.endpoint('we_b');
    await fixture.put('we_b', 10);
    expect((await backlog()).due).toBe(16);
    await fixture.claim({ total: 1 });
    expect((await backlog()).due).toBe(15);
  });

  it('does not count a retry before its time', async () => {
    await fixture.one();
    await fixture.serve(SERVER_ERROR);
    expect((await backlog()).due).toBe(0);
    fixture.clock.advanceMs(60_000);
    expect((await backlog()).due).toBe(1);
    await fixture.serve(OK);
    expect((await backlog()).due).toBe(0);
  });

  it('counts what waits for the rate of its endpoint, or for an open breaker', async () => {
    const rate = { ratePerSecond: 1, burst: 1 };
    await fixture.endpoint('we_slow', rate);
    await fixture.put('we_slow', 5, rate);
    expect(await fixture.serve(OK)).toBe(1);
    await fixture.endpoint('we_dead');
    await fixture.put('we_dead', 20);
    while ((await backlog()).openBreakers === 0) await fixture.serve(SERVER_ERROR);
    expect((await backlog()).due).toBeGreaterThan(4);
  });

  /** With a million retries that were not due this took half a second, every four seconds. */
  it('is counted without reading the whole queue', async () => {
    await fixture.one();
    await fixture.query('ANALYZE webhooks.deliveries');
    const before = await wholeReads();
    expect((await backlog()).due).toBe(1);
    expect(await wholeReads()).toBe(before);
  });
});
