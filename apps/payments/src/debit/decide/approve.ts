import type { DebitEvent } from '../events';
import { evolve } from '../evolve';
import type { ExistingDebit, ScheduledDebit } from '../state';
import type { DebitContext } from './context';
import { isNoticeOver, notifyAgain } from './notice';
import { calendarOf } from './plan';
import { executeAtMs } from './schedule';

/** The payer approved the debit: it waits for its time. A notice that does not serve until then is followed by another at once. */
export function approved(state: ExistingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs, mandate, rules } = context;
  if (state.status !== 'requires_action' || mandate.status === 'none') return [];
  const { plannedMs, notice } = state;
  const dueMs = (deliveredAtMs: number): number => executeAtMs(calendarOf(rules, mandate), Math.max(plannedMs, nowMs), { deliveredAtMs });
  const underNotice = dueMs(notice.deliveredAtMs ?? nowMs);
  const isOver = isNoticeOver(state, underNotice);
  const updated: DebitEvent = { type: 'debit.updated', data: { approvedAtMs: nowMs, executeAtMs: isOver ? dueMs(nowMs) : underNotice } };
  return isOver ? [updated, ...notifyAgain(evolve(state, updated) as ScheduledDebit, context)] : [updated];
}
