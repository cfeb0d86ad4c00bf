import type { Projection } from '#event-store';
import type { CounterState } from './counter';

/** A view with one row for each counter: its total, multiplied by `weight`. */
export function counterTotals(version = 1, weight = 1): Projection {
  return {
    name: 'counter_totals',
    version,
    streamType: 'counter',
    create: async (client, table) => {
      await client.query(`create table ${table} (stream_id text primary key, total int not null, written int not null default 1)`);
    },
    apply: async (client, table, snapshots) => {
      for (const { head, state } of snapshots)
        await client.query(
          `insert into ${table} as t (stream_id, total) values ($1, $2) on conflict (stream_id) do update set total = excluded.total, written = t.written + 1`,
          [head.streamId, (state as CounterState).total * weight],
        );
    },
  };
}
