import { mergeMetadata } from '#contracts';
import { firstState } from './decide/first-state';
import { deductedIn, evolveInvoices, withoutUnbegun } from './evolve/invoices';
import type { SubscriptionEvent } from './events';
import {
  hasOverdue,
  isBeingCollected,
  isOfDebits,
  isPlanned,
  recentTries,
  type ExistingSubscription,
  type MandateOfSubscription,
  type SubscriptionPeriod,
  type SubscriptionState,
} from './state';
import type { Anchor } from './decide/periods';

type FactOf<TType extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: TType }>['data'];

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  if (event.type === 'subscription.created') return firstState(event.data);
  if (state.status === 'none') return state;
  return EVOLVERS.reduce<ExistingSubscription | null>((next, evolver) => next ?? evolver(state, event), null) ?? state;
}

/** What a period that begins changes. */
function begun(
  { periodInvoices, deductions }: Pick<ExistingSubscription, 'periodInvoices' | 'deductions'>,
  period: SubscriptionPeriod,
  anchor: Anchor,
): Pick<ExistingSubscription, 'current' | 'nextFrom' | 'anchor' | 'upcoming' | 'periodInvoices' | 'deductions'> {
  const charging = periodInvoices.filter(({ to }) => to > period.from);
  return {
    current: period,
    nextFrom: period.to,
    anchor,
    upcoming: null,
    periodInvoices: charging,
    // Lines of the period before are settled with an invoice of this one.
    ...(deductions && { deductions: deductions.filter(({ to }) => to >= period.from) }),
  };
}

/** What stayed open while it was halted is of a time that the customer did without: it does not make them late any more. */
function goneOn(state: ExistingSubscription): ExistingSubscription {
  if (state.status !== 'halted') return state;
  return { ...state, invoices: state.invoices.map((invoice) => ({ ...invoice, isOverdue: false })) };
}

function evolvePeriods(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.authenticated':
      return { ...state, status: 'authenticated' };
    case 'subscription.activated': {
      const { begins } = event.data;
      return { ...goneOn(state), status: 'active', haltReason: null, ...(begins && begun(state, begins.period, begins.anchor)) };
    }
    case 'subscription.period_begun':
      return { ...state, ...begun(state, event.data.period, event.data.anchor) };
    case 'subscription.trial_ending':
      return { ...state, isTrialEndNoticed: true };
    case 'subscription.run_out':
      return { ...state, isRunOut: true };
    default:
      return null;
  }
}

function evolvePause(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.pause_planned':
      return withoutUnbegun({ ...state, pause: event.data });
    case 'subscription.paused':
      return paused(state, event.data);
    case 'subscription.resumed':
      return resumed(state, event.data);
    default:
      return null;
  }
}

function paused(state: ExistingSubscription, { stopsMore, ...pause }: FactOf<'subscription.paused'>): ExistingSubscription {
  return { ...held(stopping(state, stopsMore)), status: 'paused', pause, upcoming: null, quietSinceMs: null };
}

/** Whose debits the pause calls off, or would not let be tried again. */
function held(state: ExistingSubscription): ExistingSubscription {
  const invoices = state.invoices.map((invoice) => (isBeingCollected(invoice) ? { ...invoice, isHeld: true as const } : invoice));
  return { ...state, invoices };
}

/** Of more debits than one commit calls off each is named, but for that of what is charged at the end. */
function stopping(state: ExistingSubscription, stopsMore?: true): ExistingSubscription {
  if (!stopsMore) return state;
  const invoices = state.invoices.map((invoice) =>
    isPlanned(invoice) && !invoice.isLast ? { ...invoice, isStopping: true as const } : invoice,
  );
  return { ...state, invoices };
}

/** An attempt that is under way when nothing is debited any more has none after it. */
function withoutRetries(state: ExistingSubscription): ExistingSubscription {
  const invoices = state.invoices.map((invoice) =>
    invoice.collecting === 'trying' && !invoice.isLast ? { ...invoice, isStopping: true as const } : invoice,
  );
  return { ...state, invoices };
}

