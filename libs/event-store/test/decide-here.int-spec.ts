import { shardOfAccount, type Command, type Reply } from '#contracts';
import { WriterUnavailableError, type Alongside, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import { report } from './follow-ups-fixture';
import {
  SCHEMA,
  Topic,
  ask,
  counterCommand,
  counterDatabase,
  counterStore,
  newCounterId,
  newAccount,
  servingCounterStore,
  type CounterTarget,
} from './store-fixture';

const TIMES = 20;

describe('a command that is decided in the process that took it', () => {
  let database: TestDatabase;
  /** Two processes that serve no partition. */
  let [one, two]: EventStore[] = [];
  let target: CounterTarget;
  beforeAll(async () => {
    database = await counterDatabase();
    [one, two] = [counterStore(database.url), counterStore(database.url)];
    await Promise.all([one.start(), two.start()]);
    await ask(database.url, 'CREATE TABLE labels (stream_id text PRIMARY KEY, position bigint)');
  });
  beforeEach(() => {
    const accountId = newAccount();
    target = { accountId, streamId: newCounterId(accountId) };
  });
  afterAll(async () => {
    await Promise.all([one?.stop(), two?.stop()]);
    await database.drop();
  });

  const decide = (type: string, more: Parameters<typeof counterCommand>[2] = {}, alongside?: Alongside): Promise<Reply> =>
    one!.decideHere(counterCommand(type, target, more), alongside);
  const label: Alongside = async (client, { reply }) => {
    await client.query('INSERT INTO labels VALUES ($1, $2)', [reply.streamId, reply.position]);
  };
  const labels = async (): Promise<unknown[]> => ask(database.url, 'SELECT position FROM labels WHERE stream_id = $1', [target.streamId]);
  const stored = async (): Promise<string[]> => {
    const rows = await ask<{ type: string }>(
      database.url,
      `SELECT type FROM ${SCHEMA}.events WHERE account_id = $1 ORDER BY position`,
      [target.accountId], // prettier-ignore
    );
    return rows.map(({ type }) => type);
  };

  it('is stored as every other is, though no process serves its shard', async () => {
    const reply = await decide('counter.open', { payload: { times: 2 } });
    expect(reply).toMatchObject({ status: 201, streamId: target.streamId, refusal: null, replayed: false, position: '3' });
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ id: target.streamId, status: 'open', total: 2 });
    expect(await stored()).toEqual(['counter.opened', 'counter.added', 'counter.added']);
    const found = await two!.reads.findStream(target.streamId, target.accountId, false);
    expect(found?.head).toMatchObject({ version: 3, sequence: 3 });
  });

  it('answers the same when it is brought again, and acts once', async () => {
    const command = counterCommand('counter.open', target);
    const [first, again] = [await one!.decideHere(command), await two!.decideHere(command)];
    expect([again, await stored()]).toEqual([first, ['counter.opened']]);
  });

  it('finds the answer of its Idempotency-Key, and refuses another request under it', async () => {
    const idempotency = { key: 'once', fingerprint: 'same' };
    const first = await decide('counter.open', { idempotency });
    expect(await decide('counter.open', { idempotency })).toMatchObject({ body: first.body, replayed: true });
    const other = await decide('counter.add', { idempotency: { key: 'once', fingerprint: 'other' } });
    expect(other).toMatchObject({ status: 422, refusal: { code: 'idempotency_key_reused' } });
  });

  it('writes other rows in the same commit, once', async () => {
    const command = counterCommand('counter.open', target);
    for (let times = 0; times < 2; times++) await one!.decideHere(command, label);
    expect(await labels()).toEqual([{ position: '1' }]);
  });

  it('shows its events, with the streams around them, to what is written alongside', async () => {
    const seen: unknown[] = [];
    await decide('counter.open', { payload: { amount: 7, times: 1 } }, async (_client, { events }) => {
      for (const { event, before, after } of events) seen.push([event.type, event.position, before?.state, after.state]);
    });
    const [opened, added] = [expect.objectContaining({ status: 'open', total: 0 }), expect.objectContaining({ total: 7 })];
    expect(seen).toEqual([
      ['counter.opened', 1n, undefined, opened],
      ['counter.added', 2n, opened, added],
    ]);
  });

  it('is taken back with what could not be written alongside it, and may be brought again', async () => {
    const command = counterCommand('counter.open', target);
    const failing = one!.decideHere(command, async (client, settled) => {
      await label(client, settled);
      throw new Error('no more rows');
    });
    await expect(failing).rejects.toThrow('no more rows');
    expect([await stored(), await labels()]).toEqual([[], []]);
    expect(await one!.decideHere(command, label)).toMatchObject({ status: 201, replayed: false });
  });

  it('writes nothing when it is refused', async () => {
    expect(await decide('counter.add', {}, label)).toMatchObject({ status: 404, refusal: { code: 'resource_missing' } });
    expect(await ask(database.url, `SELECT FROM ${SCHEMA}.commands WHERE stream_id = $1`, [target.streamId])).toHaveLength(0);
    expect(await labels()).toEqual([]);
  });

  it('is answered with 500 when the decision throws, and nothing is stored', async () => {
    expect(await decide('counter.explode')).toMatchObject({ status: 500, refusal: { code: 'internal_error' } });
    expect(await stored()).toEqual([]);
  });

  it('stores follow-ups with it or not at all, of the other mode too', async () => {
    await decide('counter.open');
    const child = newCounterId(target.accountId);
    const opening = { ...report(child, 'counter.open'), livemode: true };
    const closing = report(target.streamId, 'counter.close');
    const refused = await decide('counter.share', { payload: { followUps: [opening, closing, closing] } });
    expect([refused.refusal?.code, await stored()]).toEqual(['state_conflict', ['counter.opened']]);
    expect(await decide('counter.share', { payload: { followUps: [opening], answeredBy: 0 } })).toMatchObject({
      status: 201,
      streamId: child,
    });
    expect(await one!.reads.findStream(child, target.accountId, false)).toBeNull();
    expect((await one!.reads.findStream(child, target.accountId, true))?.head).toMatchObject({ livemode: true, version: 1 });
  });

  it('loses none of many at once in two processes', async () => {
    await decide('counter.open');
    const adding = Array.from({ length: TIMES }, (_, index) =>
      (index % 2 === 0 ? one! : two!).decideHere(counterCommand('counter.add', target)),
    );
    expect((await Promise.all(adding)).map(({ status }) => status)).toEqual(Array(TIMES).fill(200));
    const found = await one!.reads.findStream(target.streamId, target.accountId, false);
    expect(found).toMatchObject({ head: { version: TIMES + 1 }, state: { total: TIMES } });
  });

  it('is a dry run when it asks for that', async () => {
    const reply = await decide('counter.open', { dryRun: true }, label);
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ object: 'dry_run', status: 201 });
    expect([await stored(), await labels()]).toEqual([[], []]);
  });

  it('is refused after its deadline', async () => {
    const late = await decide('counter.open', { deadlineAtMs: Date.now() - 1 });
    expect([late.refusal?.code, await stored()]).toEqual(['command_expired', []]);
  });

  it('is in time by the clock of its process, however far that is from the clock of the database', async () => {
    const clock = { nowMs: () => Date.now() - 3_600_000, monotonicMs: () => performance.now() };
    const behind = counterStore(database.url, { clock });
    const deadlineAtMs = clock.nowMs() + 30_000;
    expect(await behind.decideHere(counterCommand('counter.open', target, { deadlineAtMs }))).toMatchObject({ status: 201 });
    await behind.stop();
  });

  it('is refused when the shard stays locked, and stores nothing later', async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1, $2)', [lockClass(SCHEMA, 'append'), shardOfAccount(target.accountId)]);
    expect(await decide('counter.open')).toMatchObject({ status: 409, refusal: { code: 'lock_timeout' } });
    await other.end();
    expect(await stored()).toEqual([]);
  });

  it('is not taken while the database cannot write', async () => {
    const command = counterCommand('counter.open', target);
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const fresh = counterStore(database.url);
    await expect(fresh.decideHere(command)).rejects.toThrow(WriterUnavailableError);
    await ask(database.url, `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`);
    await fresh.stop();
    expect(await one!.decideHere(command)).toMatchObject({ status: 201 });
  });

  it.each(['25P03', '25P04', '53200', '42P01', '42501'])('is not taken, and may be brought again, after SQLSTATE %s', async (code) => {
    const command = counterCommand('counter.open', target);
    const failing = one!.decideHere(command, async (client) => void (await client.query(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`)));
    await expect(failing).rejects.toThrow(WriterUnavailableError);
    expect(await one!.decideHere(command)).toMatchObject({ status: 201, replayed: false });
  });

  it('is not taken when its session stood still within the transaction for too long', async () => {
    const command = counterCommand('counter.open', target);
    const frozen = one!.decideHere(command, async (client) => {
      await client.query(`SET idle_in_transaction_session_timeout = '1ms'`);
      await new Promise((resolve) => client.once('error', resolve));
      await client.query('SELECT 1');
    });
    await expect(frozen).rejects.toThrow(WriterUnavailableError);
    expect(await one!.decideHere(command)).toMatchObject({ status: 201, replayed: false });
  });

  describe('beside the process that serves its shard', () => {
    let owner: EventStore;
    const topic = new Topic();
    beforeAll(async () => {
      owner = await servingCounterStore(database.url);
      owner.startRelay(topic.publish);
    });
    afterAll(() => owner.stop());
    const submit = (type: string, more: Partial<Command> = {}): Promise<Reply> =>
      owner.submit(counterCommand(type, target, more as Parameters<typeof counterCommand>[2]));

    it('is known to the next command there, which had the stream in memory', async () => {
      await submit('counter.open');
      await decide('counter.close');
      expect(await submit('counter.add')).toMatchObject({ status: 409, refusal: { code: 'state_conflict' } });
    });

    it('is published there', async () => {
      const { position } = await decide('counter.open');
      await eventually(() => {
        const published = topic.messages.find(({ cloudEvent }) => cloudEvent.subject === target.streamId);
        expect(published).toMatchObject({ cloudEvent: { type: 'counter.opened' }, position: BigInt(position ?? '') });
      });
    });
  });
});
