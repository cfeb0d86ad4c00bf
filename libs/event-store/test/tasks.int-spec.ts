import { verifyStreams, type Task, type TaskOutcome } from '#event-store';
import { FixedClock, eventually } from '#testing';
import { caller, type CallerState } from './caller';
import { SCHEMA, ask, counterCommand } from './store-fixture';
import { CallingService, answer } from './task-fixture';

describe('a task', () => {
  let service: CallingService;
  beforeEach(async () => {
    service = await CallingService.onFreshDatabase();
  });
  afterEach(() => service.end());

  it('is run at once when it is due, and its outcome is a command that follows from the event before', async () => {
    const seen: Task<CallerState>[] = [];
    const store = await service.start((task) => {
      seen.push(task);
      return Promise.resolve(answer('yes'));
    });
    const streamId = await service.begin(store);
    await eventually(async () => expect(await service.stateOf(store, streamId)).toMatchObject({ status: 'done', answers: ['yes'] }));
    expect(seen).toEqual([expect.objectContaining({ name: 'call', key: `${streamId} 1`, attempt: 0 })]);
    expect(seen[0]?.snapshot.head).toMatchObject({ streamId, version: 1 });
    const events = await ask<{ event_id: string; correlation_id: string; causation_id: string; meta: { actor: object } }>(
      service.database.url,
      `select * from ${SCHEMA}.events where stream_id = $1 order by version`,
      [streamId],
    );
    expect(events[1]).toMatchObject({
      causation_id: events[0]?.event_id,
      correlation_id: events[0]?.correlation_id,
      meta: { actor: { kind: 'system', id: 'call', address: null } },
    });
  });

  it('does not wait for a round when it is due with the commit', async () => {
    const store = await service.start(() => Promise.resolve(answer('yes')));
    const tookMs: number[] = [];
    for (let index = 0; index < 9; index++) {
      const beganMs = performance.now();
      const streamId = await service.begin(store);
      await eventually(async () => expect(await service.stateOf(store, streamId)).toMatchObject({ status: 'done' }), { everyMs: 2 });
      tookMs.push(performance.now() - beganMs);
    }
    expect(tookMs.sort((a, b) => a - b)[4]).toBeLessThan(150);
  });

  it('is not run before its time, survives a restart, and makes wake_at the earlier of the two', async () => {
    const clock = new FixedClock();
    service.clock = clock;
    let runs = 0;
    const run = (): Promise<TaskOutcome> => Promise.resolve(answer(`run ${++runs}`));
    const first = await service.start(run);
    const streamId = await service.begin(first, { dueAtMs: clock.nowMs() + 60_000, wakeAtMs: clock.nowMs() + 90_000 });
    const wakeAt = async (): Promise<number> =>
      Number(
        (await ask<{ wake_at: string }>(service.database.url, `select wake_at from ${SCHEMA}.streams where stream_id = $1`, [streamId]))[0]
          ?.wake_at,
      );
    expect(await wakeAt()).toBe(clock.nowMs() + 60_000);
    await service.stop(first);
    const second = await service.start(run);
    clock.advanceMs(60_001);
    await eventually(async () => expect(await service.stateOf(second, streamId)).toMatchObject({ answers: ['run 1'] }));
    expect(await wakeAt()).toBe(clock.nowMs() + 29_999);
    clock.advanceMs(30_000);
    await eventually(async () => expect(await service.stateOf(second, streamId)).toMatchObject({ wakeAtMs: null }));
    expect(runs).toBe(1);
    const { differences } = await verifyStreams({ databaseUrl: service.database.url, schema: SCHEMA, aggregates: [caller] });
    expect(differences).toEqual([]);
  });

  it('is run for one stream at a time, with others beside it, never more than the bound', async () => {
    let now = 0;
    let most = 0;
    const perStream = new Set<string>();
    const store = await service.start(
      async ({ snapshot }) => {
        expect(perStream.has(snapshot.head.streamId)).toBe(false);
        perStream.add(snapshot.head.streamId);
        most = Math.max(most, ++now);
        // The outside takes its time.
        await ask(service.database.url, 'select pg_sleep(0.02)');
        now--;
        perStream.delete(snapshot.head.streamId);
        return answer('ok');
      },
      { tasks: { concurrencyMax: 4 } },
    );
    const streams = await Promise.all(Array.from({ length: 30 }, () => service.begin(store, { calls: 2 })));
    await Promise.all(streams.map((streamId) => store.submit(counterCommand('caller.nudge', { accountId: service.accountId, streamId }))));
    await eventually(async () => {
      for (const streamId of streams)
        expect(await service.stateOf(store, streamId)).toMatchObject({ status: 'done', answers: ['ok', 'ok'] });
    });
    expect(most).toBe(4);
  });

  it('that is due at once again and again is slowed down to the pace of the rounds', async () => {
    let runs = 0;
    const store = await service.start(() => Promise.resolve(answer(`${++runs}`)));
    const streamId = await service.begin(store, { calls: 1_000 });
    await eventually(() => expect(runs).toBeGreaterThan(8));
    const before = { runs, atMs: performance.now() };
    await eventually(() => expect(runs).toBe(before.runs + 3));
    expect(performance.now() - before.atMs).toBeGreaterThan(900);
    expect((await service.stateOf(store, streamId))?.answers.length).toBeGreaterThan(8);
  });

  it('fails its own command when the aggregate throws while it is asked for its task, and no other command', async () => {
    const store = await service.start(() => Promise.resolve(answer('ok')), {
      aggregates: [
        {
          ...caller,
          taskOf: (snapshot) => {
            if ((snapshot.state as CallerState).everyMs === 13) throw new Error('a bug');
            return null;
          },
        },
      ],
    });
    const replies = await Promise.all(
      [1, 13, 2].map((everyMs) => store.submit({ ...counterCommand('caller.begin', service.newTarget()), payload: { everyMs } })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 500, 201]);
  });

  it('is left by a process that registered no runner, and waits for one that did', async () => {
    const store = await service.start();
    const streamId = await service.begin(store);
    await service.stop(store);
    const able = await service.start(() => Promise.resolve(answer('here')));
    await eventually(async () => expect(await service.stateOf(able, streamId)).toMatchObject({ answers: ['here'] }));
  });
});
