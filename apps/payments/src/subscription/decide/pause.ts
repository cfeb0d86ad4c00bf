import { invalidParameter, istDateOf, startOfIstDate, type PauseSubscriptionPayload, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { ExistingSubscription, Pause, TrackedInvoice } from '../state';
import { renew } from './begin';
import { dropUnbegun, dropUpcoming, periodEndMs } from './cancel';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { collectInTurns } from './larger-mandate';
import { haltWithoutMandate, stopCollecting, stopsMoreOf } from './stop';
import { stateConflict } from './refusals';
import { passedProblem } from './time-problems';

const PAUSABLE = ['active', 'past_due'] as const;

/** active, past_due → paused, now or at the end of the period. */
export function pause(
  payload: PauseSubscriptionPayload,
  state: ExistingSubscription,
  { nowMs }: SubscriptionContext,
): SubscriptionDecision {
  if (!PAUSABLE.some((status) => status === state.status)) return stateConflict(state, 'be paused', PAUSABLE);
  const fromMs = payload.from === 'now' ? nowMs : periodEndMs(state, nowMs);
  const resumeAtMs = payload.resumeAtMs ?? null;
  const problem = passedProblem('resume_at', resumeAtMs, nowMs) ?? orderProblem({ fromMs, resumeAtMs });
  if (problem !== null) return refuse(problem);
  const draft = new Draft(state);
  const planned: Pause = { fromMs, resumeAtMs };
  if (payload.from === 'now') pauseNow(draft, planned);
  else {
    draft.add({ type: 'subscription.pause_planned', data: planned });
    dropUpcoming(draft, state);
  }
  return draft.accept();
}

function orderProblem({ fromMs, resumeAtMs }: Pause): Refusal | null {
  if (resumeAtMs === null || resumeAtMs > fromMs) return null;
  return invalidParameter('resume_at', 'must be after the pause begins.', 'resume_before_pause');
}

/** Nothing is charged any more; an attempt that is under way ends by itself. */
export function pauseNow(draft: Draft, planned: Pause): void {
  const { upcoming, invoices } = draft.state;
  const drafts = invoices.filter(({ status }) => status === 'draft');
  draft.add({ type: 'subscription.paused', data: { ...planned, ...stopsMoreOf(draft) } });
  draft.ask(...drafts.map(({ id }) => ({ streamId: id, type: 'invoices.drop', payload: {} })));
  if (upcoming !== null) dropUnbegun(draft, upcoming);
  stopCollecting(draft);
}

/** paused → active, or past_due. */
export function resume(_payload: Record<string, never>, state: ExistingSubscription, context: SubscriptionContext): SubscriptionDecision {
  if (state.status !== 'paused') return stateConflict(state, 'be resumed', ['paused']);
  const draft = new Draft(state);
  resumeNow(draft, context);
  return draft.accept();
}

/** A period that is not over goes on; after its end the next begins today, up to the boundary at which it would have begun. */
export function resumeNow(draft: Draft, context: SubscriptionContext): void {
  const { current, nextFrom, invoices } = draft.state;
  const today = istDateOf(context.nowMs);
  const isOver = current !== null && today > current.to;
  draft.add({ type: 'subscription.resumed', data: { nextFrom: isOver ? today : nextFrom, atMs: context.nowMs } });
  haltWithoutMandate(draft);
  if (draft.state.status !== 'halted') collectHeld(draft, invoices, context);
  const { nextFrom: from } = draft.state;
  if (from !== null && startOfIstDate(from) <= context.nowMs) renew(draft, context);
}

/** The debits that the pause called off are made again, each with a notice of its own. */
function collectHeld(draft: Draft, invoices: readonly TrackedInvoice[], context: SubscriptionContext): void {
  collectInTurns(
    draft,
    invoices.filter(({ isHeld, status, collecting }) => isHeld && status === 'open' && collecting !== 'exhausted'),
    context,
  );
}
