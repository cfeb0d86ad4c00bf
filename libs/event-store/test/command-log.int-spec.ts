import type { CommandLogPage, EventStore, LogMark } from '#event-store';
import { ALL_SHARDS, shardOfAccount, type Command } from '#contracts';
import { askDatabase, type TestDatabase } from '#testing';
import type { CounterPayload } from './counter';
import { report } from './follow-ups-fixture';
import { SCHEMA, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore } from './store-fixture';

describe('what callers have done', () => {
  let database: TestDatabase;
  let store: EventStore;
  let accountId: string;
  let shard: number;
  let mark: LogMark;
  beforeAll(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
  });
  const beginAccount = async (): Promise<void> => {
    accountId = newAccount();
    shard = shardOfAccount(accountId);
    mark = [shard, await endOf()];
  };
  beforeEach(beginAccount);
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const endOf = async (): Promise<string> => {
    const text = `SELECT coalesce(max(position), 0)::text AS position FROM ${SCHEMA}.events WHERE shard = $1`;
    return (await askDatabase<{ position: string }>(database.url, text, [shard]))[0]?.position ?? '0';
  };
  const done = async (type: string, streamId: string, payload: CounterPayload = {}, more: Partial<Command> = {}): Promise<Command> => {
    const command = counterCommand(type, { accountId, streamId }, { payload, ...more } as Parameters<typeof counterCommand>[2]);
    await store.submit(command);
    return command;
  };
  const opened = async (more: Partial<Command> = {}): Promise<Command> =>
    done('counter.open', newCounterId(accountId), { amount: 1, times: 3 }, more);
  const read = (from: LogMark = mark): Promise<CommandLogPage> => store.commandLog.read([from]);

  it('has one entry for each command, whatever its events are, and says who gave it', async () => {
    const command = await opened();
    const noted = await done('counter.note', command.streamId, { note: 'x' });
    const { commands, marks, behind } = await read();
    const { actor, requestId, streamId } = command;
    const shown = { accountId, livemode: false, actor, requestId, streamId, changes: null };
    expect(commands).toMatchObject([
      { commandId: command.commandId, operation: 'counter.open', ...shown },
      { commandId: noted.commandId, operation: 'counter.note', ...shown },
    ]);
    expect([marks, behind]).toEqual([[[shard, await endOf()]], []]);
    expect(await read(marks[0])).toEqual({ commands: [], marks, behind: [] });
  });

  it('has one for a command whose follow-ups changed other streams, also when it changed none itself', async () => {
    const [origin, friend] = [await opened(), await opened()];
    mark = [shard, await endOf()];
    const followUps = [report(friend.streamId, 'counter.add', { amount: 5 })];
    const shared = await done('counter.share', origin.streamId, { followUps, times: 0 });
    expect((await read()).commands).toMatchObject([{ commandId: shared.commandId, operation: 'counter.share', streamId: origin.streamId }]);
  });

  it('has none for what was refused, and for what the system does by itself', async () => {
    const { streamId } = await opened({ actor: { kind: 'system', id: 'expiry', address: null } });
    await done('counter.open', streamId);
    const { commands, marks } = await read();
    expect([commands, marks]).toEqual([[], [[shard, await endOf()]]]);
  });

  it('is read page by page, no command twice and none left out', async () => {
    const given: string[] = [];
    for (let index = 0; index < 60; index++) given.push((await opened()).commandId);
    const found: string[] = [];
    const others = ALL_SHARDS.filter((other) => other !== shard).map((other): LogMark => [other, '0']);
    // Where all shards are asked for, each has a small page.
    const readAll = (from: LogMark): Promise<CommandLogPage> => store.commandLog.read([from, ...others]);
    for (let page = await readAll(mark), rounds = 0; rounds < 5; rounds++, page = await readAll(page.marks[0] ?? mark)) {
      found.push(...page.commands.filter((command) => command.accountId === accountId).map(({ commandId }) => commandId));
      expect(page.behind).toEqual(rounds === 0 ? [shard] : []);
      if (page.behind.length === 0) break;
    }
    expect(found).toEqual(given);
    expect((await read()).commands.map(({ commandId }) => commandId)).toEqual(given);
  });

  it('goes on behind the last command where a page took too long, also in the shards behind it', async () => {
    const given: string[] = [];
    for (let index = 0; index < 3; index++) given.push((await opened()).commandId);
    const ahead = mark;
    while (shard === ahead[0]) await beginAccount();
    given.push((await opened()).commandId);
    let marks = [ahead, mark];
    const pages: string[][] = [];
    for (let isBehind = true; isBehind && pages.length < 9;) {
      const page = await store.commandLog.read(marks, 0);
      pages.push(page.commands.map(({ commandId }) => commandId));
      marks = page.marks;
      isBehind = page.behind.length > 0;
    }
    expect(pages).toEqual(given.map((commandId) => [commandId]));
  });

  it('goes back to the end of a log that was restored and does not reach the mark', async () => {
    await opened();
    expect(await read([shard, '999999'])).toEqual({ commands: [], marks: [[shard, await endOf()]], behind: [] });
  });
});
