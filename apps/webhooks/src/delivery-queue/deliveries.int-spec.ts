import { BLOCKED, GONE, INTERNAL, NOT_FOUND, OK, QueueFixture, SERVER_ERROR } from './test/queue-fixture';

const HOUR_MS = 3_600_000;

/** Every row of docs/reference/state-machines.md, Delivery. */
describe('the states of a delivery', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('is leased by a claim, with its body, and by no other claim while the lease is valid', async () => {
    const id = await fixture.one();
    const [delivery, ...others] = await fixture.claim();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ deliveryId: id, body: '{}', attemptsMade: 0, endpointVersion: 1, class: 0, firstAttemptAtMs: null });
    expect(await fixture.delivered(id)).toMatchObject({ state: 'leased' });
    expect(await fixture.claim()).toEqual([]);
  });

  it('succeeds with any 2xx, and its attempt is logged', async () => {
    const id = await fixture.one();
    await fixture.serve({
      ...OK,
      responseBody: 'fine\0 \ud800',
      responseHeaders: { 'content-type': 'text/plain' },
      keyFingerprints: ['aa', 'bb'],
      totalMs: 12,
    });
    expect(await fixture.delivered(id)).toMatchObject({ state: 'succeeded', reason: null, attempt_no: 1 });
    const { rows } = await fixture.query('SELECT * FROM webhooks.attempts');
    expect(rows).toEqual([
      expect.objectContaining({
        delivery_id: id,
        attempt_no: 1,
        trigger: 'auto',
        outcome: 'delivered',
        status_code: 200,
        total_ms: 12,
        response_body: 'fine \ufffd',
        response_headers: { 'content-type': 'text/plain' },
        key_fingerprints: ['aa', 'bb'],
        worker: 'w1',
        next_attempt_at: null,
      }),
    ]);
    expect((await fixture.query('SELECT ok, ms_50 FROM webhooks.endpoint_stats_1m')).rows).toEqual([{ ok: 1, ms_50: 1 }]);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
  });

  it('is ready again after a failure, as a retry, at the time of the table', async () => {
    const id = await fixture.one();
    await fixture.serve(SERVER_ERROR);
    const dueAt = new Date(fixture.clock.nowMs() + 5_000);
    expect(await fixture.delivered(id)).toMatchObject({ state: 'ready', attempt_no: 1, class: 1, next_attempt_at: dueAt });
    expect(await fixture.queue.nextDueAtMs()).toBe(dueAt.getTime());
    expect(await fixture.claim()).toEqual([]);
    fixture.clock.advanceMs(5_000);
    expect(await fixture.claim()).toMatchObject([{ deliveryId: id, attemptsMade: 1, class: 1 }]);
  });

  it('is exhausted when the last attempt of the table failed', async () => {
    const id = await fixture.one();
    for (let attempt = 1; attempt <= 14; attempt++) {
      fixture.clock.advanceMs(22 * HOUR_MS);
      await fixture.query(`UPDATE webhooks.deliveries SET expires_at = 'infinity'`);
      expect(await fixture.serve(NOT_FOUND)).toBe(1);
    }
    expect(await fixture.delivered(id)).toMatchObject({ state: 'exhausted', reason: 'attempts', attempt_no: 14 });
    expect(await fixture.count('attempts')).toBe(14);
  });

  it('expires rather than to be tried more than 80 hours after its first attempt', async () => {
    const id = await fixture.one();
    await fixture.serve(NOT_FOUND);
    fixture.clock.advanceMs(79 * HOUR_MS);
    await fixture.query('UPDATE webhooks.deliveries SET attempt_no = 6');
    await fixture.serve(NOT_FOUND);
    expect(await fixture.delivered(id)).toMatchObject({ state: 'expired', reason: 'age', attempt_no: 7 });
  });

  it('costs no attempt when the fault is ours, and none when it is handed back', async () => {
    const id = await fixture.one();
    await fixture.serve(INTERNAL);
    expect(await fixture.delivered(id)).toMatchObject({ state: 'ready', attempt_no: 0, class: 0 });
    fixture.clock.advanceMs(11_000);
    await fixture.giveBack(await fixture.claim());
    expect(await fixture.delivered(id)).toMatchObject({ state: 'ready', attempt_no: 0, class: 0 });
    expect(await fixture.count('attempts')).toBe(0);
    expect(await fixture.claim()).toHaveLength(1);
  });

  it('ends with a 410, and the endpoint gets nothing until its transition is recorded', async () => {
    await fixture.endpoint('we_a', { maxInFlight: 1 });
    await fixture.put('we_a', 2, { maxInFlight: 1 });
    const [refused] = await fixture.claim();
    await fixture.end(refused ? [refused] : [], GONE);
    expect(await fixture.delivered(refused?.deliveryId ?? '')).toMatchObject({ state: 'exhausted', reason: 'gone' });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: 'gone' });
    expect(await fixture.claim()).toEqual([]);
    expect((await fixture.states()).toSorted()).toEqual(['exhausted', 'ready']);
  });

  it('owes a disabling only when the guard refused three times in a row', async () => {
    await fixture.endpoint('we_a', { maxInFlight: 1 });
    await fixture.put('we_a', 6, { maxInFlight: 1 });
    for (const outcome of [BLOCKED, BLOCKED, NOT_FOUND, BLOCKED, BLOCKED]) await fixture.serve(outcome);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: null });
    await fixture.serve(BLOCKED);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({
      pending_transition: 'url_blocked',
      fail_streak: 0,
      first_failure_at: expect.any(Date),
    });
  });

  describe('of an endpoint that keeps the order', () => {
    const ordered = { isOrdered: true, resourceId: 'pay_1' };

    it('is held, and ready when the one before it has succeeded', async () => {
      await fixture.endpoint('we_a');
      await fixture.put('we_a', 3, ordered);
      expect(await fixture.states()).toEqual(['ready', 'held', 'held']);
      expect(await fixture.serve(OK)).toBe(1);
      expect(await fixture.states()).toEqual(['succeeded', 'ready', 'held']);
      expect(await fixture.serve(OK)).toBe(1);
      expect(await fixture.serve(OK)).toBe(1);
      expect(await fixture.states()).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });

    it('waits as long as the one before it is tried again, and goes when that is given up', async () => {
      await fixture.endpoint('we_a');
      await fixture.put('we_a', 2, ordered);
      await fixture.serve(SERVER_ERROR);
      expect(await fixture.states()).toEqual(['ready', 'held']);
      fixture.clock.advanceMs(10_000);
      await fixture.query('UPDATE webhooks.deliveries SET attempt_no = 13 WHERE attempt_no = 1');
      await fixture.serve(SERVER_ERROR);
      expect(await fixture.states()).toEqual(['exhausted', 'ready']);
      expect(await fixture.serve(OK)).toBe(1);
    });

    it('waits for its own resource only', async () => {
      await fixture.endpoint('we_a');
      await fixture.put('we_a', 2, ordered);
      await fixture.put('we_a', 1, { ...ordered, resourceId: 'pay_2' });
      expect(await fixture.claim()).toHaveLength(2);
    });
  });

  describe('of an endpoint that is disabled or deleted', () => {
    it.each([
      ['disabled', 'endpoint_disabled'],
      ['deleted', 'endpoint_deleted'],
    ])('is cancelled whatever its state: %s', async (status, reason) => {
      await fixture.endpoint('we_a');
      const ids = await fixture.put('we_a', 2, { isOrdered: true, resourceId: 'pay_1' });
      ids.push(...(await fixture.put('we_a', 1, { isOrdered: true, resourceId: 'pay_2' })));
      const leased = await fixture.claim({ total: 1 });
      await fixture.endpoint('we_a', {}, { status, version: 2 });
      expect(await fixture.endpointQueues.cancelOpen(fixture.clock.nowMs())).toBe(3);
      for (const id of ids) expect(await fixture.delivered(id)).toMatchObject({ state: 'cancelled', reason });
      expect(await fixture.end(leased, OK)).toMatchObject({ accepted: 0 });
      expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0, status, next_due_at: Infinity });
    });

    it('is not sent from the commit on, before any queue is updated', async () => {
      await fixture.endpoint('we_a');
      await fixture.put('we_a', 1);
      await fixture.query(`UPDATE webhooks.streams SET status = 'disabled', version = 2`);
      const claimed = await fixture.queue.claim(fixture.clock.nowMs(), '00000000-0000-7000-8000-000000000001', {
        total: 9,
        retries: 9,
        replays: 9,
        favoredClass: 0,
      });
      expect(claimed).toEqual({ deliveries: [], staleEndpointIds: ['we_a'] });
    });

    it('that was put in while the endpoint was being disabled is found and cancelled', async () => {
      await fixture.endpoint('we_a', {}, { status: 'disabled', version: 2 });
      const [id] = await fixture.put('we_a', 1);
      const now = fixture.clock.nowMs();
      const { staleEndpointIds } = await fixture.queue.claim(now, '00000000-0000-7000-8000-000000000002', {
        total: 9,
        retries: 9,
        replays: 9,
        favoredClass: 0,
      });
      await fixture.endpointQueues.follow([7], staleEndpointIds, now);
      await fixture.endpointQueues.cancelOpen(now);
      expect(await fixture.delivered(id ?? '')).toMatchObject({ state: 'cancelled', reason: 'endpoint_disabled' });
    });

    it('is cancelled too when the endpoint was enabled again before anybody looked; later ones are not, and are no longer held', async () => {
      await fixture.endpoint('we_a');
      await fixture.put('we_a', 1, { isOrdered: true, resourceId: 'pay_1' });
      fixture.clock.advanceMs(1_000);
      const reenabledAtMs = fixture.clock.nowMs();
      fixture.clock.advanceMs(1_000);
      await fixture.put('we_a', 1, { isOrdered: true, resourceId: 'pay_1' }, { version: 3, reenabledAtMs });
      await fixture.endpoint('we_a', {}, { version: 3, reenabledAtMs });
      expect(await fixture.claim()).toEqual([]);
      expect(await fixture.endpointQueues.cancelOpen(fixture.clock.nowMs())).toBe(1);
      expect(await fixture.states()).toEqual(['cancelled', 'ready']);
      expect(await fixture.serve(OK)).toBe(1);
    });
  });
});
