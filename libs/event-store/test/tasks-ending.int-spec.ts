import type { TaskOutcome } from '#event-store';
import { FixedClock, eventually } from '#testing';
import { LogRecord } from './store-fixture';
import { CallingService, answer } from './task-fixture';

describe('a task that does not end well', () => {
  let service: CallingService;
  beforeEach(async () => {
    service = await CallingService.onFreshDatabase();
  });
  afterEach(() => service.end());

  it('is run again after a pause when it throws or changes nothing, and what it threw is not in the log', async () => {
    const clock = new FixedClock();
    service.clock = clock;
    const logger = new LogRecord();
    const replies: (() => Promise<TaskOutcome>)[] = [
      () => Promise.reject(Object.assign(new Error('GET https://user:secret@bank/ failed'), { code: 'ECONNRESET' })),
      () => Promise.resolve(answer('nothing new')),
      () => Promise.resolve(answer('refused')),
      () => Promise.resolve(answer('at last')),
    ];
    const attempts: number[] = [];
    const store = await service.start(
      ({ attempt }) => {
        attempts.push(attempt);
        return replies[attempts.length - 1]?.() ?? Promise.resolve(answer('too often'));
      },
      { logger },
    );
    /** A busy machine may cost a writer its connection meanwhile, which is logged too. */
    const warnings = () => logger.lines.filter(({ level, message }) => level === 'warn' && message.startsWith('task '));
    const streamId = await service.begin(store);
    for (const [index, restMs] of [1_000, 2_000, 4_000].entries()) {
      await eventually(() => expect(warnings()).toHaveLength(index + 1));
      clock.advanceMs(restMs - 1);
      await expect(eventually(() => expect(attempts).toHaveLength(index + 2), { withinMs: 700 })).rejects.toThrow();
      clock.advanceMs(1);
    }
    await eventually(async () => expect(await service.stateOf(store, streamId)).toMatchObject({ answers: ['at last'] }));
    expect(attempts).toEqual([0, 1, 2, 3]);
    expect(JSON.stringify(logger.lines)).not.toContain('secret');
    expect(warnings()[0]?.fields).toMatchObject({
      task: 'call',
      streamId,
      error: 'Error',
      code: 'ECONNRESET',
    });
  });

  it('is aborted at its deadline, and one that goes on is not waited for', async () => {
    const reasons: unknown[] = [];
    let runs = 0;
    const store = await service.start(
      (_task, signal) => {
        if (++runs === 2) return Promise.resolve(answer('second'));
        return new Promise(() => signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message)));
      },
      { tasks: { deadlineMs: 50 } },
    );
    const streamId = await service.begin(store);
    await eventually(async () => expect(await service.stateOf(store, streamId)).toMatchObject({ answers: ['second'] }));
    expect(reasons).toEqual(['not done within 50 ms']);
  });

  it('ends with the process: what is under way may finish, what does not is aborted', async () => {
    const ends: string[] = [];
    let letQuickEnd = (): void => undefined;
    const isEnding = new Promise<void>((resolve) => (letQuickEnd = resolve));
    const store = await service.start(
      async ({ snapshot }, signal) => {
        const isSlow = snapshot.state.everyMs > 0;
        const reported = new Promise((resolve) => signal.addEventListener('abort', resolve));
        await (isSlow ? reported : isEnding);
        ends.push(isSlow ? 'slow' : 'quick');
        if (isSlow) throw signal.reason;
        return answer('in time');
      },
      { tasks: { graceMs: 300 } },
    );
    const [quick, slow] = [await service.begin(store), await service.begin(store, { everyMs: 1 })];
    const stopped = store.stopTasks();
    letQuickEnd();
    await stopped;
    expect(ends).toEqual(['quick', 'slow']);
    expect(await service.stateOf(store, quick)).toMatchObject({ answers: ['in time'] });
    const late = await service.begin(store);
    expect(await service.stateOf(store, slow)).toMatchObject({ status: 'calling' });
    expect(await service.stateOf(store, late)).toMatchObject({ status: 'calling' });
  });

  it('goes with its partition: the process that lost it stops, the one that has it runs it with the same key', async () => {
    const keys: string[] = [];
    let isAborted = false;
    const first = await service.start(
      ({ key }, signal) => {
        keys.push(key);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason as Error);
          });
        });
      },
      { tasks: { graceMs: 0 } },
    );
    const streamId = await service.begin(first);
    await eventually(() => expect(keys).toHaveLength(1));
    for (const partition of first.ownership.held()) await first.ownership.release('embedded', partition);
    const second = await service.start(({ key }) => {
      keys.push(key);
      return Promise.resolve(answer('by the second'));
    });
    await eventually(async () => expect(await service.stateOf(second, streamId)).toMatchObject({ answers: ['by the second'] }));
    await eventually(() => expect(isAborted).toBe(true));
    expect(keys).toEqual([`${streamId} 1`, `${streamId} 1`]);
  });
});
