import type { LeasedDelivery } from './delivery-queue';
import { OK, QueueFixture, SERVER_ERROR } from './test/queue-fixture';

/** docs/reference/webhooks.md, Queues and fairness: who gets how much of a claim. */
describe('a claim', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  const byEndpoint = (deliveries: readonly LeasedDelivery[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { endpointId } of deliveries) counts[endpointId] = (counts[endpointId] ?? 0) + 1;
    return counts;
  };

  it('takes at most eight of one endpoint, however many wait', async () => {
    await fixture.endpoint('we_hot');
    await fixture.endpoint('we_cold');
    await fixture.put('we_hot', 50);
    await fixture.put('we_cold', 2);
    expect(byEndpoint(await fixture.claim())).toEqual({ we_hot: 8, we_cold: 2 });
  });

  it('shares what there is among the endpoints', async () => {
    for (const id of ['we_a', 'we_b', 'we_c', 'we_d']) {
      await fixture.endpoint(id);
      await fixture.put(id, 20);
    }
    expect(byEndpoint(await fixture.claim({ total: 8 }))).toEqual({ we_a: 2, we_b: 2, we_c: 2, we_d: 2 });
  });

  it('keeps to the cap of an endpoint over every claim, and goes on when there is room', async () => {
    await fixture.endpoint('we_a', { maxInFlight: 3 });
    await fixture.put('we_a', 10, { maxInFlight: 3 });
    const taken = await fixture.claim();
    expect(taken).toHaveLength(3);
    expect(await fixture.claim()).toEqual([]);
    await fixture.end(taken.slice(0, 1), OK);
    expect(await fixture.claim()).toHaveLength(1);
  });

  it('gives an endpoint no slot while it has more than half as many as are free', async () => {
    for (const id of ['we_hangs', 'we_answers']) {
      await fixture.endpoint(id);
      await fixture.put(id, 10);
    }
    const withFree = (slotsFree: number) => fixture.claim({ total: slotsFree }, { queuesMax: 64, slotsFree });
    expect(byEndpoint(await withFree(10))).toEqual({ we_hangs: 2, we_answers: 2 });
    await fixture.endpoint('we_new');
    await fixture.put('we_new', 10);
    expect(byEndpoint(await withFree(4))).toEqual({ we_new: 1 });
    expect(await withFree(1)).toEqual([]);
  });

  it('never gives one delivery to two who ask at the same time', async () => {
    for (let number = 0; number < 10; number++) {
      await fixture.endpoint(`we_${number}`);
      await fixture.put(`we_${number}`, 12);
    }
    const taken: LeasedDelivery[] = [];
    for (let round = 0; round < 4; round++) {
      const claims = await Promise.all([fixture.claim(), fixture.claim(), fixture.claim(), fixture.claim()]);
      taken.push(...claims.flat());
      await Promise.all(claims.map((claimed) => fixture.end(claimed, OK)));
    }
    expect(taken).toHaveLength(120);
    expect(new Set(taken.map(({ deliveryId }) => deliveryId)).size).toBe(120);
  });

  it('leaves half of the slots to new events and three quarters to all but replays', async () => {
    for (const [id, deliveryClass] of [
      ['we_a', 0],
      ['we_b', 2],
      ['we_c', 2],
    ] as const) {
      await fixture.endpoint(id);
      await fixture.put(id, 10, { class: deliveryClass });
    }
    const classes = (await fixture.claim({ total: 16, retries: 6, replays: 4 })).map((delivery) => delivery.class);
    expect(classes.filter((deliveryClass) => deliveryClass === 2)).toHaveLength(4);
    expect(classes.filter((deliveryClass) => deliveryClass === 0)).toHaveLength(8);
  });

  it('works off retries and replays of an endpoint that always has new events', async () => {
    await fixture.endpoint('we_a');
    await fixture.put('we_a', 4);
    await fixture.end(await fixture.claim(), SERVER_ERROR);
    await fixture.put('we_a', 20);
    await fixture.put('we_a', 4, { class: 2, trigger: 'replay' });
    fixture.clock.advanceMs(6_000);
    const classes = (await fixture.claim()).map((delivery) => delivery.class).toSorted();
    expect(classes).toEqual([0, 0, 0, 0, 0, 1, 1, 2]);
  });

  it('lets each class go first in turn where there is room for one only', async () => {
    await fixture.endpoint('we_a', { maxInFlight: 1 });
    await fixture.put('we_a', 3, { maxInFlight: 1 });
    await fixture.put('we_a', 3, { maxInFlight: 1, class: 2 });
    const [replayed] = await fixture.claim({ favoredClass: 2 });
    expect(replayed?.class).toBe(2);
  });

  it('keeps to the rate of an endpoint, with its burst after a pause', async () => {
    const rate = { ratePerSecond: 2, burst: 5 };
    await fixture.endpoint('we_a', rate);
    await fixture.put('we_a', 50, rate);
    expect(await fixture.serve(OK)).toBe(5);
    expect(await fixture.serve(OK)).toBe(0);
    expect(await fixture.queue.nextDueAtMs()).toBe(fixture.clock.nowMs() + 500);
    let served = 0;
    for (let tick = 0; tick < 40; tick++) {
      fixture.clock.advanceMs(250);
      served += await fixture.serve(OK);
    }
    expect(served).toBe(20);
    fixture.clock.advanceMs(60_000);
    expect(await fixture.serve(OK)).toBe(5);
  });

  it('keeps to the rate of an endpoint also after the clock went back, by an hour or by less than two workers differ', async () => {
    const rate = { ratePerSecond: 2, burst: 2 };
    await fixture.endpoint('we_a', rate);
    await fixture.put('we_a', 50, rate);
    fixture.clock.advanceMs(3_600_000);
    expect(await fixture.serve(OK)).toBe(2);
    fixture.clock.advanceMs(-3_600_000);
    await fixture.put('we_a', 50, rate);
    expect(await fixture.serve(OK)).toBe(0);
    let served = 0;
    for (let tick = 0; tick < 40; tick++) {
      fixture.clock.advanceMs(tick % 2 === 0 ? 600 : -100);
      served += await fixture.serve(OK);
    }
    expect(served).toBe(20);
  });

  it('does not look twice at an endpoint that has nothing due, and wakes it in time', async () => {
    await fixture.endpoint('we_a');
    await fixture.put('we_a', 1);
    await fixture.serve(OK);
    expect((await fixture.endpointQueue('we_a')).next_due_at).toBe(Infinity);
    expect(await fixture.queue.nextDueAtMs()).toBeNull();
    await fixture.put('we_a', 1);
    expect(await fixture.claim()).toHaveLength(1);
  });
});
