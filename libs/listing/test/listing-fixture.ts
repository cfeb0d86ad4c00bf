import { EMPTY_LIST_QUERY, parseListCursor, shardOfAccount, type ListQuery } from '#contracts';
import { EventStore, eventStoreMigration, runMigrations, type EventStoreOptions } from '#event-store';
import { listProjection, ListReader, type ListOwner, type ListRow } from '#listing';
import { askDatabase, SeededRandom, testDatabase, type TestDatabase } from '#testing';
import { stone, thing, thingList, Things } from './thing';

export const SCHEMA = 'things';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const [ANNA, BALA] = neighbours();
/** Two accounts of one shard, so that nothing but the account keeps them apart. */
export const OWNERS: ListOwner[] = [
  { accountId: ANNA, livemode: false },
  { accountId: ANNA, livemode: true },
  { accountId: BALA, livemode: false },
];
/** The first of them. */
export const [OWNER] = OWNERS as [ListOwner];
/** A row in the usual status. */
export const row = (more: Partial<ListRow> = {}): ListRow => ({ status: 'done', amount: 1, ...more });

function neighbours(): [string, string] {
  const accounts = Array.from({ length: 500 }, (_, index) => `acct_${String(index).padStart(24, '0')}`);
  const [first = ''] = accounts;
  return [first, accounts.slice(1).find((id) => shardOfAccount(id) === shardOfAccount(first)) ?? ''];
}

/** A store of things on a real Postgres, with its list. */
export class ListUnderTest {
  readonly things = new Things(() => this.store);
  readonly logged: string[] = [];
  store: EventStore;
  reader: ListReader;

  private constructor(readonly database: TestDatabase) {
    this.store = this.createStore();
    this.reader = new ListReader(this.store, thingList());
  }

  static async start(version = 1): Promise<ListUnderTest> {
    const database = await testDatabase('things', async (databaseUrl) => {
      await runMigrations({ databaseUrl, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    });
    const list = new ListUnderTest(database);
    await list.startStore(version);
    return list;
  }

  /** A store that is not started: of another process, say. */
  createStore(): EventStore {
    const options: EventStoreOptions = {
      schema: SCHEMA,
      databaseUrl: this.database.url,
      aggregates: [thing, stone],
      clock: this.things.clock,
      random: new SeededRandom(3),
      logger: { ...silent, error: (fields, message) => void this.logged.push(`${message} ${JSON.stringify(fields)}`) },
    };
    return new EventStore(options);
  }

  async startStore(version = 1): Promise<void> {
    await this.store.start();
    await this.store.takeAll();
    await this.store.startProjection(listProjection(thingList(version)));
  }

  /** A new store in the place of the old one, as after a deployment. */
  async restart(version: number): Promise<void> {
    await this.store.stop();
    this.store = this.createStore();
    this.reader = new ListReader(this.store, thingList(version));
    await this.startStore(version);
  }

  async end(): Promise<void> {
    await this.store.stop();
    await this.database.drop();
  }

  /** Ids of one page. */
  async ids(owner: ListOwner, requested: Partial<ListQuery> = {}): Promise<string[]> {
    const { snapshots } = await this.reader.page({ ...EMPTY_LIST_QUERY, ...requested }, owner);
    return snapshots.map(({ head }) => head.streamId);
  }

  /** Every page from the first to the last, by cursor; at most a thousand. */
  async walk(owner: ListOwner, requested: Partial<ListQuery>): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: Pick<ListQuery, 'after' | 'before'> = { after: requested.after ?? null, before: requested.before ?? null };
    while (pages.length < 1_000) {
      const { snapshots, hasMore, nextCursor } = await this.reader.page({ ...EMPTY_LIST_QUERY, ...requested, ...cursor }, owner);
      pages.push(snapshots.map(({ head }) => head.streamId));
      if (hasMore !== (nextCursor !== null)) throw new Error('has_more and next_cursor contradict each other');
      const next = nextCursor === null ? undefined : parseListCursor(nextCursor);
      if (!next) return pages;
      cursor = next.direction === 'after' ? { after: next.id, before: null } : { after: null, before: next.id };
    }
    throw new Error('a list without an end');
  }

  /** Asks the database directly. */
  ask<TRow extends object>(text: string, values: unknown[] = []): Promise<TRow[]> {
    return askDatabase(this.database.url, text, values);
  }
}
