import { withCalls } from './decide/calls';
import { withDebits, withQueue } from './decide/debits';
import { withSubscriptions } from './decide/subscriptions';
import type { MandateEvent } from './events';
import {
  isApproved,
  isOpen,
  type ApprovedMandate,
  type Asked,
  type EndedMandate,
  type ExistingMandate,
  type MandateState,
  type OpenMandate,
} from './state';

/** The state after one more fact. Never throws and never checks; what is over stays so. */
export function evolve(state: MandateState, event: MandateEvent): MandateState {
  if (event.type === 'mandate.created') {
    const { terms, processor, expiresAtMs, answersLater, takesFirst } = event.data;
    const subscriptions = terms.subscriptionId === undefined ? {} : { subscriptions: [terms.subscriptionId] };
    const later = { ...(answersLater && { answersLater }), ...(takesFirst && { takesFirst }) };
    return { status: 'created', terms, processor, references: {}, action: null, expiresAtMs, checkAtMs: null, ...subscriptions, ...later };
  }
  return state.status === 'none' ? state : withCalls(evolveExisting(state, event), state, event);
}

function evolveExisting(state: ExistingMandate, event: Exclude<MandateEvent, { type: 'mandate.created' }>): ExistingMandate {
  const referred = 'references' in event.data ? { ...state, references: { ...state.references, ...event.data.references } } : state;
  const known = withSubscriptions(withQueue(withDebits(referred, event), event), event);
  if (event.type === 'mandate.activated') {
    const { atMs: activatedAtMs, payment, reportedAtMs } = event.data;
    const more = { ...(payment && { firstPayment: payment }), ...(reportedAtMs !== undefined && { reportedAtMs }) };
    return { ...askedOf(known), ...more, status: 'active', activatedAtMs, pausedBy: null, pausedAtMs: null };
  }
  return evolveEnd(known, event) ?? (isOpen(known) ? evolveOpen(known, event) : isApproved(known) ? evolveApproved(known, event) : known);
}

function evolveOpen(state: OpenMandate, event: MandateEvent): OpenMandate {
  const { asked = 0, failure: _failure, ...rest } = state;
  if (event.type === 'mandate.checked') {
    const { checkAtMs = null } = event.data;
    return { ...state, checkAtMs, ...(state.answersLater && { asked: asked + 1 }) };
  }
  if (event.type !== 'mandate.requires_action') return state;
  const { action, checkAtMs = null, failure } = event.data;
  return { ...rest, status: 'requires_action', action, checkAtMs, ...(failure && { failure }) };
}

function evolveApproved(state: ApprovedMandate, event: MandateEvent): ApprovedMandate {
  if (event.type === 'mandate.updated')
    return { ...state, terms: { ...state.terms, instrument: { method: 'card', card: event.data.card } } };
  if (event.type === 'mandate.checked') return { ...state, ...reportedIn(event.data) };
  if (event.type !== 'mandate.paused' && event.type !== 'mandate.resumed') return state;
  const { atMs } = event.data;
  // What was not reported was asked for here.
  const since = state.answersLater ? reportedIn({ reportedAtMs: atMs, ...event.data }) : {};
  if (event.type === 'mandate.resumed') return { ...state, ...since, status: 'active', pausedBy: null };
  return { ...state, ...since, status: 'paused', pausedBy: event.data.by, pausedAtMs: atMs };
}

function reportedIn({ reportedAtMs }: { reportedAtMs?: number }): { reportedAtMs?: number } {
  return reportedAtMs === undefined ? {} : { reportedAtMs };
}

/** Null where the event is no end. */
function evolveEnd(state: ExistingMandate, event: MandateEvent): EndedMandate | null {
  switch (event.type) {
    case 'mandate.rejected':
      return { ...ended(state, event.data.atMs), status: 'rejected', failure: event.data.failure };
    case 'mandate.revoked':
      return { ...ended(state, event.data.atMs), status: 'revoked', revokedBy: event.data.by };
    case 'mandate.expired':
      return { ...ended(state, event.data.atMs), status: 'expired' };
    default:
      return null;
  }
}

function ended(state: ExistingMandate, endedAtMs: number): Omit<EndedMandate, 'status'> {
  const activatedAtMs = 'activatedAtMs' in state ? state.activatedAtMs : null;
  return { ...askedOf(state), activatedAtMs, endedAtMs, failure: null, revokedBy: null };
}

function askedOf({ terms, processor, references, ...state }: ExistingMandate): Asked {
  const { debits, queue, subscriptions, endsWhenIdle, answersLater, takesFirst, firstPayment } = state;
  const joined = { ...(subscriptions && { subscriptions }), ...(endsWhenIdle && { endsWhenIdle }), ...(answersLater && { answersLater }) };
  const first = { ...(takesFirst && { takesFirst }), ...(firstPayment && { firstPayment }) };
  return { terms, processor, references, ...(debits && { debits }), ...(queue && { queue }), ...joined, ...first };
}
