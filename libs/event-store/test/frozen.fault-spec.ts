import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { partitionOfShard, shardOfAccount } from '#contracts';
import type { EventStore } from '#event-store';
import { eventually, startTypescript, type TestDatabase } from '#testing';
import { SCHEMA, ask, counterCommand, counterDatabase, counterStore, newAccount, newCounterId } from './store-fixture';

describe('a process that is frozen', () => {
  let database: TestDatabase;
  let frozen: ChildProcess;
  let store: EventStore;
  const lines: string[] = [];
  const accountId = newAccount();
  beforeAll(async () => {
    database = await counterDatabase();
    store = counterStore(database.url);
    await store.start();
    frozen = startTypescript(join(__dirname, 'frozen-child.ts'), [database.url, accountId], ['ignore', 'pipe', 'inherit']);
    frozen.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
  });
  afterAll(async () => {
    frozen.kill('SIGKILL');
    await store.stop();
    await database.drop();
  });

  it('loses its partitions within four seconds, and cannot append when it wakes', async () => {
    const partition = partitionOfShard(shardOfAccount(accountId));
    const take = (): Promise<unknown> => store.ownership.tryTake('test', partition);
    await eventually(() => expect(lines.filter((line) => line.startsWith('appended')).length).toBeGreaterThan(50), { withinMs: 15_000 });
    expect(await take()).toBeUndefined();
    frozen.kill('SIGSTOP');
    const frozenAtMs = Date.now();
    await eventually(async () => expect(await take()).toBeDefined(), { withinMs: 6_000 });
    expect(Date.now() - frozenAtMs).toBeLessThan(4_500);
    expect(await store.submit(counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }))).toMatchObject({
      status: 201,
    });
    const { length } = await ask(database.url, `select from ${SCHEMA}.events`);

    const seen = lines.length;
    frozen.kill('SIGCONT');
    await eventually(() => expect(lines).toContain('WriterUnavailableError'), { withinMs: 5_000 });
    expect(lines).toContain('lost');
    // At most the answer of the append that was in flight when it froze.
    expect(lines.slice(seen).filter((line) => line.startsWith('appended')).length).toBeLessThanOrEqual(1);
    expect(await ask(database.url, `select from ${SCHEMA}.events`)).toHaveLength(length);
  });
});
