import { newId, type EventMessage, type PublicEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { createLogger, Metrics, SystemClock, SystemRandom, type PublishedEvents } from '#service';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { openAccountsStore } from '../../accounts/accounts-store';
import { migrateGateway } from '../../migrate-gateway';
import { insertMail } from '../mails/mails.table';
import { NoticeFollower } from './notice-follower';

const SHARD = 7;

/** What a service has published of one shard. */
class PublishedLog implements PublishedEvents {
  isAway = false;
  events: PublicEvent[] = [];
  /** Called between the reading of a page and what is done with it. */
  afterRead: () => Promise<unknown> = async () => undefined;

  constructor(readonly service: string) {}

  publish(...ids: string[]): void {
    this.events.push(...ids.map((id) => ({ id }) as PublicEvent));
  }

  async ends(): ReturnType<PublishedEvents['ends']> {
    if (this.isAway) throw new Error('away');
    return this.events.length === 0 ? new Map() : new Map([[SHARD, { position: BigInt(this.events.length), restoredTo: 0n }]]);
  }

  async read({ after, before }: { after: bigint; before: bigint }): Promise<EventMessage[]> {
    const page = this.events.slice(Number(after), Number(before) - 1).slice(0, 2);
    const messages = page.map((event, index) => ({ event, value: '', shard: SHARD, position: after + BigInt(index) + 1n }) as EventMessage);
    await this.afterRead();
    return messages;
  }
}

describe('what events are a reason to write', () => {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ service: 'test', level: 'silent' });
  let database: TestDatabase;
  let store: EventStore;
  let logs: [PublishedLog, PublishedLog];
  let follower: NoticeFollower;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    store = openAccountsStore(database.url, { clock, random, logger, metrics: new Metrics() });
    await store.start();
    store.takeShare();
    await eventually(() => expect(store.ownership.held().length).toBeGreaterThan(0));
  });
  beforeEach(async () => {
    await askDatabase(database.url, "DELETE FROM accounts.consumer_positions WHERE consumer = 'notices'");
    await askDatabase(database.url, 'DELETE FROM gateway.mails');
    logs = [new PublishedLog('accounts'), new PublishedLog('webhooks')];
    follower = new NoticeFollower({
      store,
      logs,
      everyMs: 20,
      notices: { mailsOf: async ({ id }) => (id.startsWith('quiet') ? [] : [{ kind: 'endpoint_failing', content: id }]) },
      mails: {
        write: (ask, mail) => insertMail(ask, { id: newId('mail', 0, clock.nowMs(), random), ...mail!, createdAtMs: clock.nowMs() }),
      },
      onStop: async () => undefined,
    });
  });
  afterEach(() => follower.onApplicationShutdown());
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const marks = (): Promise<{ source: string; position: string }[]> =>
    askDatabase(
      database.url,
      `SELECT source, position::text FROM accounts.consumer_positions WHERE consumer = 'notices' AND partition = ${SHARD} ORDER BY source`,
    );
  const hasReached = (accounts: number, webhooks: number): Promise<void> =>
    eventually(async () => expect((await marks()).map(({ position }) => Number(position))).toEqual([accounts, webhooks]));
  const mails = async (): Promise<string[]> =>
    (await askDatabase<{ content: string }>(database.url, 'SELECT content FROM gateway.mails ORDER BY id')).map(({ content }) => content);

  it('is written once, also for events that were published before the first look', async () => {
    logs[0].publish('leaked');
    logs[1].publish('before');
    follower.onApplicationBootstrap();
    await hasReached(1, 1);
    logs[1].publish('failing 1', 'quiet', 'failing 2', 'disabled');
    await hasReached(1, 5);
    expect((await mails()).toSorted()).toEqual(['before', 'disabled', 'failing 1', 'failing 2', 'leaked']);
  });

  it('is read again of a log that was restored', async () => {
    logs[1].publish('one', 'two', 'three');
    follower.onApplicationBootstrap();
    await hasReached(0, 3);
    logs[1].events.splice(1);
    await hasReached(0, 1);
    logs[1].publish('two again');
    await hasReached(0, 2);
    expect((await mails()).toSorted()).toEqual(['one', 'three', 'two', 'two again']);
  });

  it('waits for a service that does not answer, and the other one does not wait with it', async () => {
    follower.onApplicationBootstrap();
    await hasReached(0, 0);
    logs[0].isAway = true;
    logs[0].publish('late');
    logs[1].publish('failing');
    await hasReached(0, 1);
    expect(await mails()).toEqual(['failing']);
    logs[0].isAway = false;
    await hasReached(1, 1);
    expect((await mails()).toSorted()).toEqual(['failing', 'late']);
  });

  it('is not written here when another gateway has taken over the shard and written it', async () => {
    follower.onApplicationBootstrap();
    await hasReached(0, 0);
    const move = `UPDATE accounts.consumer_positions SET position = 1 WHERE consumer = 'notices' AND source = 'webhooks' AND partition = ${SHARD}`;
    logs[1].afterRead = () => askDatabase(database.url, move);
    logs[1].publish('written there');
    await hasReached(0, 1);
    logs[1].afterRead = async () => undefined;
    logs[1].publish('written here');
    await hasReached(0, 2);
    expect(await mails()).toEqual(['written here']);
  });
});
