import type { InvoiceCommandPayloads } from '#contracts';
import { accept, refuse, type FollowUp } from '#decider';
import type { InvoiceEvent } from '../events';
import { evolve } from '../evolve';
import { amountRemaining, isPayable, isUnpaid, type ExistingInvoice, type InvoiceState, type OpenInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision, Step } from './context';
import { beginDebit, callOff, canBeDebited } from './debit';
import { paymentUnderWay } from './record';
import { notPayable, underWay } from './refusals';

/** A new debit takes the place of the one that is planned. */
export function collect(
  { mandateId, ifIdle }: InvoiceCommandPayloads['invoices.collect'],
  state: ExistingInvoice,
  context: InvoiceContext,
): InvoiceDecision {
  const what = paymentUnderWay(state);
  if (ifIdle && (what !== null || !isPayable(state))) return accept<InvoiceEvent>([]);
  if (!isPayable(state)) return refuse(notPayable(state));
  if (what !== null) return refuse(underWay(what));
  const stopped = stop(state, context);
  const step = beginDebit(stopped.reduce(evolve, state) as OpenInvoice, mandateId, context);
  return 'refusal' in step ? refuse(step.refusal) : accept([...stopped, ...step.events], 200, { followUps: replacing(state, step) });
}

/** The new debit first: a mandate that ends once it has none would end between the two. */
function replacing({ debit }: OpenInvoice, { events, followUps }: Exclude<Step, { refusal: unknown }>): FollowUp[] {
  const isReplaced = debit !== null && events.some(({ type }) => type === 'invoice.debit_begun');
  return isReplaced ? [...followUps, callOff(debit.id)] : followUps;
}

/** Its turn has come: it is debited, unless it waits no more. While money may be moving there is nothing to debit. */
export function beginWaiting({ mandateId }: { mandateId: string }, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (!isUnpaid(state) || state.waits?.mandateId !== mandateId) return accept<InvoiceEvent>([]);
  if (paymentUnderWay(state) !== null) return accept<InvoiceEvent>(stop(state, context));
  const step = beginDebit(state, mandateId, context, state.waits.notBeforeMs);
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 200, { followUps: step.followUps });
}

/** Nothing is debited any more. An attempt that is under way ends by itself. */
export function stopCollecting(state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  return accept(isUnpaid(state) ? stop(state, context) : []);
}

/**
 * What is left to pay changes: the invoice is paid where that is nothing, and a debit that is planned takes the place of one of the
 * amount of before. Its payer is notified of it first; where it cannot be made, the customer pays otherwise.
 */
export function collectRest(changes: readonly InvoiceEvent[], state: OpenInvoice, context: InvoiceContext): InvoiceDecision {
  const next = changes.reduce<InvoiceState>(evolve, state) as OpenInvoice;
  if (amountRemaining(next) === 0) {
    return accept([...changes, { type: 'invoice.paid', data: { paymentId: null, atMs: context.nowMs } }]);
  }
  const { events, followUps } = debitRest(next, context);
  return accept([...changes, ...events], 200, { followUps });
}

function debitRest(state: OpenInvoice, context: InvoiceContext): Exclude<Step, { refusal: unknown }> {
  // What waits for its turn is debited for what is left then.
  if (state.waits !== undefined) return { events: [], followUps: [] };
  const stopped = stop(state, context);
  const none = { events: stopped, followUps: [] };
  const { mandateId } = state.terms;
  if (stopped.length === 0 || mandateId === undefined || !canBeDebited(state, mandateId, context)) return none;
  const step = beginDebit(stopped.reduce(evolve, state) as OpenInvoice, mandateId, context);
  return 'refusal' in step ? none : { events: [...stopped, ...step.events], followUps: replacing(state, step) };
}

function stop(state: ExistingInvoice, { nowMs }: InvoiceContext): InvoiceEvent[] {
  const isPlanned = state.waits !== undefined || (state.debit !== null && state.debit.nextAttemptAtMs !== null);
  return isPlanned ? [{ type: 'invoice.debit_ended', data: { isStopped: true, atMs: nowMs } }] : [];
}
