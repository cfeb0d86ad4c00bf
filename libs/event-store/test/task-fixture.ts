import { newId, shardOfAccount, type Clock } from '#contracts';
import type { EventStore, EventStoreOptions, TaskOutcome, TaskRunner } from '#event-store';
import type { TestDatabase } from '#testing';
import { caller, type CallerPayload, type CallerState } from './caller';
import { counterCommand, counterDatabase, counterStore, newAccount, systemClock, systemRandom } from './store-fixture';

/** Stores of callers on one database, as the processes of a service come and go. */
export class CallingService {
  readonly accountId = newAccount();
  clock: Clock = systemClock;
  private readonly stores: EventStore[] = [];

  private constructor(readonly database: TestDatabase) {}

  static async onFreshDatabase(): Promise<CallingService> {
    return new CallingService(await counterDatabase());
  }

  /** A process that owns every partition. @param run does its tasks; without it none is done. */
  async start(run?: TaskRunner<CallerState>, more: Partial<EventStoreOptions> = {}): Promise<EventStore> {
    const store = counterStore(this.database.url, { aggregates: [caller], clock: this.clock, ...more });
    this.stores.push(store);
    await store.start();
    await store.takeAll();
    if (run) store.runTasks({ call: run });
    return store;
  }

  async stop(store: EventStore): Promise<void> {
    this.stores.splice(this.stores.indexOf(store), 1);
    await store.stop();
  }

  async end(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.stop()));
    await this.database.drop();
  }

  newTarget(): { accountId: string; streamId: string } {
    const { accountId } = this;
    return { accountId, streamId: newId('refund', shardOfAccount(accountId), systemClock.nowMs(), systemRandom) };
  }

  /** Something to call about. @returns its stream id. */
  async begin(store: EventStore, payload: CallerPayload = {}): Promise<string> {
    const target = this.newTarget();
    const deadlineAtMs = this.clock.nowMs() + 30_000;
    const { status } = await store.submit({ ...counterCommand('caller.begin', target, { deadlineAtMs }), payload });
    if (status !== 201) throw new Error(`the caller did not begin: ${status}`);
    return target.streamId;
  }

  async stateOf(store: EventStore, streamId: string): Promise<CallerState | undefined> {
    return (await store.reads.findStream(streamId, this.accountId, false))?.state as CallerState | undefined;
  }
}

/** What a call came to. */
export function answer(text: string): TaskOutcome {
  return { type: 'caller.answer', payload: { answer: text } };
}
