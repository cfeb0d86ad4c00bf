import { IdempotentRequests, type RequestOutcome } from '#event-store';
import type { TestDatabase } from '#testing';
import type { Command } from '#contracts';
import { Pool } from 'pg';
import { SystemClock } from '#service';
import { DatabaseClock } from '../src/writer/database-clock';
import { SCHEMA, counterCommand, counterDatabase, newAccount, newCounterId } from './store-fixture';

describe('a command that changes a table and no stream', () => {
  let database: TestDatabase;
  let pool: Pool;
  let requests: IdempotentRequests;
  beforeAll(async () => {
    database = await counterDatabase();
    pool = new Pool({ connectionString: database.url });
    await pool.query('CREATE TABLE changes (stream_id text NOT NULL)');
    requests = new IdempotentRequests({ schema: SCHEMA, pool, databaseClock: new DatabaseClock(new SystemClock()) });
  });
  beforeEach(() => pool.query('TRUNCATE changes'));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const given = (change: Partial<Command> = {}): Command => {
    const accountId = newAccount();
    return { ...counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }), ...change };
  };
  const claim = { key: 'order-1', fingerprint: 'same' };
  const execute = (command: Command, end: () => RequestOutcome = () => ({ streamId: command.streamId, status: 200, body: '{"made":1}' })) =>
    requests.execute(command, async (client) => {
      await client.query('INSERT INTO changes VALUES ($1)', [command.streamId]);
      return end();
    });
  const changes = async (): Promise<number> => (await pool.query('SELECT FROM changes')).rowCount ?? -1;

  it('is carried out once, however often and however much at once it comes', async () => {
    const command = given({ idempotency: claim });
    const first = await Promise.all([1, 2, 3].map(() => execute(command)));
    expect(first.map(({ body, status }) => [body, status])).toEqual([1, 2, 3].map(() => ['{"made":1}', 200]));
    const retry = { ...command, commandId: given().commandId };
    expect(await execute(retry)).toMatchObject({ commandId: retry.commandId, replayed: true, body: '{"made":1}' });
    expect(await requests.find(retry)).toMatchObject({ replayed: true });
    expect(await changes()).toBe(1);
  });

  it('leaves nothing when it ends in the middle, and can be repeated', async () => {
    const command = given({ idempotency: claim });
    const broken = execute(command, () => {
      throw new Error('the process is gone');
    });
    await expect(broken).rejects.toThrow('the process is gone');
    expect([await changes(), await requests.find(command)]).toEqual([0, null]);
    expect(await execute(command)).toMatchObject({ status: 200, replayed: false });
  });

  it('is refused for another request under the same key', async () => {
    const command = given({ idempotency: claim });
    await execute(command);
    const other = { ...command, commandId: given().commandId, idempotency: { key: 'order-1', fingerprint: 'other' } };
    expect(await execute(other)).toMatchObject({ refusal: { code: 'idempotency_key_reused' } });
    expect(await changes()).toBe(1);
  });

  it('leaves its key free when it is refused', async () => {
    const command = given({ idempotency: claim });
    const refusal = { code: 'resource_missing' } as const;
    const refused = await requests.execute(command, () => Promise.resolve({ refusal }));
    expect(refused).toMatchObject({ status: 404, refusal });
    expect(await execute(command)).toMatchObject({ status: 200 });
  });

  it('changes nothing after its deadline, nor in a dry run', async () => {
    expect((await execute(given({ deadlineAtMs: Date.now() - 60_000 }))).refusal).toEqual({ code: 'command_expired' });
    expect((await execute(given({ dryRun: true }))).body).toContain('"object":"dry_run"');
    expect(await changes()).toBe(0);
  });
});
