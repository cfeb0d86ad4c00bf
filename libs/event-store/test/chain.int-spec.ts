import { verifyChain, type EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import { SCHEMA, accountInShard, ask, counterCommand, counterDatabase, newCounterId, servingCounterStore } from './store-fixture';

describe('the hash chain of the log', () => {
  let database: TestDatabase;
  let store: EventStore;
  const accountId = accountInShard(12);
  const streamId = newCounterId(accountId);
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    await store.submit(counterCommand('counter.open', { accountId, streamId }, { payload: { times: 4, labels: { a: 'ünï' } } }));
    await store.submit(counterCommand('counter.add', { accountId, streamId }, { payload: { times: 5 } }));
    await store.stop();
  });
  afterEach(() => database.drop());

  const input = (): { databaseUrl: string; schema: string } => ({ databaseUrl: database.url, schema: SCHEMA });
  /** What only a superuser can do: switch the trigger off and rewrite history. */
  const rewrite = async (statement: string): Promise<void> => {
    await ask(database.url, `alter table ${SCHEMA}.events disable trigger all`);
    await ask(database.url, statement);
    await ask(database.url, `alter table ${SCHEMA}.events enable trigger all`);
  };

  it('is intact after ordinary appends', async () => {
    expect(await verifyChain(input())).toEqual({ intact: true, events: 10 });
  });

  it.each([
    ['data', `data = replace(data::text, '1', '2')::json`],
    ['meta', `meta = replace(meta::text, 'key_test', 'key_tesT')::json`],
    ['type', `type = 'counter.noted'`],
    ['account_id', `account_id = account_id || 'x'`],
    ['livemode', 'livemode = not livemode'],
    ['occurred_at', 'occurred_at = occurred_at + 1'],
    ['causation_id', `causation_id = 'somebody'`],
    ['hash', `hash = set_byte(hash, 31, get_byte(hash, 31) # 1)`],
  ])('names the row whose %s was changed by as much as one byte', async (_column, change) => {
    await rewrite(`update ${SCHEMA}.events set ${change} where shard = 12 and position = 4`);
    expect(await verifyChain(input())).toEqual({
      intact: false,
      shard: 12,
      position: 4n,
      eventId: expect.stringMatching(/^evt_\w+$/),
      reason: 'the row is not what was written',
    });
  });

  it('shows a row that was taken out of the middle', async () => {
    await rewrite(`delete from ${SCHEMA}.events where shard = 12 and position = 6`);
    expect(await verifyChain(input())).toMatchObject({ intact: false, shard: 12, position: 7n });
  });

  it('shows two rows that changed places', async () => {
    await rewrite(
      `update ${SCHEMA}.events set position = case position when 6 then 1007 else 1006 end where shard = 12 and position in (6, 7)`,
    );
    await rewrite(`update ${SCHEMA}.events set position = position - 1000 where shard = 12 and position > 1000`);
    expect(await verifyChain(input())).toMatchObject({ intact: false, shard: 12, position: 6n });
  });

  it('shows rows that were cut off at the end', async () => {
    await rewrite(`delete from ${SCHEMA}.events where shard = 12 and position > 8`);
    expect(await verifyChain(input())).toMatchObject({ intact: false, shard: 12, position: 9n });
  });

  it.each(['update', 'delete', 'truncate'])('cannot be broken by accident: the log refuses %s', async (operation) => {
    const statements: Record<string, string> = {
      update: `update ${SCHEMA}.events set type = type`,
      delete: `delete from ${SCHEMA}.events`,
      truncate: `truncate ${SCHEMA}.events`,
    };
    await expect(ask(database.url, statements[operation] ?? '')).rejects.toThrow('append only');
  });
});
