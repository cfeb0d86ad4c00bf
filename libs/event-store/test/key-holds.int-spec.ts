import { randomUUID } from 'node:crypto';
import type { EventStore, HoldRequest, Owner } from '#event-store';
import { shardOfAccount, type Reply } from '#contracts';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import {
  SCHEMA,
  ask,
  counterCommand,
  counterDatabase,
  newAccount,
  newCounterId,
  servingCounterStore,
  waitingSessions,
} from './store-fixture';

describe('an Idempotency-Key that is used at another service', () => {
  let database: TestDatabase;
  let store: EventStore;
  let owner: Owner;
  beforeAll(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
  });
  beforeEach(() => {
    owner = { accountId: newAccount(), livemode: false };
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const claimed = (fingerprint = 'there'): HoldRequest => {
    return { claim: { key: 'order-1', fingerprint }, commandId: randomUUID(), streamId: 'kyc_1', operation: 'kyc.create' };
  };
  const hold = (request = claimed(), by = owner) => store.keyHolds.hold(by, request);
  const open = (fingerprint = 'here'): Promise<Reply> => {
    const { accountId } = owner;
    const idempotency = { key: 'order-1', fingerprint };
    return store.submit(counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }, { idempotency }));
  };
  const age = (): Promise<unknown[]> =>
    ask(database.url, `UPDATE ${SCHEMA}.commands SET created_at = created_at - interval '61 seconds' WHERE outcome = 'held'`);

  it('is refused for a request of this one, and shown as held', async () => {
    expect(await hold()).toBe('held');
    expect(await open()).toMatchObject({ status: 409, refusal: { code: 'idempotency_key_in_use' } });
    expect(await store.keyHolds.isHeld(owner, 'order-1')).toBe(true);
    expect(await store.reads.findByIdempotencyKey(owner.accountId, false, 'order-1')).toBeNull();
  });

  it('cannot be held when a request of this one was accepted with it', async () => {
    await open();
    expect(await hold()).toBe('reused');
    expect(await store.keyHolds.isHeld(owner, 'order-1')).toBe(false);
  });

  it('may be held by a repeat of the same request, also under an older pepper, and by no other', async () => {
    expect([await hold(), await hold(), await hold(claimed('elsewhere'))]).toEqual(['held', 'held', 'in_use']);
    const again = { ...claimed(), claim: { key: 'order-1', fingerprint: 'newer', formerFingerprints: ['there'] } };
    expect(await hold(again)).toBe('held');
  });

  it('has one owner, however many requests come at once', async () => {
    for (let round = 0; round < 10; round++) {
      owner = { accountId: newAccount(), livemode: false };
      const [reply, ...verdicts] = await Promise.all([open(), ...['a', 'b', 'c'].map((fingerprint) => hold(claimed(fingerprint)))]);
      const holders = verdicts.filter((verdict) => verdict === 'held').length;
      expect(holders + (reply.status === 201 ? 1 : 0)).toBe(1);
    }
  });

  it('stays held by the attempt that was accepted when another attempt was refused, in either order', async () => {
    const [first, second] = [claimed(), claimed()];
    await hold(first);
    await hold(second);
    await store.keyHolds.release(owner, second.commandId);
    expect(await open()).toMatchObject({ status: 409 });
    await store.keyHolds.release(owner, first.commandId);
    expect(await open()).toMatchObject({ status: 201 });
  });

  it('does not release a stored answer', async () => {
    const first = await open();
    await store.keyHolds.release(owner, first.commandId);
    await store.keyHolds.releaseAbandoned(owner, 'order-1');
    expect(await open()).toMatchObject({ body: first.body, replayed: true });
  });

  it('is given up when its request cannot act any more, and not before', async () => {
    await hold();
    await store.keyHolds.releaseAbandoned(owner, 'order-1');
    expect(await open()).toMatchObject({ status: 409 });
    await age();
    expect(await store.keyHolds.isHeld(owner, 'order-1')).toBe(false);
    await store.keyHolds.releaseAbandoned(owner, 'order-1');
    expect(await open()).toMatchObject({ status: 201 });
  });

  /** Requests that want to hold keys, 40 at any time, until `isOver`; what each came to, and how long it took in milliseconds. */
  const wantToHold = async (isOver: () => boolean) => {
    const seen: { verdict: Awaited<ReturnType<typeof hold>>; ms: number }[] = [];
    const one = async (key: string): Promise<void> => {
      do {
        const startedAtMs = performance.now();
        const verdict = await hold({ ...claimed(), claim: { key, fingerprint: 'there' } });
        seen.push({ verdict, ms: performance.now() - startedAtMs });
      } while (!isOver());
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => one(`order-${index}`)));
    return seen;
  };

  it('is busy while the shard is locked, and reads by id do not wait for those who want to hold', async () => {
    const { accountId } = owner;
    const { streamId } = await open();
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1, $2)', [lockClass(SCHEMA, 'append'), shardOfAccount(accountId)]);
    let isOver = false;
    const holds = wantToHold(() => isOver);
    const waiting = async (): Promise<object[]> => (await waitingSessions(database.url)).filter(({ locktype }) => locktype === 'advisory');
    await eventually(async () => expect((await waiting()).length).toBeGreaterThan(1));
    try {
      for (let read = 0; read < 5; read++) expect(await store.reads.findStream(streamId, accountId, false)).not.toBeNull();
    } finally {
      isOver = true;
    }
    const seen = await holds;
    expect(new Set(seen.map(({ verdict }) => verdict))).toEqual(new Set(['busy']));
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(5_000);
    await other.end();
    await eventually(async () => expect(await hold({ ...claimed(), claim: { key: 'order-41', fingerprint: 'there' } })).toBe('held'));
  });

  it('belongs to one account and one mode', async () => {
    await hold();
    expect(await hold(claimed('elsewhere'), { ...owner, livemode: true })).toBe('held');
    expect(await hold(claimed('elsewhere'), { accountId: newAccount(), livemode: false })).toBe('held');
  });
});
