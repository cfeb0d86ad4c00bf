import { accept } from '#decider';
import type { MandateContext, MandateDecision } from './decide/context';
import { nextQueued } from './decide/debits';
import { afterReport } from './decide/report';
import { isApproved, isOpen, type ExistingMandate, type MandateState, type OpenMandate } from './state';

/** In the past of every clock. */
const AT_ONCE_MS = 0;

/** When this mandate wants to be looked at again, ms since the epoch; null for never. */
export function wakeAtMs(state: MandateState): number | null {
  if (state.status !== 'none' && nextQueued(state) !== null) return AT_ONCE_MS;
  if (isOpen(state)) return isAskedNow(state) ? Math.min(state.checkAtMs, state.expiresAtMs) : state.expiresAtMs;
  return isApproved(state) ? state.terms.endsAtMs : null;
}

/** Hears what the rail has to say by now, and ends what has run out: the time to approve, the mandate itself. */
export function wake(state: ExistingMandate, { mandateId, nowMs, rail }: MandateContext): MandateDecision {
  const queued = nextQueued(state);
  if (queued !== null) return call(queued, mandateId);
  const isCheckDue = isOpen(state) && isAskedNow(state) && state.checkAtMs <= nowMs;
  const further = isCheckDue && rail !== null ? afterReport(rail.ask({ mandateId, terms: state.terms, nowMs }), state, nowMs) : [];
  if (further.length > 0) return accept(further);
  if (endsAtMs(state) <= nowMs) return accept([{ type: 'mandate.expired', data: { atMs: nowMs } }]);
  // Kept: a mandate is woken once for each of its versions, and has to be woken again when its time is over.
  return accept(isCheckDue ? [{ type: 'mandate.checked', data: { atMs: nowMs } }] : []);
}

/** One at a time: each debit that begins is a commit of its own. */
function call(invoiceId: string, mandateId: string): MandateDecision {
  const begin = { streamId: invoiceId, type: 'invoices.begin_waiting', payload: { mandateId } };
  return accept([{ type: 'mandate.debit_called', data: { invoiceId } }], 200, { followUps: [begin] });
}

/** A rail that answers at once is asked when it is woken; one behind a network by a task (decide/requests.ts). */
function isAskedNow(state: OpenMandate): state is OpenMandate & { checkAtMs: number } {
  return state.checkAtMs !== null && state.answersLater === undefined;
}

function endsAtMs(state: ExistingMandate): number {
  if (isOpen(state)) return state.expiresAtMs;
  return isApproved(state) ? state.terms.endsAtMs : Number.POSITIVE_INFINITY;
}
