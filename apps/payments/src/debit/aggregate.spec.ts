import { join } from 'node:path';
import { DEBIT_EVENT_TYPES, isBankHoliday } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { DEFAULT_RAILS_CONFIG } from '../mandate/decide/rails';
import { defineDebit } from './aggregate';
import { followUpsOf } from './follow-ups';
import { DEBIT_PUBLIC_NAME } from './publish';
import { INITIAL_DEBIT, type DebitState } from './state';

const aggregate = defineDebit({
  rules: { ...DEFAULT_RAILS_CONFIG, isHoliday: isBankHoliday },
  rail: { refusalOf: () => null, notify: () => 'delivered' },
});

describe('debits: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    const seen = Object.values(DEBIT_PUBLIC_NAME).filter((name) => name !== null);
    expect(seen).toEqual([...DEBIT_EVENT_TYPES]);
  });
});

describe('the mandate of a debit learns', () => {
  const of = (status: string, more: object = {}): DebitState =>
    ({ status, terms: { mandateId: 'mandate_1' }, ...more }) as unknown as DebitState;
  const asked = (before: DebitState, after: DebitState): unknown[] =>
    followUpsOf({ before, after }, 'debit_1').map(({ streamId, type, payload }) => [streamId, type, payload]);
  const closed = (hasSucceeded: boolean): unknown[] => ['mandate_1', 'mandates.close_debit', { debitId: 'debit_1', hasSucceeded }];

  it('that it was made, and how it ended', () => {
    expect(asked(INITIAL_DEBIT, of('notifying'))).toEqual([['mandate_1', 'mandates.open_debit', { debitId: 'debit_1' }]]);
    expect(asked(of('notifying'), of('scheduled'))).toEqual([]);
    expect(asked(of('processing'), of('succeeded'))).toEqual([closed(true)]);
    expect(asked(of('processing'), of('failed'))).toEqual([closed(false)]);
    expect(asked(of('failed'), of('succeeded'))).toEqual([closed(true)]);
  });

  it('nothing of one that ended in the commit that made it, or that it ended itself', () => {
    expect(asked(INITIAL_DEBIT, of('failed'))).toEqual([]);
    expect(asked(of('scheduled'), of('cancelled', { cancelReason: 'mandate_revoked' }))).toEqual([]);
    expect(asked(of('scheduled'), of('cancelled', { cancelReason: 'opted_out' }))).toEqual([closed(false)]);
  });
});