function resumed(state: ExistingSubscription, { nextFrom, atMs }: FactOf<'subscription.resumed'>): ExistingSubscription {
  const isLate = hasOverdue(state);
  const invoices = state.invoices.map(({ isHeld: _isHeld, ...invoice }) => invoice);
  return {
    ...state,
    invoices,
    status: isLate ? 'past_due' : 'active',
    quietSinceMs: isLate ? (atMs ?? null) : null,
    pause: null,
    nextFrom,
  };
}

function evolveChanges(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.price_changed':
      return priceChanged(state, event.data);
    case 'subscription.trial_changed': {
      const { endMs, firstFrom } = event.data;
      const trial = state.trial && { ...state.trial, endMs };
      // Of a later end there is notice again.
      const isTrialEndNoticed = state.isTrialEndNoticed && endMs <= (state.trial?.endMs ?? 0);
      return { ...state, trial, isTrialEndNoticed, firstFrom, nextFrom: firstFrom, upcoming: null };
    }
    case 'subscription.update_planned':
      return updatePlanned(state, event.data);
    case 'subscription.update_dropped':
      return { ...state, pendingUpdate: null };
    case 'subscription.changed':
      return withoutUnbegun(changed(state, event.data));
    default:
      return null;
  }
}

/** What it waits for counts as made: another mandate has another id. */
function updatePlanned(state: ExistingSubscription, update: FactOf<'subscription.update_planned'>): ExistingSubscription {
  const mandates = state.mandates + (update.mandate === null ? 0 : 1);
  const isRenewal = update.reason === 'mandate_expiring' && state.mandate !== null;
  const mandate = isRenewal ? { ...state.mandate!, renewals: (state.mandate!.renewals ?? 0) + 1 } : state.mandate;
  return { ...state, mandate, pendingUpdate: update, mandates, upcoming: update.dropsUpcoming ? null : state.upcoming };
}

function priceChanged(
  state: ExistingSubscription,
  { change, regularAmount, lines, date, anchor, begins, dropsUpcoming, deductions, waived }: FactOf<'subscription.price_changed'>,
): ExistingSubscription {
  const { planId: _planId, anchorDay: _anchorDay, ...terms } = state.terms;
  const { planId, price, quantity, anchorDay } = change;
  const deducted = deductedIn(state, deductions);
  const count = state.priceChanges.date === date ? state.priceChanges.count + 1 : 1;
  return {
    ...state,
    terms: { ...terms, quantity, ...(planId !== null && { planId }), ...(anchorDay !== null && { anchorDay }) },
    price,
    regularAmount,
    pendingLines: lines,
    pendingUpdate: null,
    priceChanges: { date, count },
    anchor,
    ...(dropsUpcoming && { upcoming: null }),
    ...deducted,
    current: state.current && withWaived(state.current, waived),
    ...(begins && anchor && begun({ ...state, ...deducted }, begins, anchor)),
  };
}

function withWaived({ waived: _before, ...period }: SubscriptionPeriod, waived: number | undefined): SubscriptionPeriod {
  return { ...period, ...(waived !== undefined && { waived }) };
}

function evolveMandate(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.mandate_replaced':
      return { ...state, mandate: event.data, mandates: state.mandates + (event.data.isOwn ? 1 : 0) };
    case 'subscription.request_renewed':
      return { ...withRequest(state, event.data), mandates: state.mandates + 1 };
    case 'subscription.method_chosen':
      return { ...state, terms: { ...state.terms, ...event.data } };
    case 'subscription.mandate_recorded':
      return mandateRecorded(state, event.data);
    default:
      return null;
  }
}

/** The mandate that the customer is asked for. */
function withRequest(state: ExistingSubscription, mandate: MandateOfSubscription): ExistingSubscription {
  return state.pendingUpdate === null ? state : { ...state, pendingUpdate: { ...state.pendingUpdate, mandate } };
}

