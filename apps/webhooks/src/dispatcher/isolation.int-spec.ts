import { eventually } from '#testing';
import { DispatcherFixture } from './test/dispatcher-fixture';

describe('endpoints do not hold up each other', () => {
  let fixture: DispatcherFixture;

  beforeEach(async () => {
    fixture = await DispatcherFixture.open({ webhooksMaxInFlight: 32 });
  });
  afterEach(() => fixture.close());

  /** The dead endpoint gets a tenth of the traffic and never answers. */
  it('one that never answers takes its cap and no more, and the others get everything at once', async () => {
    fixture.receiver.answer = ({ path }) => (path === '/dead' ? null : 200);
    const dead = await fixture.endpoint('/dead', { maxInFlight: 8 });
    const healthy = await Promise.all(Array.from({ length: 9 }, (_, number) => fixture.endpoint(`/${number}`)));
    const startedMs = performance.now();
    await fixture.happens(100);
    await eventually(async () => {
      for (const id of healthy) expect(await fixture.states(id)).toEqual({ succeeded: 100 });
    });
    await eventually(async () => expect(await fixture.states(dead)).toEqual({ leased: 8, ready: 92 }));
    expect(fixture.receiver.at('/dead').length).toBeLessThanOrEqual(8);
    const last = Math.max(...fixture.receiver.hooks.filter(({ path }) => path !== '/dead').map(({ atMs }) => atMs));
    // The dead one alone would hold a slot for 15 s.
    expect(last - startedMs).toBeLessThan(10_000);
    fixture.receiver.answerWaiting(200);
  });

  it('one that fails is left alone after five failures, and finds its deliveries again when it is well', async () => {
    let isWell = false;
    fixture.receiver.answer = () => (isWell ? 200 : 500);
    const id = await fixture.endpoint('/a', { maxInFlight: 1 });
    await fixture.happens(20);
    await eventually(async () => {
      const { rows } = await fixture.sql.query('SELECT breaker FROM webhooks.endpoint_queues WHERE endpoint_id = $1', [id]);
      expect(rows).toEqual([{ breaker: 'open' }]);
    });
    expect(fixture.receiver.hooks).toHaveLength(5);
    isWell = true;
    await fixture.sql.query(`UPDATE webhooks.endpoint_queues SET open_until = now(), next_due_at = now()`);
    await fixture.sql.query(`UPDATE webhooks.deliveries SET next_attempt_at = now()`);
    await eventually(async () => expect(await fixture.states(id)).toEqual({ succeeded: 20 }));
    expect(fixture.receiver.hooks).toHaveLength(25);
  });

  it('keeps to the cap of an endpoint and to the slots of the process', async () => {
    fixture.receiver.answer = () => null;
    await fixture.endpoint('/a', { maxInFlight: 3 });
    await fixture.happens(10);
    await eventually(() => expect(fixture.receiver.open).toBe(3));
    const others = Array.from({ length: 15 }, (_, number) => `/${number}`);
    await Promise.all(others.map((path) => fixture.endpoint(path)));
    await fixture.happens(40);
    await eventually(() => expect(fixture.receiver.open).toBeGreaterThanOrEqual(20));
    expect(fixture.receiver.at('/a').length).toBe(3);
    fixture.receiver.answer = () => 200;
    fixture.receiver.answerWaiting(200);
    await eventually(() => expect(fixture.receiver.hooks).toHaveLength(10 + 16 * 40), { withinMs: 20_000 });
    expect(fixture.receiver.openMax).toBeLessThanOrEqual(32);
  }, 30_000);

  it('leaves slots to endpoints that answer, however many hang', async () => {
    fixture.receiver.answer = ({ path }) => (path.startsWith('/dead') ? null : 200);
    const dead = Array.from({ length: 10 }, (_, number) => `/dead${number}`);
    await Promise.all(dead.map((path) => fixture.endpoint(path, { enabledEvents: ['payment.failed'] })));
    const healthy = await fixture.endpoint('/a', { enabledEvents: ['payment.captured'] });
    await fixture.happens(16, { type: 'payment.failed' });
    // Without a bound these would take all 32 slots for as long as their time-out.
    await eventually(() => expect(fixture.receiver.open).toBeGreaterThanOrEqual(20));
    await fixture.happens(20);
    await eventually(async () => expect(await fixture.states(healthy)).toEqual({ succeeded: 20 }), { withinMs: 10_000 });
    expect(fixture.receiver.open).toBeLessThan(32);
    fixture.receiver.answerWaiting(200);
  }, 30_000);

  it('asks again when the receiver said, not before', async () => {
    let answers = 0;
    fixture.receiver.answer = () => (answers++ === 0 ? { status: 503, headers: { 'retry-after': '6' } } : 200);
    const id = await fixture.endpoint('/a');
    await fixture.happens(1);
    await eventually(async () => expect(await fixture.states(id)).toEqual({ succeeded: 1 }));
    const [first, second] = fixture.receiver.hooks;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(5_990);
    expect(second?.headers['webhook-attempt']).toBe('2');
  });
});
