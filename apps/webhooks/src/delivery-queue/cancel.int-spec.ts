import { inTransaction } from '#event-store';
import { cancelDelivery } from './cancel-delivery';
import { OK, QueueFixture, SERVER_ERROR } from './test/queue-fixture';

const OWNER = { accountId: 'acct_1', livemode: true };

/** What `POST …/cancel` does to a delivery (docs/reference/state-machines.md, Delivery). */
describe('a delivery that its account cancels', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    await fixture.endpoint('we_a');
  });

  const cancel = (deliveryId: string | undefined, owner = OWNER) =>
    inTransaction(fixture.pool, (client) =>
      cancelDelivery(client, { ...owner, deliveryId: deliveryId ?? '', nowMs: fixture.clock.nowMs() }),
    );
  const CANCELLED = { state: 'cancelled', reason: 'requested' };

  it('ends before its first attempt, and is never sent', async () => {
    const [id, other] = await fixture.put('we_a', 2);
    expect(await cancel(id)).toBe('cancelled');
    expect(await fixture.delivered(id ?? '')).toMatchObject({ ...CANCELLED, attempt_no: 0 });
    expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([other]);
  });

  it('ends between two attempts, and is never tried again', async () => {
    const [id] = await fixture.put('we_a', 1);
    await fixture.serve(SERVER_ERROR);
    expect(await cancel(id)).toBe('cancelled');
    expect(await fixture.delivered(id ?? '')).toMatchObject({ ...CANCELLED, attempt_no: 1 });
    fixture.clock.advanceMs(86_400_000);
    expect(await fixture.claim()).toEqual([]);
  });

  it.each([
    ['succeeded', OK],
    ['failed', SERVER_ERROR],
  ])('ends while an attempt is under way: that it %s is logged, the slot is free, and no further one is made', async (_what, outcome) => {
    const [id] = await fixture.put('we_a', 1);
    const underWay = await fixture.claim();
    expect(await cancel(id)).toBe('cancelled');
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
    expect(await fixture.end(underWay, outcome)).toMatchObject({ accepted: 0 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0, fail_streak: 0 });
    expect(await fixture.count('attempts')).toBe(1);
    expect(await fixture.delivered(id ?? '')).toMatchObject(CANCELLED);
    fixture.clock.advanceMs(86_400_000);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(0);
    expect(await fixture.claim()).toEqual([]);
  });

  it('frees no slot of another that is under way beside it', async () => {
    const [id] = await fixture.put('we_a', 2);
    const underWay = await fixture.claim();
    await cancel(id);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 1 });
    expect(await fixture.end(underWay, OK)).toMatchObject({ accepted: 1 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
    expect(await fixture.states()).toEqual(['cancelled', 'succeeded']);
  });

  it('lets the next probe go when it was the one of its breaker', async () => {
    await fixture.put('we_a', 12);
    await fixture.end(await fixture.claim({ total: 5 }), SERVER_ERROR);
    fixture.clock.advanceMs(10_000);
    const [probe] = await fixture.claim();
    expect(await fixture.claim()).toEqual([]);
    await cancel(probe?.deliveryId);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'open', open_count: 0, in_flight: 0 });
    expect(await fixture.claim()).toHaveLength(1);
  });

  it('that waits beside the probe of its breaker leaves that one to decide', async () => {
    await fixture.put('we_a', 12);
    await fixture.end(await fixture.claim({ total: 5 }), SERVER_ERROR);
    fixture.clock.advanceMs(10_000);
    const probe = await fixture.claim();
    const { rows } = await fixture.query('SELECT delivery_id FROM webhooks.deliveries WHERE lease_token IS NULL LIMIT 1');
    await cancel((rows as { delivery_id: string }[])[0]?.delivery_id);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'half_open', in_flight: 1 });
    await fixture.end(probe, OK);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ breaker: 'closed' });
  });

  it.each(['succeeded', 'exhausted', 'expired', 'cancelled'])('has not ended already: %s', async (finalState) => {
    const [id] = await fixture.put('we_a', 1);
    await fixture.serve(OK);
    await fixture.query(`UPDATE webhooks.deliveries_done SET final_state = $1, reason = 'endpoint_disabled'`, [finalState]);
    expect(await cancel(id)).toEqual({ endedAs: finalState });
    expect(await fixture.delivered(id ?? '')).toMatchObject({ state: finalState, reason: 'endpoint_disabled' });
  });

  it('ends once, also for two that ask at the same time', async () => {
    const [id] = await fixture.put('we_a', 1);
    const outcomes = await Promise.all([cancel(id), cancel(id)]);
    expect(outcomes).toEqual(expect.arrayContaining(['cancelled', { endedAs: 'cancelled' }]));
    expect(await cancel(id)).toEqual({ endedAs: 'cancelled' });
    expect(await fixture.count('deliveries_done')).toBe(1);
    expect(await fixture.count('deliveries')).toBe(0);
  });

  it('is one of its own, in its own mode', async () => {
    const [id] = await fixture.put('we_a', 1);
    expect(await cancel(id, { ...OWNER, livemode: false })).toBe('missing');
    expect(await cancel(id, { ...OWNER, accountId: 'acct_2' })).toBe('missing');
    expect(await fixture.states()).toEqual(['ready']);
  });

  it('may belong to an endpoint that is disabled, whose queue stays asleep', async () => {
    const [id] = await fixture.put('we_a', 2, { isOrdered: true, resourceId: 'pay_1' });
    await fixture.endpoint('we_a', {}, { status: 'disabled', version: 2 });
    expect(await cancel(id)).toBe('cancelled');
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ next_due_at: Infinity });
    await fixture.endpointQueues.cancelOpen(fixture.clock.nowMs());
    expect(await fixture.states()).toEqual(['cancelled', 'cancelled']);
  });

  describe('of an endpoint that keeps the order', () => {
    const ordered = { isOrdered: true, resourceId: 'pay_1' };

    it('lets the next one of its resource go at once', async () => {
      const [first, second] = await fixture.put('we_a', 3, ordered);
      await fixture.serve(SERVER_ERROR);
      await cancel(first);
      expect(await fixture.states()).toEqual(['cancelled', 'ready', 'held']);
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([second]);
    });

    it('lets it go when the attempt that is under way is certainly over: a receiver never has two of a resource', async () => {
      const [first, second] = await fixture.put('we_a', 2, ordered);
      await fixture.claim();
      await cancel(first);
      expect(await fixture.states()).toEqual(['cancelled', 'ready']);
      fixture.clock.advanceMs(44_999);
      expect(await fixture.claim()).toEqual([]);
      fixture.clock.advanceMs(1);
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([second]);
    });

    it('lets the one that waits wait as long when it is sent again', async () => {
      const [first] = await fixture.put('we_a', 1, ordered);
      await fixture.claim();
      const next = { ...ordered, eventId: 'evt_next' };
      const [waiting] = await fixture.put('we_a', 1, next);
      await cancel(first);
      await fixture.query('DELETE FROM webhooks.feed_entries WHERE event_id = $1', ['evt_next']);
      await fixture.put('we_a', 1, { ...next, class: 2 });
      fixture.clock.advanceMs(44_999);
      expect(await fixture.claim()).toEqual([]);
      fixture.clock.advanceMs(1);
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([waiting]);
    });

    it('lets one wait as long that happens when no other waits, and none of another object', async () => {
      const [first] = await fixture.put('we_a', 1, ordered);
      await fixture.claim();
      await cancel(first);
      const [next] = await fixture.put('we_a', 1, ordered);
      const [other] = await fixture.put('we_a', 1, { ...ordered, resourceId: 'pay_2' });
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([other]);
      fixture.clock.advanceMs(45_000);
      await fixture.queue.expireLeases(fixture.clock.nowMs());
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toContain(next);
    });

    it('lets one wait as long when the endpoint was disabled and is enabled again', async () => {
      await fixture.put('we_a', 1, ordered);
      await fixture.claim();
      await fixture.endpoint('we_a', { isOrdered: true }, { status: 'disabled', version: 2 });
      const reenabledAtMs = fixture.clock.nowMs();
      await fixture.endpoint('we_a', { isOrdered: true }, { version: 3, reenabledAtMs });
      const [held] = await fixture.put('we_a', 1, ordered, { version: 3, reenabledAtMs });
      await fixture.endpointQueues.cancelOpen(fixture.clock.nowMs());
      await fixture.put('we_a', 1, ordered, { version: 3, reenabledAtMs });
      expect(await fixture.claim()).toEqual([]);
      fixture.clock.advanceMs(45_000);
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([held]);
    });

    it('minds the breaker of its queue', async () => {
      const [first] = await fixture.put('we_a', 2, ordered);
      await fixture.put('we_a', 4);
      await fixture.end(await fixture.claim({ total: 5 }), SERVER_ERROR);
      await cancel(first);
      expect(await fixture.claim()).toEqual([]);
      expect(await fixture.queue.nextDueAtMs()).toBe(fixture.clock.nowMs() + 10_000);
      fixture.clock.advanceMs(10_000);
      expect(await fixture.claim()).toHaveLength(1);
    });

    it('that is held itself releases no later delivery early', async () => {
      const [, second, third] = await fixture.put('we_a', 3, ordered);
      await cancel(second);
      expect(await fixture.states()).toEqual(['ready', 'cancelled', 'held']);
      await fixture.serve(OK);
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([third]);
    });
  });
});