/** One that was agreed to and is over is gone: another one can take its place. */
function mandateRecorded(
  state: ExistingSubscription,
  { mandateId, ...report }: FactOf<'subscription.mandate_recorded'>,
): ExistingSubscription {
  const { pendingUpdate } = state;
  if (pendingUpdate?.mandate?.id === mandateId) return withRequest(state, { ...pendingUpdate.mandate, ...report });
  if (state.mandate?.id !== mandateId) return state;
  if (state.status === 'created' || (report.status !== 'revoked' && report.status !== 'expired'))
    return { ...state, mandate: { ...state.mandate, ...report } };
  return { ...state, mandate: null, lastMandateEnd: report.status };
}

function evolveCollecting(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.charged':
      return state.status === 'past_due' && !hasOverdue(state) ? { ...state, status: 'active', quietSinceMs: null } : state;
    case 'subscription.retried':
      return { ...state, failure: null, retriedAtMs: [...recentTries(state, event.data.atMs), event.data.atMs] };
    case 'subscription.settled':
      return { ...state, status: 'active', quietSinceMs: null };
    case 'subscription.past_due':
      return { ...state, status: 'past_due', ...event.data };
    case 'subscription.retry_changed':
      return { ...state, ...event.data };
    case 'subscription.halted':
      return halted(state, event.data);
    default:
      return null;
  }
}

/** What was to be debited by the next commit is not. */
function halted(state: ExistingSubscription, { reason, stopsMore }: FactOf<'subscription.halted'>): ExistingSubscription {
  const invoices = state.invoices.map(({ isHeld: _isHeld, ...invoice }) => invoice);
  const next = stopping({ ...state, invoices }, stopsMore);
  return { ...(isOfDebits(reason) ? withoutRetries(next) : next), status: 'halted', haltReason: reason, quietSinceMs: null };
}

/** Absent keeps, null empties. */
function changed(
  state: ExistingSubscription,
  { cancelAtMs = state.cancelAtMs, cancelReason, metadata, mandateMaxAmount, ...terms }: FactOf<'subscription.changed'>,
): ExistingSubscription {
  const merged = metadata === undefined ? {} : { metadata: mergeMetadata(state.terms.metadata, metadata) };
  const next = Object.entries({ ...state.terms, ...terms, ...merged }).filter(([, value]) => value !== null);
  const reason = cancelReason ?? (cancelAtMs === null ? null : state.cancelReason);
  const wanted = mandateMaxAmount === undefined ? {} : { mandateMaxAmount };
  return {
    ...state,
    ...wanted,
    terms: Object.fromEntries(next) as unknown as ExistingSubscription['terms'],
    cancelAtMs,
    cancelReason: reason,
  };
}

function evolveEnd(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.customer_erased':
      return { ...state, erasedAtMs: event.data.atMs };
    case 'subscription.cancelled': {
      const { atMs, reason: cancelReason, voidsOpen, stopsMore } = event.data;
      return {
        ...ended(withoutRetries(stopping(state, stopsMore)), atMs),
        status: 'cancelled',
        cancelReason,
        ...(voidsOpen && { voidsOpen }),
      };
    }
    case 'subscription.completed':
      return { ...ended(state, event.data.atMs), status: 'completed' };
    case 'subscription.expired':
      return { ...ended(state, event.data.atMs), status: 'expired' };
    default:
      return null;
  }
}

const EVOLVERS = [evolveInvoices, evolvePeriods, evolvePause, evolveChanges, evolveMandate, evolveCollecting, evolveEnd] as const;

function ended(state: ExistingSubscription, endedAtMs: number): ExistingSubscription {
  return { ...state, endedAtMs, upcoming: null, pause: null, pendingUpdate: null, quietSinceMs: null, pendingLines: [] };
}
