import type { Command } from '#contracts';
import { SharingCounters, report } from './follow-ups-fixture';
import { SCHEMA, ask, newAccount } from './store-fixture';

describe('a dry run', () => {
  let counters: SharingCounters;
  beforeAll(async () => {
    counters = await SharingCounters.started();
  });
  beforeEach(() => {
    counters.accountId = newAccount();
  });
  afterAll(() => counters.stop());

  const dry = (command: Command): Command => ({ ...command, dryRun: true });
  const rowsOf = (accountId: string): Promise<{ events: number; commands: number; streams: number }[]> =>
    ask(
      counters.database.url,
      `select (select count(*)::int from ${SCHEMA}.events where account_id = $1) as events,
         (select count(*)::int from ${SCHEMA}.commands c where exists
            (select from ${SCHEMA}.streams s where s.stream_id = c.stream_id and s.account_id = $1)) as commands,
         (select count(*)::int from ${SCHEMA}.streams where account_id = $1) as streams`,
      [accountId],
    );

  it('tells status, resource and public events of a command that would be accepted, and stores nothing', async () => {
    const streamId = counters.newId();
    const open = counters.command('counter.open', streamId, { amount: 4, times: 2 });
    const reply = await counters.store.submit(dry(open));
    expect(reply).toMatchObject({ status: 200, streamId, refusal: null, replayed: false, position: null });
    const resource = { type: 'counter', id: streamId };
    expect(JSON.parse(reply.body ?? '')).toEqual({
      object: 'dry_run',
      status: 201,
      resource: { id: streamId, status: 'open', total: 8, labels: {}, sequence: 3 },
      events: [
        { type: 'counter.opened', resource },
        { type: 'counter.added', resource },
        { type: 'counter.added', resource },
      ],
    });
    expect(await rowsOf(counters.accountId)).toEqual([{ events: 0, commands: 0, streams: 0 }]);
    expect(await counters.store.submit(open)).toMatchObject({ status: 201, replayed: false });
  });

  it('answers as the follow-up would, and shows the events of all that follow', async () => {
    const [origin, friend, child] = [await counters.opened(), await counters.opened(), counters.newId()];
    await counters.restart();
    const followUps = [report(friend, 'counter.note', { note: 'internal' }), report(child, 'counter.open'), report(friend, 'counter.add')];
    const { body } = await counters.store.submit(dry(counters.share(origin, followUps, { answeredBy: 1 })));
    expect(JSON.parse(body ?? '')).toMatchObject({ status: 201, resource: { id: child } });
    expect((JSON.parse(body ?? '') as { events: object[] }).events).toEqual([
      { type: 'counter.added', resource: { type: 'counter', id: origin } },
      { type: 'counter.opened', resource: { type: 'counter', id: child } },
      { type: 'counter.added', resource: { type: 'counter', id: friend } },
    ]);
    expect(await rowsOf(counters.accountId)).toEqual([{ events: 2, commands: 2, streams: 2 }]);
  });

  it('refuses as the command would be refused', async () => {
    const [origin, closed] = [await counters.opened(), await counters.opened()];
    await counters.store.submit(counters.command('counter.close', closed));
    expect(await counters.store.submit(dry(counters.command('counter.open', origin)))).toMatchObject({
      status: 409,
      refusal: { code: 'resource_already_exists' },
    });
    expect(await counters.store.submit(dry(counters.share(origin, [report(closed, 'counter.add')])))).toMatchObject({
      status: 409,
      refusal: { code: 'state_conflict', details: { current_status: 'closed' } },
    });
    expect(await counters.store.submit(dry(counters.command('counter.explode', origin)))).toMatchObject({ status: 500 });
    expect(await rowsOf(counters.accountId)).toEqual([{ events: 3, commands: 3, streams: 2 }]);
  });

  it('leaves the Idempotency-Key to the request that means it', async () => {
    const idempotency = { key: 'once', fingerprint: 'f' };
    const request = (): Command => counters.command('counter.open', counters.newId(), {}, { idempotency });
    await counters.store.submit(dry(request()));
    expect(await counters.store.reads.findByIdempotencyKey(counters.accountId, false, 'once')).toBeNull();
    const first = await counters.store.submit(request());
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(JSON.parse((await counters.store.submit(dry(request()))).body ?? '')).toMatchObject({ object: 'dry_run', status: 201 });
    expect(await counters.store.submit(request())).toMatchObject({ body: first.body, replayed: true });
  });
});
