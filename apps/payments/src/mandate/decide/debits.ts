import { istDateOf, startOfIstDate, civilOf, type Interval, type MandateFrequency, type MandateTerms } from '#contracts';
import type { FollowUp } from '#decider';
import { periodAt } from '../../subscription/decide/periods';
import type { DebitSuccess, MandateEvent } from '../events';
import { NO_DEBITS, type ExistingMandate, type MandateDebits, type MandateState } from '../state';

/** Debits of one mandate that have not ended. */
export const OPEN_DEBITS_MAX = 10;

/** How long a cycle is; none where a mandate may be debited whenever the merchant asks. */
const CYCLE: Readonly<Record<MandateFrequency, Interval | null>> = {
  as_presented: null,
  daily: { unit: 'day', count: 1 },
  weekly: { unit: 'week', count: 1 },
  fortnightly: { unit: 'week', count: 2 },
  monthly: { unit: 'month', count: 1 },
  bimonthly: { unit: 'month', count: 2 },
  quarterly: { unit: 'month', count: 3 },
  half_yearly: { unit: 'month', count: 6 },
  yearly: { unit: 'year', count: 1 },
};

/** When the cycle ends that an instant lies in, counted from the first day of the mandate, ms since the epoch; null without cycles. */
export function cycleEndMs({ frequency, startsAtMs }: MandateTerms, atMs: number): number | null {
  const interval = CYCLE[frequency];
  if (interval === null) return null;
  const date = istDateOf(startsAtMs);
  return startOfIstDate(periodAt({ date, day: civilOf(date).day }, interval, istDateOf(atMs)).to);
}

/** Whether the cycle that an instant lies in has had its debit. */
export function isCycleUsed({ debits = NO_DEBITS }: ExistingMandate, atMs: number): boolean {
  return debits.cycleUsedUntilMs !== null && atMs < debits.cycleUsedUntilMs;
}

/** The mandate with what a fact says of its debits. Those that have not ended end with it, but for one at its processor, which closes itself. */
export function withDebits<TState extends ExistingMandate>(state: TState, event: MandateEvent): TState {
  const { debits = NO_DEBITS } = state;
  switch (event.type) {
    case 'mandate.debit_opened':
      return { ...state, debits: { ...debits, open: [...debits.open, event.data.debitId] } };
    case 'mandate.debit_closed':
      return { ...state, debits: closed(debits, event.data.debitId, event.data.succeeded) };
    case 'mandate.paused':
    case 'mandate.revoked':
    case 'mandate.expired':
      return state.debits === undefined ? state : { ...state, debits: { ...debits, open: [] } };
    default:
      return state;
  }
}

/** The mandate with the invoices whose debits wait, as a fact says. */
export function withQueue<TState extends ExistingMandate>(state: TState, event: MandateEvent): TState {
  if (event.type !== 'mandate.debit_queued' && event.type !== 'mandate.debit_called') return state;
  const { queue: before = [], ...rest } = state;
  const { invoiceId } = event.data;
  const queue = event.type === 'mandate.debit_queued' ? [...before, invoiceId] : before.filter((id) => id !== invoiceId);
  return { ...rest, ...(queue.length > 0 && { queue }) } as TState;
}

/** The invoice whose debit can begin, of those that wait; null for none. Of a mandate that is over each hears that there is none. */
export function nextQueued({ status, queue = [], debits = NO_DEBITS }: ExistingMandate): string | null {
  const takesMore = status !== 'paused' && (status !== 'active' || debits.open.length < OPEN_DEBITS_MAX);
  return takesMore ? (queue[0] ?? null) : null;
}

function closed(debits: MandateDebits, debitId: string, succeeded: DebitSuccess | undefined): MandateDebits {
  const open = debits.open.filter((id) => id !== debitId);
  if (succeeded === undefined) return { ...debits, open };
  const { atMs: lastAtMs, cycleUsedUntilMs } = succeeded;
  return { open, succeeded: debits.succeeded + 1, lastAtMs, cycleUsedUntilMs };
}

/** What cannot be debited any more ends the debits under it, in the same commit. */
export function followUpsOf({ before, after }: { before: MandateState; after: MandateState }): FollowUp[] {
  if (before.status === 'none' || after.status === before.status) return [];
  const { status } = after;
  if (status !== 'paused' && status !== 'revoked' && status !== 'expired') return [];
  const { open } = before.debits ?? NO_DEBITS;
  return open.map((streamId) => ({ streamId, type: 'debits.end_with_mandate', payload: { status } }));
}
