import { accept } from '#decider';
import { attempt } from './decide/attempt';
import type { DebitContext, DebitDecision } from './decide/context';
import { isNoticeOver, notify, notifyAgain } from './decide/notice';
import { repeatedOrFailed } from './decide/requests';
import type { DebitEvent } from './events';
import type { DebitState, ExistingDebit, NotifyingDebit } from './state';

/** When this debit wants to be looked at again, ms since the epoch; null for never: its payment has timers of its own. */
export function wakeAtMs(state: DebitState): number | null {
  return isForTask(state) ? null : dueAtMs(state);
}

/** A processor behind a network is asked by tasks (decide/requests.ts): only how long it is silent is a matter of time. */
function isForTask(state: DebitState): boolean {
  if (state.status === 'none' || state.facts.processor === undefined) return false;
  return state.status === 'scheduled' || (state.status === 'notifying' && state.notice.checkAtMs === undefined);
}

function dueAtMs(state: DebitState): number | null {
  switch (state.status) {
    case 'notifying':
      return state.notifyAtMs;
    case 'requires_action':
      return state.approveByMs;
    case 'scheduled':
      return state.executeAtMs;
    default:
      return null;
  }
}

/** One step: the notice, the end of the time to approve, or the attempt. */
export function wake(state: ExistingDebit, context: DebitContext): DebitDecision {
  const { nowMs, hasCustomer } = context;
  if ((dueAtMs(state) ?? Infinity) > nowMs) return accept<DebitEvent>([]);
  if (!hasCustomer) return accept<DebitEvent>([{ type: 'debit.cancelled', data: { atMs: nowMs, reason: 'customer_deleted' } }]);
  if (state.status === 'notifying') return accept(isAskedLater(state) ? silent(state, context) : notify(state, context));
  if (state.status === 'scheduled') return isNoticeOver(state, nowMs) ? accept(notifyAgain(state, context)) : attempt(state, context);
  const failure = { reason: 'authentication_failed', networkCode: null } as const;
  return accept<DebitEvent>(state.status === 'requires_action' ? [{ type: 'debit.failed', data: { atMs: nowMs, failure } }] : []);
}

function isAskedLater({ facts }: ExistingDebit): boolean {
  return facts.processor !== undefined;
}

/** A processor behind a network that was asked and says nothing. */
function silent(state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  return state.notice.checkAtMs === undefined ? [] : repeatedOrFailed(state, context);
}
