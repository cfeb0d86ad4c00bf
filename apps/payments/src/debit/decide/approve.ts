import type { DebitEvent } from '../events';
import type { ExistingDebit } from '../state';
import type { DebitContext } from './context';
import { calendarOf } from './plan';
import { executeAtMs } from './schedule';

/** The payer approved the debit: it waits for its time. A notice that has run out by then is followed by another. */
export function approved(state: ExistingDebit, { nowMs, mandate, rules }: DebitContext): DebitEvent[] {
  if (state.status !== 'requires_action' || mandate.status === 'none') return [];
  const { plannedMs, notice } = state;
  const notified = notice.deliveredAtMs === null ? null : { deliveredAtMs: notice.deliveredAtMs };
  const dueMs = executeAtMs(calendarOf(rules, mandate), Math.max(plannedMs, nowMs), notified);
  return [{ type: 'debit.updated', data: { approvedAtMs: nowMs, executeAtMs: dueMs } }];
}
