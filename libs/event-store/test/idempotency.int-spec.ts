import type { EventStore } from '#event-store';
import type { Command } from '#contracts';
import type { TestDatabase } from '#testing';
import { counter, type CounterPayload } from './counter';
import { SCHEMA, ask, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore } from './store-fixture';

describe('an Idempotency-Key', () => {
  let database: TestDatabase;
  let store: EventStore;
  let accountId: string;
  beforeAll(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
  });
  beforeEach(() => {
    accountId = newAccount();
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  /** A new request with a key: command id and resource id are new each time, as the gateway makes them. */
  const request = (type: string, more: Partial<Command<string, CounterPayload>> = {}, key = 'order-1', fingerprint = 'body-1'): Command =>
    counterCommand(type, { accountId, streamId: newCounterId(accountId) }, { idempotency: { key, fingerprint }, ...more });
  const streamsOfAccount = async (): Promise<number> =>
    (await ask(database.url, `select from ${SCHEMA}.streams where account_id = $1`, [accountId])).length;

  it('answers a repeated request with the first outcome to the byte, marked as replayed', async () => {
    const first = await store.submit(request('counter.open'));
    const again = await store.submit(request('counter.open'));
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(again).toMatchObject({ status: 201, body: first.body, streamId: first.streamId, replayed: true, position: first.position });
    expect(await streamsOfAccount()).toBe(1);
  });

  it('answers from what is stored although the aggregate throws today', async () => {
    const command = request('counter.open');
    const first = await store.submit(command);
    await store.stop();
    const throwAlways = (): never => {
      throw new Error('a bug of a newer release');
    };
    store = await servingCounterStore(database.url, { aggregates: [{ ...counter, decide: throwAlways }] });
    try {
      expect(await store.submit(command)).toEqual(first);
      expect(await store.submit(request('counter.open'))).toMatchObject({ status: 201, body: first.body, replayed: true });
      expect(await store.submit(request('counter.open', {}, 'order-2'))).toMatchObject({
        status: 500,
        refusal: { code: 'internal_error' },
      });
    } finally {
      await store.stop();
      store = await servingCounterStore(database.url);
    }
  });

  it('gives many requests at once with the same key one effect and one answer', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => store.submit(request('counter.open'))));
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect(replies.filter((reply) => !reply.replayed)).toHaveLength(1);
    expect(await streamsOfAccount()).toBe(1);
  });

  it('refuses another body under a used key, and keeps the key with the first request', async () => {
    const first = await store.submit(request('counter.open'));
    const [other, sameBatch] = await Promise.all([
      store.submit(request('counter.open', {}, 'order-1', 'body-2')),
      store.submit(request('counter.open', {}, 'order-1', 'body-3')),
    ]);
    for (const refusal of [other, sameBatch]) expect(refusal).toMatchObject({ status: 422, refusal: { code: 'idempotency_key_reused' } });
    expect(await store.submit(request('counter.open'))).toMatchObject({ body: first.body, replayed: true });
  });

  it('knows a request again whose fingerprint was made under a pepper that is being replaced', async () => {
    const first = await store.submit(request('counter.open', {}, 'order-1', 'old-1'));
    const withBoth = (fingerprint: string, former: string): Partial<Command<string, CounterPayload>> => ({
      idempotency: { key: 'order-1', fingerprint, formerFingerprints: [former] },
    });
    expect(await store.submit(request('counter.open', withBoth('new-1', 'old-1')))).toMatchObject({ body: first.body, replayed: true });
    expect(await store.submit(request('counter.open', withBoth('new-2', 'old-2')))).toMatchObject({ status: 422 });
  });

  it('refuses another body that arrives together with the first use of the key', async () => {
    const replies = await Promise.all([
      store.submit(request('counter.open', {}, 'order-1', 'body-1')),
      store.submit(request('counter.open', {}, 'order-1', 'body-2')),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([201, 422]);
    expect(await streamsOfAccount()).toBe(1);
  });

  it('is freed by a refusal: the same key may try again', async () => {
    const refused = await store.submit(request('counter.add'));
    expect(refused.status).toBe(404);
    expect(await store.submit(request('counter.open'))).toMatchObject({ status: 201, replayed: false });
  });

  it('lets the second of two concurrent requests act when the first is refused', async () => {
    const replies = await Promise.all([store.submit(request('counter.add')), store.submit(request('counter.open'))]);
    expect(replies.map(({ status, replayed }) => ({ status, replayed }))).toEqual([
      { status: 404, replayed: false },
      { status: 201, replayed: false },
    ]);
  });

  it('answers the first outcome even when the request would be refused by now', async () => {
    const { streamId } = await store.submit(request('counter.open', {}, 'open'));
    const close = (): Command => request('counter.close', { streamId }, 'close');
    const first = await store.submit(close());
    expect(await store.submit(close())).toMatchObject({ status: 200, body: first.body, replayed: true });
  });

  it('belongs to one account and one mode', async () => {
    const first = await store.submit(request('counter.open'));
    const live = await store.submit(request('counter.open', { livemode: true }));
    accountId = newAccount();
    const foreign = await store.submit(request('counter.open'));
    expect([first, live, foreign].map((reply) => reply.replayed)).toEqual([false, false, false]);
    expect(new Set([first.streamId, live.streamId, foreign.streamId]).size).toBe(3);
  });

  it('can be looked up, in its own account and mode only', async () => {
    const first = await store.submit(request('counter.open', {}, 'look me up'));
    const found = await store.reads.findByIdempotencyKey(accountId, false, 'look me up');
    expect(found).toMatchObject({
      streamId: first.streamId,
      operation: 'counter.open',
      status: 201,
      body: first.body,
      fingerprint: 'body-1',
    });
    expect(await store.reads.findByIdempotencyKey(accountId, true, 'look me up')).toBeNull();
    expect(await store.reads.findByIdempotencyKey(newAccount(), false, 'look me up')).toBeNull();
  });
});
