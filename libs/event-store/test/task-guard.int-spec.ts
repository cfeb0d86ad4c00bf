import { partitionOfShard, shardOfAccount } from '#contracts';
import { TaskTakenError, type EventStore, type Task, type TaskRunner } from '#event-store';
import { eventually } from '#testing';
import { caller, type CallerState } from './caller';
import { ask, counterCommand, counterStore } from './store-fixture';
import { answer, CallingService } from './task-fixture';

/** A promise and the way to settle it. */
function signpost<T = void>(): { reached: Promise<T>; reach: (value: T) => void } {
  let reach: (value: T) => void = () => undefined;
  const reached = new Promise<T>((resolve) => (reach = resolve));
  return { reached, reach };
}

describe('the guard of a task', () => {
  let service: CallingService;
  const stores: EventStore[] = [];
  beforeEach(async () => {
    service = await CallingService.onFreshDatabase();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.stop()));
    await service.end();
  });

  /** A process that serves the partition of the account from now on, as long as it keeps its session. */
  async function serving(run: TaskRunner<CallerState>): Promise<EventStore> {
    const store = counterStore(service.database.url, { aggregates: [caller] });
    stores.push(store);
    store.runTasks({ call: run });
    await store.start();
    await takePartition(store);
    return store;
  }

  async function takePartition({ ownership }: EventStore): Promise<void> {
    const partition = partitionOfShard(shardOfAccount(service.accountId));
    await eventually(async () => expect(await ownership.tryTake('test', partition)).toBeDefined(), { everyMs: 10 });
  }

  /** As a service does: takes the partition again when its session was lost, as it is on a machine that holds it up for seconds. */
  const whileServing = (store: EventStore, check: () => unknown): Promise<void> =>
    eventually(async () => {
      await takePartition(store);
      await check();
    });

  const sessionsOf = async (name: string): Promise<number[]> => {
    const sql = 'select pid from pg_stat_activity where datname = current_database() and application_name like $1';
    const rows = await ask<{ pid: number }>(service.database.url, sql, [name]);
    return rows.map(({ pid }) => pid);
  };
  const end = (pids: readonly number[]): Promise<unknown> =>
    ask(service.database.url, 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);

  /** What becomes of one call that asks its guard twice, with something in between. */
  async function betweenTwoSteps(change: (store: EventStore, task: Task<CallerState>) => Promise<unknown>): Promise<unknown> {
    const [begun, changed, ended] = [signpost<Task<CallerState>>(), signpost(), signpost<unknown>()];
    let isFirst = true;
    const store = await serving(async (task) => {
      if (!isFirst) return answer('again');
      isFirst = false;
      await task.guard.alone(async () => {
        begun.reach(task);
        await changed.reached;
        await task.guard.stillOurs().then(() => ended.reach('went on'), ended.reach);
      });
      return answer('done');
    });
    await service.begin(store);
    await change(store, await begun.reached);
    changed.reach();
    return ended.reached;
  }

  it('keeps other processes from a task that one is running, though it has lost its partition meanwhile', async () => {
    const [begun, finished] = [signpost(), signpost()];
    let second = 0;
    const first = await serving(async ({ guard }) => {
      await guard.alone(async () => {
        begun.reach();
        await finished.reached;
      });
      return answer('first');
    });
    const streamId = await service.begin(first);
    await begun.reached;
    await end(await sessionsOf('%writer%'));
    const refused: unknown[] = [];
    const other = await serving(({ guard }) =>
      guard
        .alone(() => Promise.resolve(answer(`second ${++second}`)))
        .catch((error: unknown) => {
          refused.push(error);
          throw error;
        }),
    );
    await whileServing(other, () => expect(refused[0]).toBeInstanceOf(TaskTakenError));
    expect(second).toBe(0);
    finished.reach();
    await whileServing(other, async () => expect(await service.stateOf(other, streamId)).toMatchObject({ answers: ['second 1'] }));
  });

  it('goes on when the stream changed in a way that has nothing to do with the task', async () => {
    const ended = await betweenTwoSteps(async (store, { snapshot }) =>
      store.submit(counterCommand('caller.nudge', { accountId: service.accountId, streamId: snapshot.head.streamId })),
    );
    expect(ended).toBe('went on');
  });

  it.each<[string, (store: EventStore, task: Task<CallerState>) => Promise<unknown>]>([
    [
      'the stream does not ask for it any more',
      (store, { snapshot: { head } }) =>
        store.submit({
          ...counterCommand('caller.answer', { accountId: service.accountId, streamId: head.streamId }),
          payload: { answer: 'reported' },
        }),
    ],
    ['its session has ended', async () => end(await sessionsOf('%tasks'))],
    [
      'the partition was lost',
      async (store) => {
        await end(await sessionsOf('%writer%'));
        await eventually(() => expect(store.ownership.held()).toEqual([]), { everyMs: 5 });
      },
    ],
  ])('begins nothing more when %s', async (_what, change) => {
    expect(await betweenTwoSteps(change)).toBeInstanceOf(TaskTakenError);
  });
});
