import { eventually } from '#testing';
import { DispatcherFixture } from '../dispatcher/test/dispatcher-fixture';
import { correlationOf, idOf } from '../../test/event-messages';

const MINUTE = 60;
const CLOCK = idOf('clk', 1);

/** How the retries of a clock wait, and where an advance takes it. */
interface Advance {
  clock?: string;
  retries?: 'real' | 'clock';
  ends?: 'test_clock.ready' | 'test_clock.failed';
}

describe('deliveries of events of a test clock that wait for a retry', () => {
  let fixture: DispatcherFixture;
  let endpointId: string;
  let nowAt: number;
  let advances: number;

  beforeEach(async () => {
    fixture = await DispatcherFixture.open();
    fixture.receiver.answer = () => ({ status: 500 });
    endpointId = await fixture.endpoint('/a');
    [nowAt, advances] = [1_925_004_600, 0];
  });
  afterEach(() => fixture.close());

  const advance = async (by: number, { clock = CLOCK, retries = 'clock', ends = 'test_clock.ready' }: Advance = {}): Promise<void> => {
    const shared = { resource: { type: 'test_clock', id: clock }, correlation_id: correlationOf(++advances) };
    const clockAt = (now_at: number) => ({ ...shared, object: { now_at, webhook_retries: retries } });
    await fixture.happens(1, { ...clockAt(nowAt), type: 'test_clock.advancing' });
    nowAt += by;
    await fixture.happens(1, { ...clockAt(nowAt), type: ends });
  };
  /** Seconds until the next attempt of each delivery, of which so many were made. */
  const waits = (attempts: number): Promise<number[]> =>
    eventually(async () => {
      const { rows } = await fixture.sql.query<{ attempt_no: number; lease_token: string | null; wait_s: number }>(
        `SELECT attempt_no, lease_token, extract(epoch FROM next_attempt_at - now())::float8 AS wait_s
         FROM webhooks.deliveries WHERE endpoint_id = $1 ORDER BY feed_position`,
        [endpointId],
      );
      expect(rows.map(({ attempt_no: made, lease_token: token }) => [made, token])).toEqual(rows.map(() => [attempts, null]));
      return rows.map(({ wait_s: wait }) => wait);
    });
  const attempts = (): number => fixture.receiver.at('/a').length;

  it('come when the clock has moved as far as they wait, in one advance or several', async () => {
    await fixture.happens(1, { test_clock_id: CLOCK });
    await waits(1);
    await advance(6);
    const [second] = await waits(2);
    expect(second).toBeGreaterThan(4 * MINUTE);
    await advance(6 * MINUTE);
    const [third] = await waits(3);
    expect(third).toBeGreaterThan(50 * MINUTE);
    await advance(30 * MINUTE, { ends: 'test_clock.failed' });
    expect((await waits(3))[0]).toBeLessThan(third! - 29 * MINUTE);
    expect(attempts()).toBe(3);
    await advance(40 * MINUTE);
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ exhausted: 1 }));
    expect(attempts()).toBe(4);
  });

  it('wait in real time when the clock asks for it, as do those of another clock and of none', async () => {
    await fixture.happens(1, { test_clock_id: CLOCK });
    await fixture.happens(1, { test_clock_id: idOf('clk', 2) });
    await fixture.happens(1);
    // Their second attempt comes five seconds after the first, in real time.
    const before = await waits(2);
    await advance(6 * MINUTE, { retries: 'real' });
    expect(await waits(2)).toHaveLength(3);
    await advance(MINUTE);
    const after = await waits(2);
    const moved = before.map((wait, index) => wait - after[index]! > 55);
    expect(moved).toEqual([true, false, false]);
  });
});
