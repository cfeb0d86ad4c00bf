import { randomUUID } from 'node:crypto';
import type { Command, Reply } from '#contracts';
import { verifyChain, verifyStreams } from '#event-store';
import { counter } from './counter';
import { SharingCounters, report } from './follow-ups-fixture';
import { SCHEMA, newAccount } from './store-fixture';

describe('a command with follow-ups, beside others', () => {
  let counters: SharingCounters;
  beforeAll(async () => {
    counters = await SharingCounters.started();
  });
  beforeEach(() => {
    counters.accountId = newAccount();
  });
  afterAll(() => counters.stop());

  it('is decided again as a whole when a follow-up finds its stream changed by another writer', async () => {
    const [origin, friend, other] = [await counters.opened(), await counters.opened(), await counters.opened()];
    await counters.closeBehindItsBack(friend);
    expect(
      await counters.store.submit(counters.share(origin, [report(other, 'counter.add'), report(friend, 'counter.add')])),
    ).toMatchObject({
      status: 409,
      refusal: { details: { current_status: 'closed' } },
    });
    expect([await counters.totalOf(origin), await counters.totalOf(other)]).toEqual([0, 0]);
    const child = counters.newId();
    expect(
      await counters.store.submit(counters.share(origin, [report(child, 'counter.open'), report(other, 'counter.add')])),
    ).toMatchObject({
      status: 200,
    });
  });

  it('is decided again when a stream it read was changed by another writer', async () => {
    const [origin, other, bystander] = [await counters.opened(), await counters.opened(), await counters.opened()];
    await counters.closeBehindItsBack(other);
    const replies = await Promise.all([
      counters.store.submit(counters.command('counter.match', origin, { other })),
      counters.store.submit(counters.command('counter.add', origin)),
      counters.store.submit(counters.command('counter.add', bystander)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 200, 200]);
    expect([await counters.totalOf(origin), await counters.totalOf(bystander)]).toEqual([1, 1]);
  });

  it('is decided again when a stream that a follow-up wanted to begin exists already', async () => {
    const [origin, taken, other] = [await counters.opened(), await counters.opened(), await counters.opened()];
    expect(
      await counters.store.submit(counters.share(origin, [report(other, 'counter.add'), report(taken, 'counter.open')])),
    ).toMatchObject({
      status: 409,
      refusal: { code: 'resource_already_exists' },
    });
    expect([await counters.totalOf(origin), await counters.totalOf(other)]).toEqual([0, 0]);
  });

  it('never stores half of it when the command comes again beside others', async () => {
    const [origin, friend] = [await counters.opened(), await counters.opened()];
    const asked = counters.share(origin, [report(friend, 'counter.add')]);
    const first = await counters.store.submit(asked);
    const again = await Promise.all([
      counters.store.submit(counters.command('counter.add', friend)),
      counters.store.submit(asked),
      counters.store.submit(counters.share(origin, [report(friend, 'counter.add')])),
      counters.store.submit(counters.share(friend, [report(origin, 'counter.add')])),
      counters.store.submit(counters.command('counter.add', origin)),
    ]);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(again[1]).toEqual(first);
    expect([await counters.totalOf(origin), await counters.totalOf(friend)]).toEqual([4, 4]);
  });

  it('keeps 64 at once on one stream in order, each with a stream of its own', async () => {
    const origin = await counters.opened();
    const children = Array.from({ length: 64 }, () => counters.newId());
    const replies = await Promise.all(
      children.map((child, index) =>
        counters.store.submit(counters.share(origin, [report(child, 'counter.open', { amount: index, times: 1 })], { answeredBy: 0 })),
      ),
    );
    expect(replies.map(({ status, streamId }) => ({ status, streamId }))).toEqual(children.map((streamId) => ({ status: 201, streamId })));
    expect(await counters.totalOf(origin)).toBe(64);
    expect(await Promise.all(children.map((child) => counters.totalOf(child)))).toEqual(children.map((_, index) => index));
  });

  it('does not touch the other 49 of a batch when it is bad', async () => {
    const [origin, child] = [await counters.opened(), counters.newId()];
    const friends = await Promise.all(Array.from({ length: 49 }, () => counters.opened()));
    const bad: Record<string, Command> = {
      thrown: counters.share(origin, [report(child, 'counter.open'), report(origin, 'counter.explode')]),
      refused: counters.share(origin, [report(child, 'counter.open'), report(counters.newId(), 'counter.add')]),
      unstorable: counters.share(origin, [report(child, 'counter.open', { wakeAtMs: 1e30 })]),
    };
    for (const [round, poison] of Object.values(bad).entries()) {
      const replies: Reply[] = await Promise.all(
        [...friends.slice(0, 24), null, ...friends.slice(24)].map((friend) =>
          counters.store.submit(friend ? counters.share(friend, [report(friend, 'counter.add')]) : poison),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(49);
      expect(replies[24]?.status).toBe([500, 404, 500][round]);
      expect(await counters.totalOf(origin)).toBe(0);
      expect(await counters.store.reads.findStream(child, counters.accountId, false)).toBeNull();
      expect(new Set(await Promise.all(friends.map((friend) => counters.totalOf(friend))))).toEqual(new Set([(round + 1) * 2]));
    }
  });

  it('has one effect when two requests with one Idempotency-Key come together', async () => {
    const [origin, a, b] = [await counters.opened(), counters.newId(), counters.newId()];
    const idempotency = { key: randomUUID(), fingerprint: 'same' };
    const replies = await Promise.all(
      [a, b].map((child) =>
        counters.store.submit(counters.share(origin, [report(child, 'counter.open')], { answeredBy: 0 }, { idempotency })),
      ),
    );
    expect(replies.map(({ streamId, replayed }) => ({ streamId, replayed }))).toEqual([
      { streamId: a, replayed: false },
      { streamId: a, replayed: true },
    ]);
    expect(await counters.totalOf(origin)).toBe(1);
    expect(await counters.store.reads.findStream(b, counters.accountId, false)).toBeNull();
  });

  it('leaves log and streams that agree, with an unbroken chain', async () => {
    const fresh = await SharingCounters.started();
    const [origin, friend] = [await fresh.opened(), await fresh.opened()];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const [from, to] = index % 2 ? [origin, friend] : [friend, origin];
        return fresh.store.submit(fresh.share(from, [report(to, 'counter.add'), report(fresh.newId(), 'counter.open')]));
      }),
    );
    const log = { databaseUrl: fresh.database.url, schema: SCHEMA };
    expect(await verifyChain(log)).toMatchObject({ intact: true, events: 2 + 40 * 3 });
    expect(await verifyStreams({ ...log, aggregates: [counter] })).toEqual({ streams: 42, differences: [] });
    await fresh.stop();
  });
});
