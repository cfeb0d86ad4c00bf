import { type MandateCommandPayloads, type RevokeMandate, type SubscriptionMandateReport } from '#contracts';
import { accept, refuse, type FollowUp } from '#decider';
import type { MandateEvent } from '../events';
import { isApproved, isOpen, type ExistingMandate, type MandateState } from '../state';
import type { MandateDecision } from './context';

/** So many, that all of them hear in one commit that it has ended. */
const SUBSCRIPTIONS_MAX = 10;

/** The mandate with the subscriptions that a fact adds or takes away. */
export function withSubscriptions<TState extends ExistingMandate>(state: TState, event: MandateEvent): TState {
  const { subscriptions = [] } = state;
  switch (event.type) {
    case 'mandate.subscription_joined':
      return { ...state, subscriptions: [...subscriptions, event.data.subscriptionId], endsWhenIdle: undefined };
    case 'mandate.subscription_left':
      return {
        ...state,
        subscriptions: subscriptions.filter((id) => id !== event.data.subscriptionId),
        ...(event.data.endsWhenIdle && { endsWhenIdle: true as const }),
      };
    default:
      return state;
  }
}

/** A subscription is to be debited under it. */
export function join({ subscriptionId }: MandateCommandPayloads['mandates.join_subscription'], state: ExistingMandate): MandateDecision {
  const { subscriptions = [] } = state;
  if (subscriptions.includes(subscriptionId)) return accept([]);
  if (subscriptions.length < SUBSCRIPTIONS_MAX) return accept([{ type: 'mandate.subscription_joined', data: { subscriptionId } }]);
  const message = `At most ${SUBSCRIPTIONS_MAX} subscriptions are debited under one mandate.`;
  return refuse({ code: 'limit_exceeded', details: { message, param: 'mandate_id' } });
}

/** A subscription is not debited under it any more, and it may end with that. */
export function leave(
  { subscriptionId, revoke }: MandateCommandPayloads['mandates.leave_subscription'],
  state: ExistingMandate,
  { nowMs: atMs }: { nowMs: number },
): MandateDecision {
  const { subscriptions = [] } = state;
  if (!subscriptions.includes(subscriptionId)) return accept([]);
  const left: MandateEvent = { type: 'mandate.subscription_left', data: { subscriptionId } };
  const isOver = wouldPayFor(subscriptionId, state) || endsWith(revoke, subscriptions.length);
  if (!isOver) return accept([left]);
  const isBusy = revoke === 'when_idle' && hasDebits(state);
  if (isBusy) return accept([{ type: 'mandate.subscription_left', data: { subscriptionId, endsWhenIdle: true } }]);
  return accept([left, ...ended(state, atMs)]);
}

/** A payer who approves it now pays for a subscription that does not begin any more. */
function wouldPayFor(subscriptionId: string, state: ExistingMandate): boolean {
  return isOpen(state) && state.takesFirst === true && state.terms.subscriptionId === subscriptionId;
}

/** @param under how many subscriptions are under it. */
function endsWith(revoke: RevokeMandate, under: number): boolean {
  return revoke === 'yes' || (revoke !== 'no' && under === 1);
}

function ended(state: ExistingMandate, atMs: number): MandateEvent[] {
  if (isApproved(state)) return [{ type: 'mandate.revoked', data: { atMs, by: 'merchant' } }];
  return isOpen(state) ? [{ type: 'mandate.expired', data: { atMs } }] : [];
}

/** Whether a debit is open, or waits for those that are. */
function hasDebits({ debits, queue = [] }: ExistingMandate): boolean {
  return (debits?.open.length ?? 0) > 0 || queue.length > 0;
}

/** What follows once a debit has ended, of a mandate that was kept for it alone. */
export function whenIdle(state: MandateState, atMs: number): MandateEvent[] {
  if (!isApproved(state) || state.endsWhenIdle === undefined) return [];
  return hasDebits(state) || (state.subscriptions?.length ?? 0) > 0 ? [] : ended(state, atMs);
}

/** The subscriptions under it hear what became of it, in the same commit. */
export function subscriptionFollowUps({ before, after }: { before: MandateState; after: MandateState }, mandateId: string): FollowUp[] {
  if (before.status === 'none' || after.status === 'none' || isSameStep(before, after)) return [];
  const { subscriptions = [], status } = after;
  const report: SubscriptionMandateReport = { mandateId, status, ...openPartOf(after) };
  return subscriptions.map((streamId) => ({ streamId, type: 'subscriptions.record_mandate', payload: report }));
}

/** A payer who has acted, and whose bank decides now, has nothing to do any more. */
function isSameStep(before: ExistingMandate, after: ExistingMandate): boolean {
  return after.status === before.status && JSON.stringify(openPartOf(after)) === JSON.stringify(openPartOf(before));
}

/** What the payer has to do, and until when. */
export function openPartOf(state: ExistingMandate): Pick<SubscriptionMandateReport, 'action' | 'expiresAtMs'> {
  return isOpen(state) ? { action: state.action, expiresAtMs: state.expiresAtMs } : { action: null, expiresAtMs: null };
}
