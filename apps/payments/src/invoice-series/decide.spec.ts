import { join } from 'node:path';
import { istDate } from '#contracts';
import { replay } from '#decider';
import { assertGoldenFiles } from '#event-store';
import { defineInvoiceSeries, seriesIdOf } from './aggregate';
import { decide, evolve, INITIAL_INVOICE_SERIES, type InvoiceSeriesEvent } from './decide';

const OWNER = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
const taken = (count: number): InvoiceSeriesEvent => ({ type: 'invoice_series.taken', data: { count, holderId: 'inv_1' } });

describe('a series of invoice numbers', () => {
  const take = (count: number, given: InvoiceSeriesEvent[]) => {
    const state = replay({ initialState: INITIAL_INVOICE_SERIES, evolve }, given);
    return decide({ type: 'invoice_series.take', payload: { count, holderId: 'inv_2' } }, state).accepted;
  };

  it('gives each number once, without a gap', () => {
    expect([take(1, []), take(2, [])]).toEqual([true, false]);
    expect([1, 2, 3].map((count) => take(count, [taken(1)]))).toEqual([false, true, false]);
  });

  it('is one of each account, mode, prefix and financial year', () => {
    const march = istDate(2027, 3, 31);
    const ids = [
      seriesIdOf(OWNER, 'INV', march),
      seriesIdOf(OWNER, 'INV', istDate(2027, 4, 1)),
      seriesIdOf(OWNER, 'CN', march),
      seriesIdOf({ ...OWNER, livemode: true }, 'INV', march),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(seriesIdOf(OWNER, 'INV', istDate(2026, 4, 1))).toBe(ids[0]);
  });

  it('reads events of every type ever written', () => assertGoldenFiles(join(__dirname, 'golden'), defineInvoiceSeries()));
});
