import { EMPTY_LIST_QUERY, type ListQuery } from '#contracts';
import { ListReader } from '#listing';
import { Pool } from 'pg';
import { ListUnderTest, OWNER, row, SCHEMA } from './listing-fixture';
import { thingList } from './thing';

describe('a list that must show what was written', () => {
  let list: ListUnderTest;
  beforeEach(async () => {
    list = await ListUnderTest.start();
  });
  afterEach(() => list.end());

  describe('asked for a position', () => {
    it('answers once it is there, however soon that is', async () => {
      for (let round = 0; round < 20; round++) {
        const { id, position } = await list.things.set(OWNER, row({ referenceId: `round-${round}` }));
        expect(await list.ids(OWNER, { minPosition: position, referenceId: `round-${round}` })).toEqual([id]);
      }
    });

    it('says so when it does not get there within two seconds', async () => {
      const { position } = await list.things.set(OWNER, row());
      const startedMs = performance.now();
      await expect(list.ids(OWNER, { minPosition: String(BigInt(position) + 1n) })).rejects.toMatchObject({ code: 'projection_behind' });
      expect(performance.now() - startedMs).toBeGreaterThan(1_900);
    });

    it('answers in a process that does not own the shard', async () => {
      const other = list.createStore();
      const reader = new ListReader(other, thingList());
      const { id, position } = await list.things.set(OWNER, row());
      const page = await reader.page({ ...EMPTY_LIST_QUERY, minPosition: position }, OWNER);
      expect(page.snapshots.map(({ head }) => head.streamId)).toEqual([id]);
      await other.stop();
    });
  });

  describe('asked for one thing by its name', () => {
    const named: [string, (id: string) => Partial<ListQuery>][] = [
      ['its id', (id) => ({ id })],
      ['a reference', () => ({ referenceId: 'REF-1' })],
      ['a customer', () => ({ customerId: 'cust_a' })],
      ['a filter that names one thing', () => ({ filters: { parent_id: 'p1' } })],
    ];
    const whole = row({ referenceId: 'REF-1', customerId: 'cust_a', filters: { parent_id: 'p1' } });

    it.each(named)('shows what was written before, by %s, also in a process that does not own the shard', async (_name, requested) => {
      const other = list.createStore();
      const readers = [list.reader, new ListReader(other, thingList())];
      const made: string[] = [];
      for (let round = 0; round < 20; round++) {
        list.things.clock.advanceMs(1);
        const { id, position } = await list.things.set(OWNER, whole);
        made.unshift(id);
        const page = await readers[round % 2]?.page({ ...EMPTY_LIST_QUERY, limit: 100, ...requested(id) }, OWNER);
        expect(page?.snapshots.map(({ head }) => head.streamId)).toEqual('id' in requested(id) ? [id] : made);
        expect(page?.position).toBeGreaterThanOrEqual(BigInt(position));
      }
      await other.stop();
    });

    it('refuses rather than show less, and shows anybody else what there is', async () => {
      const { position } = await list.things.set(OWNER, row());
      await list.ids(OWNER, { minPosition: position });
      const pool = new Pool({ connectionString: list.database.url, max: 1 });
      const client = await pool.connect();
      try {
        await client.query(`begin; select from ${SCHEMA}.projection_checkpoints for update`); // The view stands still from here on.
        await list.things.set(OWNER, whole);
        for (const [, requested] of named) {
          await expect(list.ids(OWNER, requested('pay_000000000000000000000000'))).rejects.toMatchObject({ code: 'projection_behind' });
        }
        const page = await list.reader.page(EMPTY_LIST_QUERY, OWNER);
        expect([page.snapshots.length, page.position]).toEqual([1, BigInt(position)]);
      } finally {
        await client.query('rollback');
        client.release();
        await pool.end();
      }
    });
  });
});
