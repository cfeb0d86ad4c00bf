import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { counterTotals } from './counter-totals';
import { SCHEMA, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore, untilSessionWaits } from './store-fixture';

const SHARD = 9;
/** What nothing wakes a view for it looks for after ten seconds. */
const SOON = { withinMs: 5_000 };

describe('a view whose shard was just taken from another process', () => {
  let database: TestDatabase;
  let store: EventStore;
  let former: Client;
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    former = new Client({ connectionString: database.url });
    await former.connect();
  });
  afterEach(async () => {
    await former.end();
    await store.stop();
    await database.drop();
  });

  it('shows at once also what the former owner, in the last page it wrote, had not seen', async () => {
    await store.startProjection(counterTotals());
    await former.query('BEGIN');
    await former.query(`UPDATE ${SCHEMA}.projection_checkpoints SET position = 1 WHERE name = 'counter_totals' AND shard = $1`, [SHARD]);
    await store.submit(counterCommand('counter.open', newCounterIn(SHARD), { payload: { times: 2, amount: 5 } }));
    await untilSessionWaits(database.url);
    await former.query('COMMIT');
    await eventually(
      async () => expect(await ask(database.url, `SELECT total FROM ${SCHEMA}.counter_totals`)).toEqual([{ total: 10 }]),
      SOON,
    );
  });
});
