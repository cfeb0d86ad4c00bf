import fc from 'fast-check';
import { EMPTY_LIST_QUERY, type ListQuery } from '#contracts';
import { rebuildProjection } from '#event-store';
import { RefusalError, listProjection, type ListRow } from '#listing';
import { eventually } from '#testing';
import { Pool } from 'pg';
import { expectedOf, rows, requests, type Remembered } from './list-model';
import { ListUnderTest, OWNER, OWNERS, row, SCHEMA } from './listing-fixture';
import { stone, thing, thingList } from './thing';

describe('a list', () => {
  let list: ListUnderTest;
  beforeEach(async () => {
    list = await ListUnderTest.start();
  });
  afterEach(() => list.end());

  /** Waits until the list has seen a position. */
  const reached = async (position: string): Promise<void> => void (await list.ids(OWNER, { minPosition: position }));

  it('pages in both directions through exactly what a naive model finds, whatever the filters', async () => {
    const startMs = list.things.clock.nowMs();
    const all: Remembered[] = [];
    let position = '';
    for (const [index, given] of fc.sample(rows, { numRuns: 120, seed: 11 }).entries()) {
      // Many share a millisecond, and the clock jumps back.
      list.things.clock.advanceMs(startMs + ((index * 5) % 7) - list.things.clock.nowMs());
      const owner = OWNERS[index % OWNERS.length] ?? OWNER;
      const set = await list.things.set(owner, given);
      all.push({ id: set.id, owner, createdAtMs: list.things.clock.nowMs(), row: given });
    }
    for (const known of all.filter((_, index) => index % 6 === 0)) {
      known.row = Number(known.id.charCodeAt(20)) % 3 === 0 ? null : row({ status: 'failed', referenceId: 'REF-1' });
      ({ position } = await list.things.set(known.owner, known.row, known.id));
    }
    await reached(position);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom(...OWNERS), fc.nat(), async (requested, owner, pick) => {
        const expected = expectedOf(all, owner, requested, startMs);
        const asked = { ...requested, ...inTime(requested, startMs) };
        const forwards = await list.walk(owner, asked);
        expect(forwards.flat()).toEqual(expected);
        const from = expected[pick % Math.max(1, expected.length)];
        if (from === undefined) return;
        found++;
        const backwards = await list.walk(owner, { ...asked, before: from });
        expect(backwards.reverse().flat()).toEqual(expected.slice(0, expected.indexOf(from)));
        const page = await list.reader.page({ ...EMPTY_LIST_QUERY, ...asked, wantsTotalCount: true }, owner);
        expect(page.totalCount).toBe(expected.length);
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(found).toBeGreaterThan(150);
  }, 120_000);

  it('neither skips nor repeats an older row while rows are added', async () => {
    const older: string[] = [];
    for (let index = 0; index < 40; index++) {
      if (index % 3 === 0) list.things.clock.advanceMs(1);
      older.push((await list.things.set(OWNER, row())).id);
    }
    await reached((await list.things.set(OWNERS[1] ?? OWNER, row())).position);
    let isWalking = true;
    const writing = (async () => {
      while (isWalking) {
        list.things.clock.advanceMs(1);
        await list.things.set(OWNER, row());
      }
    })();
    try {
      for (let round = 0; round < 5; round++) {
        const seen = (await list.walk(OWNER, { limit: 3 })).flat().filter((id) => older.includes(id));
        expect(seen).toEqual([...seen].sort().reverse());
        expect(new Set(seen)).toEqual(new Set(older));
        expect(seen).toHaveLength(older.length);
      }
    } finally {
      isWalking = false;
      await writing;
    }
  });

  it('shows objects as they are now, and none that has left the status asked for', async () => {
    const { id, position } = await list.things.set(OWNER, row({ status: 'open' }));
    await reached(position);
    await list.ask(`update ${SCHEMA}.projection_checkpoints set position = 1000000`); // The view stands still from here on.
    await list.restart(1);
    await list.things.set(OWNER, row({ status: 'failed' }), id);
    expect(await list.ids(OWNER, { status: ['open'] })).toEqual([]);
    const page = await list.reader.page(EMPTY_LIST_QUERY, OWNER);
    expect(page.snapshots.map(({ state }) => (state as { row: ListRow }).row.status)).toEqual(['failed']);
  });

  it('leaves out what is asked not to be there, as it is now', async () => {
    const open = await list.things.set(OWNER, row({ status: 'open', amount: 5, texts: ['late order'] }));
    const done = await list.things.set(OWNER, row({ amount: 7 }));
    await reached(done.position);
    const except = (requested: Partial<ListQuery>): Partial<ListQuery> => ({ except: [requested] });
    expect(await list.ids(OWNER, except({ status: ['done'] }))).toEqual([open.id]);
    expect(await list.ids(OWNER, except({ text: 'late order' }))).toEqual([done.id]);
    expect(await list.ids(OWNER, except({ amountMin: 6 }))).toEqual([open.id]);
    expect(await list.ids(OWNER, except({ currency: 'USD', id: null }))).toHaveLength(2);
    await list.ask(`update ${SCHEMA}.projection_checkpoints set position = 1000000`); // The view stands still from here on.
    await list.restart(1);
    await list.things.set(OWNER, row({ status: 'done', amount: 5 }), open.id);
    expect(await list.ids(OWNER, except({ status: ['done'] }))).toEqual([]);
  });

  it.each([
    ['unknown', 'pay_000000000000000000000000'],
    ['that is no id', "' or 1=1 --"],
  ])('refuses a cursor %s', async (_name, id) => {
    await expect(list.ids(OWNER, { after: id })).rejects.toMatchObject({ code: 'cursor_invalid', details: { param: 'starting_after' } });
    await expect(list.ids(OWNER, { before: id })).rejects.toMatchObject({ code: 'cursor_invalid', details: { param: 'ending_before' } });
  });

  it('refuses the cursor of another account, of the other mode and of another kind', async () => {
    const { id, position } = await list.things.set(OWNER, row());
    const other = await list.things.set(OWNER, row(), id.replace('pay_', 'rfnd_'));
    await reached(position);
    for (const [owner, cursor] of [
      [OWNERS[1], id],
      [OWNERS[2], id],
      [OWNER, other.id],
    ] as const)
      // prettier-ignore
      await expect(list.ids(owner ?? OWNER, { after: cursor })).rejects.toBeInstanceOf(RefusalError);
    expect(await list.ids(OWNER)).toEqual([id]);
  });

  it('goes on from an object that has left the list', async () => {
    const [gone, kept] = [await list.things.set(OWNER, row()), await list.things.set(OWNER, row())].sort((a, b) => (a.id < b.id ? 1 : -1));
    const { position } = await list.things.set(OWNER, null, gone?.id);
    expect(await list.ids(OWNER, { after: gone?.id, minPosition: position })).toEqual([kept?.id]);
  });

  it('finds an object by its id, and by no other account', async () => {
    const { id, position } = await list.things.set(OWNER, row());
    await list.things.set(OWNER, row());
    expect(await list.ids(OWNER, { id, minPosition: position })).toEqual([id]);
    expect(await list.ids(OWNER, { id, status: ['open'] })).toEqual([]);
    expect(await list.ids(OWNERS[2] ?? OWNER, { id })).toEqual([]);
  });

  it('that follows the log equals a rebuild to the byte, and a spoiled one is mended', async () => {
    for (const given of fc.sample(rows, { numRuns: 60, seed: 3 })) await list.things.set(OWNER, given);
    const { position } = await list.things.set(OWNER, row());
    await reached(position);
    const pool = new Pool({ connectionString: list.database.url, max: 3 });
    const rebuild = (): Promise<number> =>
      rebuildProjection({ pool, schema: SCHEMA, aggregates: [thing, stone], projection: listProjection(thingList()) });
    try {
      expect(await rebuild()).toBe(0);
      await list.ask(`update ${SCHEMA}.thing_list_v1 set status = 'spoiled' where id = (select min(id) from ${SCHEMA}.thing_list_v1)`);
      await list.ask(`delete from ${SCHEMA}.thing_list_v1 where id = (select max(id) from ${SCHEMA}.thing_list_v1)`);
      expect(await rebuild()).toBe(3);
      expect(await rebuild()).toBe(0);
      const { id, position: later } = await list.things.set(OWNER, row());
      expect((await list.ids(OWNER, { limit: 100, minPosition: later })).length).toBe(62);
      expect(await list.ids(OWNER, { id })).toEqual([id]);
    } finally {
      await pool.end();
    }
  });

  it('is made ready in a newer version without taking over, and follows the log from there when it does', async () => {
    for (let index = 0; index < 20; index++) await list.things.set(OWNER, row());
    await reached((await list.things.set(OWNER, row())).position);
    const pool = new Pool({ connectionString: list.database.url, max: 3 });
    const projection = listProjection(thingList(2));
    expect(await rebuildProjection({ pool, schema: SCHEMA, aggregates: [thing, stone], projection })).toBe(0);
    await pool.end();
    expect(await list.ask(`select live_version from ${SCHEMA}.projections`)).toEqual([{ live_version: 1 }]);
    expect(await list.ask(`select count(*)::int as rows from ${SCHEMA}.thing_list_v2`)).toEqual([{ rows: 21 }]);
    await list.restart(2);
    await eventually(async () => expect(await list.ask(`select live_version from ${SCHEMA}.projections`)).toEqual([{ live_version: 2 }]));
  });

  it('goes on when another list of the same store cannot be written', async () => {
    const broken = { ...listProjection({ ...thingList(), name: 'broken_list' }), apply: () => Promise.reject(new Error('a bug')) };
    await list.store.startProjection(broken);
    const { id, position } = await list.things.set(OWNER, row());
    expect(await list.ids(OWNER, { minPosition: position })).toEqual([id]);
    await eventually(async () => expect(list.logged.join()).toContain('view update failed'));
    expect(
      await list.ask(`select sum(position)::int as position from ${SCHEMA}.projection_checkpoints where name = 'broken_list'`),
    ).toEqual([{ position: 0 }]);
  });

  it('is built anew beside the live one when its version rises, and takes over by itself', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 30; index++) ids.push((await list.things.set(OWNER, row())).id);
    await reached((await list.things.set(OWNER, row(), ids[0])).position);
    await list.restart(2);
    const { id, position } = await list.things.set(OWNER, row());
    expect(await list.ids(OWNER, { limit: 100, minPosition: position })).toHaveLength(31);
    await eventually(async () => expect(await list.ask(`select live_version from ${SCHEMA}.projections`)).toEqual([{ live_version: 2 }]));
    expect(await list.ids(OWNER, { limit: 1, after: null, id })).toEqual([id]);
    expect(await list.ids(OWNER, { limit: 100 })).toHaveLength(31);
  });
});

function inTime({ createdFromMs, createdBelowMs }: Partial<ListQuery>, startMs: number): Partial<ListQuery> {
  return {
    ...(createdFromMs !== undefined && createdFromMs !== null && { createdFromMs: createdFromMs + startMs }),
    ...(createdBelowMs !== undefined && createdBelowMs !== null && { createdBelowMs: createdBelowMs + startMs }),
  };
}
