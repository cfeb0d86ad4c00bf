import { shardOfAccount } from '#contracts';
import { WriterOverloadedError, WriterUnavailableError, type EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import {
  SCHEMA,
  accountInShard,
  ask,
  counterCommand,
  counterDatabase,
  counterStore,
  newAccount,
  newCounterId,
  servingCounterStore,
} from './store-fixture';

describe('a writer', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const newCounter = (): { accountId: string; streamId: string } => {
    const accountId = newAccount();
    return { accountId, streamId: newCounterId(accountId) };
  };
  const opened = async (): Promise<{ accountId: string; streamId: string }> => {
    const target = newCounter();
    await store.submit(counterCommand('counter.open', target));
    return target;
  };
  const eventCount = async (streamId: string): Promise<number> => {
    const rows = await ask<{ count: number }>(database.url, `select count(*)::int as count from ${SCHEMA}.events where stream_id = $1`, [
      streamId,
    ]);
    return rows[0]?.count ?? -1;
  };

  it('answers a command with the state after it, and a read right after sees the same', async () => {
    const { accountId, streamId } = newCounter();
    const payload = { amount: 5, times: 3, labels: { zebra: '1', a: '2' } };
    const reply = await store.submit(counterCommand('counter.open', { accountId, streamId }, { payload }));
    expect(reply).toMatchObject({ status: 201, refusal: null, replayed: false, position: '4', streamId });
    const found = await store.reads.findStream(streamId, accountId, false);
    expect(found?.head).toMatchObject({ version: 4, sequence: 4 });
    expect(JSON.stringify(found?.state)).toBe('{"status":"open","total":15,"labels":{"zebra":"1","a":"2"},"wakeAtMs":null}');
    const addition = await store.submit(counterCommand('counter.add', { accountId, streamId }, { payload: { amount: 2 } }));
    expect(addition.body).toBe(`{"id":"${streamId}","status":"open","total":17,"labels":{"zebra":"1","a":"2"},"sequence":5}`);
  });

  it('acts once when the same command id is delivered 100 times at once, and answers all the same', async () => {
    const target = await opened();
    const command = counterCommand('counter.add', target);
    const replies = await Promise.all(Array.from({ length: 100 }, () => store.submit(structuredClone(command))));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, replayed: false });
    expect(await eventCount(target.streamId)).toBe(2);
  });

  it('gives a command that comes again its stored answer to the byte, although the state has moved on', async () => {
    const target = await opened();
    const command = counterCommand('counter.add', target);
    const first = await store.submit(command);
    await store.submit(counterCommand('counter.close', target));
    expect(await store.submit(command)).toEqual(first);
    expect(await eventCount(target.streamId)).toBe(3);
  });

  it('gives a refused command the same refusal for ever, even when it could succeed by now', async () => {
    const target = newCounter();
    const early = counterCommand('counter.add', target);
    const refusal = await store.submit(early);
    expect(refusal).toMatchObject({ status: 404, refusal: { code: 'resource_missing' }, body: null });
    await store.submit(counterCommand('counter.open', target));
    expect(await store.submit(early)).toEqual(refusal);
    expect(await eventCount(target.streamId)).toBe(1);
  });

  it('lets later commands of a batch see what earlier ones of the same stream did', async () => {
    const target = newCounter();
    const commands = [
      counterCommand('counter.open', target),
      ...Array.from({ length: 20 }, () => counterCommand('counter.add', target)),
      counterCommand('counter.close', target),
      counterCommand('counter.add', target),
    ];
    const replies = await Promise.all(commands.map((command) => store.submit(command)));
    expect(replies.map((reply) => reply.status)).toEqual([201, ...Array<number>(20).fill(200), 200, 409]);
    expect((await store.reads.findStream(target.streamId, target.accountId, false))?.state).toMatchObject({ status: 'closed', total: 20 });
  });

  it('commits together what comes in the same turns of the event loop', async () => {
    const first = newCounter();
    const second = { ...first, streamId: newCounterId(first.accountId) };
    const early = store.submit(counterCommand('counter.open', first));
    await new Promise(setImmediate);
    await Promise.all([early, store.submit(counterCommand('counter.open', second))]);
    const commits = await ask<{ xmin: string }>(database.url, `SELECT DISTINCT xmin FROM ${SCHEMA}.events WHERE stream_id = ANY ($1)`, [
      [first.streamId, second.streamId],
    ]);
    expect(commits).toHaveLength(1);
  });

  it('fails only the poisoned command of a batch of 50, and stores nothing for it', async () => {
    const target = await opened();
    const poison = counterCommand('counter.explode', target);
    const commands = Array.from({ length: 50 }, (_, index) => (index === 24 ? poison : counterCommand('counter.add', target)));
    const replies = await Promise.all(commands.map((command) => store.submit(command)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(49);
    expect(replies[24]).toMatchObject({ status: 500, refusal: { code: 'internal_error' } });
    expect(await eventCount(target.streamId)).toBe(50);
    expect(await ask(database.url, `select from ${SCHEMA}.commands where command_id = $1`, [poison.commandId])).toHaveLength(0);
  });

  it('fails only the command that the database refuses to store', async () => {
    const targets = [await opened(), await opened(), await opened()];
    const unstorable = counterCommand('counter.open', newCounter(), { payload: { wakeAtMs: 1e30 } });
    const commands = [...targets.map((target) => counterCommand('counter.add', target)), unstorable];
    const replies = await Promise.all(commands.map((command) => store.submit(command)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 500]);
    expect(await eventCount(unstorable.streamId)).toBe(0);
  });

  it('turns an envelope away that would break the batch, before it joins one', async () => {
    const target = await opened();
    const bad = [{ commandId: 'not-a-uuid' }, { correlationId: 'line\nbreak' }, { type: 'counter.unheard_of' }, { accountId: '' }];
    const replies = await Promise.all(bad.map((part) => store.submit({ ...counterCommand('counter.add', target), ...part })));
    expect(replies.map((reply) => reply.refusal?.code)).toEqual(['internal_error', 'internal_error', 'internal_error', 'internal_error']);
    expect(await eventCount(target.streamId)).toBe(1);
  });

  it('refuses a command that is first seen after its deadline, and keeps refusing it', async () => {
    const target = newCounter();
    const late = counterCommand('counter.open', target, { deadlineAtMs: Date.now() - 1 });
    const reply = await store.submit(late);
    expect(reply).toMatchObject({ status: 503, refusal: { code: 'command_expired' } });
    expect(await store.submit({ ...late, deadlineAtMs: Date.now() + 60_000 })).toEqual(reply);
    expect(await eventCount(target.streamId)).toBe(0);
  });

  it('still answers a command it has stored when that comes again after its deadline', async () => {
    const command = counterCommand('counter.open', newCounter());
    const first = await store.submit(command);
    expect(await store.submit({ ...command, deadlineAtMs: Date.now() - 1 })).toEqual(first);
  });

  it('shows no stream to another account, and hints at the other mode to its owner', async () => {
    const { accountId, streamId } = await opened();
    const neighbor = accountInShard(shardOfAccount(accountId));
    for (const foreign of [neighbor, accountInShard((shardOfAccount(accountId) + 1) % 64)]) {
      const stranger = await store.submit(counterCommand('counter.add', { accountId: foreign, streamId }));
      expect(stranger).toMatchObject({ status: 404, refusal: { code: 'resource_missing' } });
      const withoutOwner = counterCommand('counter.add', { accountId: neighbor, streamId: newCounterId(neighbor) });
      if (foreign === neighbor) expect(stranger.refusal).toEqual((await store.submit(withoutOwner)).refusal);
      expect(stranger.refusal?.details?.hint).toBeUndefined();
      expect(await store.reads.findStream(streamId, foreign, false)).toBeNull();
      expect(await store.reads.existsInOtherMode(streamId, foreign, true)).toBe(false);
    }
    const live = await store.submit(counterCommand('counter.add', { accountId, streamId }, { livemode: true }));
    expect(live).toMatchObject({
      status: 404,
      refusal: { code: 'resource_missing', details: { hint: expect.stringContaining('test mode') } },
    });
    expect(await store.reads.findStream(streamId, accountId, true)).toBeNull();
    expect(await store.reads.existsInOtherMode(streamId, accountId, true)).toBe(true);
    expect(await eventCount(streamId)).toBe(1);
  });

  it('answers a command for a shard it does not own with a named, repeatable error', async () => {
    const other = counterStore(database.url);
    await other.start();
    await expect(other.submit(counterCommand('counter.open', newCounter()))).rejects.toBeInstanceOf(WriterUnavailableError);
    await other.stop();
  });

  it('turns commands away when its queue is full, and serves those it took', async () => {
    const narrow = counterStore((await counterDatabase()).url, { queueMax: 5, writerCount: 1 });
    await narrow.start();
    await narrow.takeAll();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => narrow.submit(counterCommand('counter.open', newCounter()))));
    expect(outcomes.slice(0, 5).map((outcome) => outcome.status)).toEqual(Array(5).fill('fulfilled'));
    for (const outcome of outcomes.slice(5))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(WriterOverloadedError) });
    await narrow.stop();
  });

  it('splits what is larger than a megabyte into several commits without losing order', async () => {
    const target = await opened();
    const notes = Array.from({ length: 30 }, () => counterCommand('counter.note', target, { payload: { note: 'x'.repeat(100_000) } }));
    const replies = await Promise.all(notes.map((command) => store.submit(command)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(30).fill(200));
    const positions = replies.map((reply) => Number(reply.position));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('keeps text as it came: NUL, lone surrogates and key order survive event, state and answer', async () => {
    const target = newCounter();
    const labels = { zz: 'nul \u0000', b: 'lone \ud800', aaa: '₹ ünï' };
    const reply = await store.submit(counterCommand('counter.open', target, { payload: { labels } }));
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ labels });
    const found = await store.reads.findStream(target.streamId, target.accountId, false);
    expect(JSON.stringify((found?.state as { labels: object }).labels)).toBe(JSON.stringify(labels));
    const history = await store.reads.readHistory({ ...target, livemode: false });
    expect(JSON.stringify(history[0]?.data)).toBe(JSON.stringify({ labels, wakeAtMs: null }));
  });
});
