import type { CardFacts, MandateOutcome, MandateReport, MandateStatus } from '#contracts';
import { accept, refuse } from '#decider';
import type { MandateEvent } from '../events';
import { isOpen, type ExistingMandate } from '../state';
import type { MandateContext, MandateDecision } from './context';
import { afterReport } from './report';

interface Simulation {
  /** Statuses in which it can happen. */
  from: readonly MandateStatus[];
  eventsOf(state: ExistingMandate, context: MandateContext): MandateEvent[];
}

const OPEN = ['created', 'requires_action'] as const;
const APPROVED = ['active', 'paused'] as const;
const CARD_LASTS_YEARS = 5;

const reported =
  (report: MandateReport): Simulation['eventsOf'] =>
  (state, { nowMs }) =>
    afterReport(report, state, nowMs);

/** What a caller can have the payer or the bank of the sandbox do (docs/reference/testing.md). */
const SIMULATIONS: Readonly<Record<MandateOutcome, Simulation>> = {
  approved: { from: OPEN, eventsOf: approved },
  declined: { from: OPEN, eventsOf: reported({ state: 'rejected', failure: { reason: 'payment_cancelled', networkCode: 'ZA' } }) },
  paused: { from: ['active'], eventsOf: reported({ state: 'paused', by: 'customer' }) },
  resumed: { from: ['paused'], eventsOf: reported({ state: 'active' }) },
  revoked: { from: APPROVED, eventsOf: reported({ state: 'revoked', by: 'customer' }) },
  expired: { from: [...OPEN, ...APPROVED], eventsOf: reported({ state: 'expired' }) },
  card_reissued: { from: APPROVED, eventsOf: cardReissued },
};

/** The payer or the bank does what the caller asks for. */
export function simulate(outcome: MandateOutcome, state: ExistingMandate, context: MandateContext): MandateDecision {
  const { from, eventsOf } = SIMULATIONS[outcome];
  if (!from.includes(state.status)) return conflict(state, from, outcome);
  const events = eventsOf(state, context);
  return events.length > 0 ? accept(events) : conflict(state, [], outcome);
}

/** Its rail gives it the numbers that it has after every approval. */
function approved(state: ExistingMandate, { mandateId, nowMs, rail }: MandateContext): MandateEvent[] {
  const report: MandateReport = rail === null || !isOpen(state) ? { state: 'active' } : rail.ask({ mandateId, terms: state.terms, nowMs });
  return afterReport(report, state, nowMs);
}

/** A new card of the same account: the mandate goes on, with other digits and a later expiry. */
function cardReissued({ terms: { instrument } }: ExistingMandate): MandateEvent[] {
  if (instrument.method !== 'card' || instrument.card === null) return [];
  const { card } = instrument;
  return [{ type: 'mandate.updated', data: { card: { ...card, last4: nextDigits(card.last4), expiryYear: laterYear(card.expiryYear) } } }];
}

function nextDigits(last4: CardFacts['last4']): string {
  return String((Number(last4) + 1) % 10_000).padStart(4, '0');
}

function laterYear(year: number | null): number | null {
  return year === null ? null : year + CARD_LASTS_YEARS;
}

function conflict(state: ExistingMandate, allowedFrom: readonly MandateStatus[], outcome: string): MandateDecision {
  const { method } = state.terms.instrument;
  const why = method === 'card' ? 'it was made without a card' : `it is on ${method}`;
  const message =
    allowedFrom.length === 0
      ? `${outcome} cannot happen to this mandate: ${why}.`
      : `${outcome} can happen to a mandate with the status ${allowedFrom.join(' or ')} only: its status is ${state.status}.`;
  return refuse({ code: 'state_conflict', details: { message, current_status: state.status, allowed_from: [...allowedFrom] } });
}
