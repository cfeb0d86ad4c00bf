import type { LogRecord } from './log-record';
import { packed, unpacked } from './packed-details';

const record = (id: string, body: string, owner: Partial<LogRecord> = {}): LogRecord =>
  ({ accountId: 'acct_1', livemode: false, endsOn: '2026-11-27', ...owner, id, details: JSON.stringify({ body }) }) as LogRecord;

/** The bodies of all rows, read as a reader does: from the row that has them. */
function bodiesOf(rows: ReturnType<typeof packed>): [string, unknown][] {
  return rows.map(({ record: { id }, detailsIn, detailsAt }) => {
    const { details } = rows.find((row) => row.record.id === detailsIn)!;
    return [id, (unpacked(details!)[detailsAt] as unknown as { body: unknown }).body];
  });
}

describe('details of requests', () => {
  it('lie together in the row of the first of them', () => {
    const rows = packed([record('req_1', 'one'), record('req_2', 'two')]);
    expect(rows.map(({ details }) => details?.toString() ?? null)).toEqual(['[{"body":"one"},{"body":"two"}]', null]);
    expect(bodiesOf(rows)).toEqual([
      ['req_1', 'one'],
      ['req_2', 'two'],
    ]);
  });

  it('lie with none of another account, mode or last day', () => {
    const rows = packed([
      record('req_1', 'one'),
      record('req_2', 'two', { accountId: 'acct_2' }),
      record('req_3', 'three', { livemode: true }),
      record('req_4', 'four', { endsOn: '2026-11-28' }),
      record('req_5', 'five'),
    ]);
    expect(rows.map(({ record: { id }, detailsIn }) => [id, detailsIn]).toSorted()).toEqual([
      ['req_1', 'req_1'],
      ['req_2', 'req_2'],
      ['req_3', 'req_3'],
      ['req_4', 'req_4'],
      ['req_5', 'req_1'],
    ]);
    expect(Object.fromEntries(bodiesOf(rows))).toEqual({ req_1: 'one', req_2: 'two', req_3: 'three', req_4: 'four', req_5: 'five' });
  });

  it('are compressed when they are long, and lie in several rows when they are very long', () => {
    const long = 'a long text of a merchant, ₹ and ñ in it. '.repeat(400);
    const rows = packed(Array.from({ length: 9 }, (_, index) => record(`req_${index}`, `${index} ${long}`)));
    const kept = rows.map(({ details }) => details).filter((details) => details !== null);
    expect(kept.length).toBeGreaterThan(1);
    for (const details of kept) expect(details.length).toBeLessThan(long.length / 10);
    expect(bodiesOf(rows)).toEqual(rows.map(({ record: { id } }, index) => [id, `${index} ${long}`]));
  });

  it('that are longer than all that fit lie alone', () => {
    const rows = packed([record('req_1', 'x'.repeat(100_000)), record('req_2', 'two')]);
    expect(bodiesOf(rows).map(([id, body]) => [id, String(body).length])).toEqual([
      ['req_1', 100_000],
      ['req_2', 3],
    ]);
  });
});
