import { join } from 'node:path';
import { istDate, startOfIstDate, type CommandBody } from '#contracts';
import { replay } from '#decider';
import { assertGoldenFiles, type StreamHead } from '#event-store';
import { defineInvoiceSeries, seriesIdOf } from './aggregate';
import { DEFAULT_RETENTION_RULES } from './retention';
import { decide, evolve, INITIAL_INVOICE_SERIES, type InvoiceSeriesCommand, type InvoiceSeriesEvent } from './decide';

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

  describe('with buyers whose customers are erased', () => {
    const yearEndsAtMs = startOfIstDate(istDate(2027, 4, 1));
    const kept: InvoiceSeriesEvent = { type: 'invoice_series.key_kept', data: { yearEndsAtMs } };
    const destroyed: InvoiceSeriesEvent = { type: 'invoice_series.key_destroyed', data: {} };
    const stateOf = (given: InvoiceSeriesEvent[]) => replay({ initialState: INITIAL_INVOICE_SERIES, evolve }, given);
    const typesAfter = (command: CommandBody<InvoiceSeriesCommand>, given: InvoiceSeriesEvent[]) => {
      const decision = decide(command, stateOf(given));
      return decision.accepted ? decision.events.map(({ type }) => type) : [];
    };
    const taskOf = (given: InvoiceSeriesEvent[], invoiceRetentionMonths = 96) => {
      const head = { streamId: 'invser_1' } as StreamHead;
      return defineInvoiceSeries({ rules: { invoiceRetentionMonths } }).taskOf?.({ head, state: stateOf(given) });
    };

    it('knows once that there is a key, and once that it is destroyed; then there is none again', () => {
      const keep = { type: 'invoice_series.keep_key', payload: { yearEndsAtMs } } as const;
      const destroy = { type: 'invoice_series.record_key_destroyed', payload: {} } as const;
      const histories = [[taken(1)], [taken(1), kept], [taken(1), kept, destroyed]];
      expect(histories.map((given) => typesAfter(keep, given))).toEqual([['invoice_series.key_kept'], [], []]);
      expect(histories.map((given) => typesAfter(destroy, given))).toEqual([[], ['invoice_series.key_destroyed'], []]);
    });

    it('destroys the key so many months after the end of the year, and goes on with its numbers', () => {
      expect(taskOf([taken(1)])).toBeNull();
      const due = (months?: number) => taskOf([taken(1), kept, taken(2)], months)?.dueAtMs;
      expect([due(), due(1), due(81)]).toEqual([istDate(2035, 4, 1), istDate(2027, 5, 1), istDate(2034, 1, 1)].map(startOfIstDate));
      expect(taskOf([taken(1), kept, destroyed])).toBeNull();
      expect([take(2, [taken(1), kept]), take(3, [taken(1), kept, taken(2), destroyed])]).toEqual([true, true]);
    });
  });

  it('reads events of every type ever written', () =>
    assertGoldenFiles(join(__dirname, 'golden'), defineInvoiceSeries({ rules: DEFAULT_RETENTION_RULES })));
});
