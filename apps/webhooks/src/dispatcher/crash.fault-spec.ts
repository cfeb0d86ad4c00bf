import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { eventually, startTypescript } from '#testing';
import { DispatcherFixture } from './test/dispatcher-fixture';

/** Thousands of deliveries through one receiver, on a machine that may have other work. */
const ALL_WITHIN_MS = 80_000;
const CHILD = resolve(__dirname, 'test/dispatcher-child.ts');

jest.setTimeout(120_000);

/** A process that dies under load loses nothing, and doubles at most what it had under way. */
describe('dispatchers in processes of their own', () => {
  let fixture: DispatcherFixture;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    fixture = await DispatcherFixture.open({ webhooksDispatcherEnabled: false });
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(end));
    await fixture.close();
  });

  async function start(maxInFlight = 256): Promise<ChildProcess> {
    const child = startTypescript(CHILD, [fixture.database.url, String(maxInFlight)], ['pipe', 'pipe', 'inherit']);
    children.push(child);
    await new Promise<void>((ready, failed) => {
      child.stdout?.once('data', () => ready());
      child.once('exit', (code) => failed(new Error(`the child ended with ${code}`)));
    });
    return child;
  }

  function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.stdin?.end();
    return ended;
  }

  function kill(child: ChildProcess): Promise<void> {
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGKILL');
    return ended;
  }

  const leased = async (): Promise<string[]> => {
    const { rows } = await fixture.sql.query<{ event_id: string }>(
      'SELECT event_id FROM webhooks.deliveries WHERE lease_token IS NOT NULL',
    );
    return rows.map((row) => row.event_id);
  };

  it('deliver everything once between them', async () => {
    const paths = Array.from({ length: 16 }, (_, number) => `/${number}`);
    await Promise.all(paths.map((path) => fixture.endpoint(path)));
    const heldByEach = 8;
    await Promise.all([start(heldByEach), start(heldByEach)]);
    // Nothing is answered until each holds what it may: the faster one cannot have done it all before the other has looked.
    fixture.receiver.answer = () => null;
    const events = await fixture.happens(125);
    await eventually(() => expect(fixture.receiver.open).toBe(2 * heldByEach));
    fixture.receiver.answer = () => 200;
    fixture.receiver.answerWaiting(200);
    await eventually(() => expect(fixture.receiver.hooks).toHaveLength(2_000), { withinMs: ALL_WITHIN_MS });
    for (const path of paths) expect(fixture.receiver.ids(path).toSorted()).toEqual(events.toSorted());
    const { rows } = await fixture.sql.query('SELECT count(DISTINCT worker)::int AS workers FROM webhooks.attempts');
    expect(rows).toEqual([{ workers: 2 }]);
  });

  it('lose nothing to a SIGKILL, and double at most what was under way; ordered resources stay in order', async () => {
    await fixture.endpoint('/plain');
    await fixture.endpoint('/ordered', { ordering: 'resource' });
    const events = await fixture.happens(600);
    const inOrder = await fixture.happens(30, { resource: { id: 'pay_0VB3xQ9k0700000000000099' } });
    await fixture.stopService();
    const first = await start();
    await eventually(() => expect(fixture.receiver.hooks.length).toBeGreaterThan(150), { everyMs: 1 });
    await kill(first);
    const underWay = await leased();
    const before = fixture.receiver.hooks.length;
    expect(before).toBeLessThan(1_260);
    // The leases of the dead process run out: their time is over, not ours.
    await fixture.sql.query('UPDATE webhooks.leases SET lease_until = now()');
    await start();
    await eventually(async () => expect((await fixture.sql.query('SELECT FROM webhooks.deliveries')).rowCount).toBe(0), {
      withinMs: ALL_WITHIN_MS,
    });
    for (const path of ['/plain', '/ordered']) {
      expect([...new Set(fixture.receiver.ids(path))].toSorted()).toEqual([...events, ...inOrder].toSorted());
    }
    const doubled = fixture.receiver.hooks.length - 1_260;
    expect(doubled).toBeLessThanOrEqual(underWay.length);
    const firstSeen = [...new Set(fixture.receiver.ids('/ordered').filter((id) => inOrder.includes(id)))];
    expect(firstSeen).toEqual(inOrder);
  });
});
