import type { Command } from '#contracts';
import type { FollowUp } from '#decider';
import type { EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import type { CounterPayload } from './counter';
import { SCHEMA, ask, counterCommand, counterDatabase, counterStore, newAccount, newCounterId } from './store-fixture';

/** A store of counters that tell each other what to do, and the counters of one account in it. */
export class SharingCounters {
  accountId = newAccount();

  private constructor(
    readonly database: TestDatabase,
    public store: EventStore,
  ) {}

  static async started(): Promise<SharingCounters> {
    const database = await counterDatabase();
    const counters = new SharingCounters(database, counterStore(database.url));
    await counters.take();
    return counters;
  }

  /** Another process takes over: nothing of the streams is in its memory. */
  async restart(): Promise<void> {
    await this.store.stop();
    this.store = counterStore(this.database.url);
    await this.take();
  }

  async stop(): Promise<void> {
    await this.store.stop();
    await this.database.drop();
  }

  newId(): string {
    return newCounterId(this.accountId);
  }

  command(type: string, streamId: string, payload: CounterPayload = {}, more: Partial<Command> = {}): Command {
    return counterCommand(
      type,
      { accountId: this.accountId, streamId },
      { ...(more as Partial<Command<string, CounterPayload>>), payload },
    );
  }

  share(streamId: string, followUps: readonly FollowUp[], payload: CounterPayload = {}, more: Partial<Command> = {}): Command {
    return this.command('counter.share', streamId, { followUps, ...payload }, more);
  }

  async opened(): Promise<string> {
    const streamId = this.newId();
    await this.store.submit(this.command('counter.open', streamId));
    return streamId;
  }

  async totalOf(streamId: string): Promise<number | undefined> {
    const found = await this.store.reads.findStream(streamId, this.accountId, false);
    return (found?.state as { total: number } | undefined)?.total;
  }

  /** Closes a counter without this store, so that its cached state is stale. */
  async closeBehindItsBack(streamId: string): Promise<void> {
    await ask(
      this.database.url,
      `with stale as (select * from ${SCHEMA}.streams where stream_id = $1 for update), appended as (
         insert into ${SCHEMA}.events (shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id, command_id,
           correlation_id, occurred_at, data, meta, hash)
         select s.shard, head.position + 1, s.stream_id, s.version + 1, 'counter.closed', 1, s.account_id, s.livemode, 'evt_' || gen_random_uuid(),
           gen_random_uuid(), 'behind', 1, '{}', '{"actor":null,"sequence":null}', sha256(''::bytea)
         from stale s, lateral (select max(position) as position from ${SCHEMA}.events e where e.shard = s.shard) head returning stream_id
       )
       update ${SCHEMA}.streams set version = version + 1, status = 'closed',
         state = '{"status":"closed","total":0,"labels":{},"wakeAtMs":null}' where stream_id in (select stream_id from appended)`,
      [streamId],
    );
  }

  private async take(): Promise<void> {
    await this.store.start();
    await this.store.takeAll();
  }
}

/** What one counter asks of another. */
export function report(streamId: string, type: string, payload: CounterPayload = {}): FollowUp {
  return { streamId, type, payload };
}
