import { Client } from 'pg';
import { eventually } from '#testing';
import type { Command } from '#contracts';
import { FOLLOW_UPS_MAX } from '../src/writer/group';
import { SharingCounters, report } from './follow-ups-fixture';
import { SCHEMA, Topic, ask, counterCommand, newAccount, newCounterId } from './store-fixture';

interface EventRow {
  stream_id: string;
  type: string;
  command_id: string;
  causation_id: string | null;
  correlation_id: string;
  position: string;
  meta: { actor: object; requestId: string; idempotencyKey: string | null };
}

describe('a command with follow-ups', () => {
  let counters: SharingCounters;
  beforeAll(async () => {
    counters = await SharingCounters.started();
  });
  beforeEach(() => {
    counters.accountId = newAccount();
  });
  afterAll(() => counters.stop());

  const eventsOf = (...streamIds: string[]): Promise<EventRow[]> =>
    ask<EventRow>(counters.database.url, `select * from ${SCHEMA}.events where stream_id = any ($1) order by shard, position`, [streamIds]);

  it('opens what it and those beside it reach for together: not one after another', async () => {
    const others = await Promise.all(Array.from({ length: 40 }, () => counters.opened()));
    const origins = await Promise.all(others.map(() => counters.opened()));
    await counters.restart();
    const asked = jest.spyOn(Client.prototype, 'query');
    const replies = await Promise.all(
      origins.map((origin, index) =>
        counters.store.submit(counters.command('counter.match', origin, { other: others[index] ?? '', unnamed: true })),
      ),
    );
    const loads = asked.mock.calls.filter(([statement]) => (statement as { name?: string } | undefined)?.name === 'hundi_load_streams');
    asked.mockRestore();
    expect(replies.map(({ status }) => status)).toEqual(origins.map(() => 200));
    expect(loads.length).toBeLessThanOrEqual(6);
  });

  it('is stored with them in one commit, each with a command id that derives from the first', async () => {
    const [origin, friend, child] = [await counters.opened(), await counters.opened(), counters.newId()];
    const asked = counters.share(
      origin,
      [report(friend, 'counter.add', { amount: 5 }), report(child, 'counter.open', { amount: 7, times: 1 })],
      {
        amount: 3,
      },
    );
    const reply = await counters.store.submit({ ...asked, idempotency: { key: 'both', fingerprint: 'f' } });
    expect(reply).toMatchObject({ status: 200, streamId: origin, refusal: null, replayed: false });
    expect([await counters.totalOf(origin), await counters.totalOf(friend), await counters.totalOf(child)]).toEqual([3, 5, 7]);
    const events = (await eventsOf(origin, friend, child)).slice(2);
    expect(events.map(({ stream_id: streamId }) => streamId)).toEqual([origin, friend, child, child]);
    expect(new Set(events.map(({ command_id: commandId }) => commandId)).size).toBe(3);
    expect(events.map(({ causation_id: cause }) => cause)).toEqual([null, asked.commandId, asked.commandId, asked.commandId]);
    for (const { correlation_id: correlation, meta } of events) {
      expect({ correlation, meta }).toMatchObject({
        correlation: asked.correlationId,
        meta: { actor: asked.actor, requestId: 'req_test', idempotencyKey: 'both' },
      });
    }
    expect(reply.position).toBe(events.at(-1)?.position);
    const rows = await ask<{ operation: string; idempotency_key: string | null }>(
      counters.database.url,
      `select operation, idempotency_key from ${SCHEMA}.commands where command_id = any ($1::uuid[]) order by operation`,
      [events.map(({ command_id: commandId }) => commandId)],
    );
    expect(rows).toEqual([
      { operation: 'counter.add', idempotency_key: null },
      { operation: 'counter.open', idempotency_key: null },
      { operation: 'counter.share', idempotency_key: 'both' },
    ]);
    expect(
      await ask(
        counters.database.url,
        `select distinct xmin from ${SCHEMA}.events where stream_id = any ($1) and command_id = any ($2::uuid[])`,
        [[origin, friend, child], events.map(({ command_id: commandId }) => commandId)],
      ),
    ).toHaveLength(1);
  });

  it('is published with all that followed from it as the log tells it, request and key included', async () => {
    const fresh = await SharingCounters.started();
    const topic = new Topic();
    fresh.store.startRelay(topic.publish);
    const [origin, friend] = [await fresh.opened(), await fresh.opened()];
    const idempotency = { key: 'reported', fingerprint: 'f' };
    await fresh.store.submit(fresh.share(origin, [report(friend, 'counter.add')], {}, { idempotency }));
    await eventually(() => expect(topic.messages).toHaveLength(4));
    for (const streamId of [origin, friend]) {
      const history = await fresh.store.reads.readPublicHistory({ streamId, accountId: fresh.accountId, livemode: false }, { limit: 10 });
      expect(history?.entries.map(({ event }) => JSON.stringify(event))).toEqual(
        topic.messages.filter(({ key }) => key === streamId).map(({ value }) => value),
      );
      expect(history?.entries.at(-1)?.event.request).toEqual({ id: 'req_test', idempotency_key: 'reported' });
    }
    await fresh.stop();
  });

  it('is answered by the follow-up it names, and gives that answer to the byte when it comes again', async () => {
    const [origin, child] = [await counters.opened(), counters.newId()];
    const request = (childId: string): Command =>
      counters.share(
        origin,
        [report(childId, 'counter.open', { amount: 2, times: 1 })],
        { answeredBy: 0 },
        { idempotency: { key: 'k', fingerprint: 'f' } },
      );
    const asked = request(child);
    const first = await counters.store.submit(asked);
    expect(first).toMatchObject({ status: 201, streamId: child, replayed: false });
    expect(JSON.parse(first.body ?? '')).toMatchObject({ id: child, total: 2 });
    await counters.store.submit(counters.command('counter.add', child));
    expect(await counters.store.submit(asked)).toEqual(first);
    const answer = await counters.store.submit(request(counters.newId()));
    expect(answer).toEqual({ ...first, commandId: answer.commandId, replayed: true, requestId: 'req_test' });
    expect(await counters.store.reads.findByIdempotencyKey(counters.accountId, false, 'k')).toMatchObject({
      streamId: child,
      status: 201,
      body: first.body,
    });
    expect(await counters.totalOf(origin)).toBe(1);
  });

  it('is refused as its follow-up is, stores no event of either, and keeps that refusal', async () => {
    const [origin, closed, child] = [await counters.opened(), await counters.opened(), counters.newId()];
    await counters.store.submit(counters.command('counter.close', closed));
    const asked = counters.share(origin, [report(child, 'counter.open'), report(closed, 'counter.add')]);
    const reply = await counters.store.submit(asked);
    expect(reply).toMatchObject({
      status: 409,
      refusal: { code: 'state_conflict', details: { current_status: 'closed' } },
      streamId: origin,
    });
    expect(await counters.store.submit(asked)).toEqual(reply);
    expect(await eventsOf(origin, child)).toHaveLength(1);
    expect(await counters.store.reads.findStream(child, counters.accountId, false)).toBeNull();
    expect(await ask(counters.database.url, `select from ${SCHEMA}.commands where stream_id = any ($1)`, [[origin, child]])).toHaveLength(
      2,
    );
    // What was refused left no trace in memory either.
    expect(await counters.store.submit(counters.command('counter.add', origin))).toMatchObject({ status: 200 });
    expect(await counters.totalOf(origin)).toBe(1);
  });

  it('finds no stream of another account or of the other mode', async () => {
    const [origin, foreign] = [await counters.opened(), newCounterId(newAccount())];
    const live = counters.newId();
    await counters.store.submit(counterCommand('counter.open', { accountId: counters.accountId, streamId: live }, { livemode: true }));
    for (const streamId of [foreign, live]) {
      expect(await counters.store.submit(counters.share(origin, [report(streamId, 'counter.add')]))).toMatchObject({
        refusal: { code: 'resource_missing' },
      });
      expect(await counters.store.submit(counters.command('counter.match', origin, { other: streamId }))).toMatchObject({
        refusal: { code: 'resource_missing', details: { param: 'other' } },
      });
    }
    expect(await eventsOf(origin)).toHaveLength(1);
  });

  it('may have follow-ups that have follow-ups, and come back to where it began', async () => {
    const [origin, middle, end] = [await counters.opened(), await counters.opened(), await counters.opened()];
    const last = report(end, 'counter.share', { amount: 4, followUps: [report(origin, 'counter.add', { amount: 10 })] });
    const reply = await counters.store.submit(counters.share(origin, [report(middle, 'counter.share', { amount: 2, followUps: [last] })]));
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ id: origin, total: 11 });
    expect([await counters.totalOf(origin), await counters.totalOf(middle), await counters.totalOf(end)]).toEqual([11, 2, 4]);
    expect(reply.position).toBe((await eventsOf(origin, middle, end)).at(-1)?.position);
  });

  it('fails alone, as a bug of ours, when follow-ups never end, are too many, or go nowhere', async () => {
    const origin = await counters.opened();
    let endless = report(origin, 'counter.add');
    for (let depth = 0; depth < 9; depth++) endless = report(origin, 'counter.share', { followUps: [endless] });
    const many = Array.from({ length: FOLLOW_UPS_MAX + 1 }, () => report(origin, 'counter.add'));
    const wrong = [
      counters.share(origin, [endless]),
      counters.share(origin, many),
      counters.share(origin, [report(origin, 'counter.unknown')]),
      counters.share(origin, [], { answeredBy: 0 }),
    ];
    for (const asked of wrong)
      expect(await counters.store.submit(asked)).toMatchObject({ status: 500, refusal: { code: 'internal_error' } });
    expect(await counters.store.submit(counters.share(origin, many.slice(1)))).toMatchObject({ status: 200 });
    expect(await counters.totalOf(origin)).toBe(FOLLOW_UPS_MAX + 1);
  });

  it('sees other streams as the commands before it in the batch left them', async () => {
    const [origin, other] = [await counters.opened(), counters.newId()];
    const replies = await Promise.all([
      counters.store.submit(counters.command('counter.match', origin, { other })),
      counters.store.submit(counters.command('counter.open', other, { amount: 6, times: 1 })),
      counters.store.submit(counters.command('counter.match', origin, { other })),
      counters.store.submit(counters.command('counter.add', other, { amount: 4 })),
      counters.store.submit(counters.command('counter.match', origin, { other, unnamed: true })),
      counters.store.submit(counters.command('counter.close', other)),
      counters.store.submit(counters.command('counter.match', origin, { other })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 201, 200, 200, 200, 200, 404]);
    expect(await counters.totalOf(origin)).toBe(16);
  });

  it.each(['named', 'unnamed'])('finds a %s stream that is only in the database', async (how) => {
    const [origin, friend, other] = [await counters.opened(), await counters.opened(), counters.newId()];
    await counters.store.submit(counters.command('counter.open', other, { amount: 9, times: 1 }));
    await counters.restart();
    const unnamed = how === 'unnamed';
    expect(await counters.store.submit(counters.command('counter.match', origin, { other, unnamed }))).toMatchObject({ status: 200 });
    expect(await counters.store.submit(counters.share(origin, [report(friend, 'counter.add', { amount: 2 })], { unnamed }))).toMatchObject({
      status: 200,
    });
    expect([await counters.totalOf(origin), await counters.totalOf(friend)]).toEqual([10, 2]);
  });
});
