import type { AnsweredMandateRequest, MandateRequestKind } from '#contracts';
import type { MandateEvent } from '../events';
import { evolve } from '../evolve';
import { isOpen, type ExistingMandate, type MandateCall, type MandateState } from '../state';
import type { MandateCommandPayloads } from '#contracts';
import type { MandateContext } from './context';
import { isBeingEnded } from './calls';
import { afterOwnReport, leavesFirstOpen } from './report';

/** What a processor behind a network is to be asked about a mandate next. */
export interface DueMandateRequest {
  kind: MandateRequestKind;
  /** Milliseconds since the epoch; 0 for at once. */
  dueAtMs: number;
  /** When it was first asked for: ties the repetitions of one call together. Ms since the epoch; 0 for the registration. */
  requestedAtMs: number;
  /** How often it was asked in vain. */
  tries: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Between two requests of a kind: the first wait, doubled with each up to the second. */
const BACK_OFF_MS = {
  register: [2 * SECOND_MS, 5 * MINUTE_MS],
  fetch: [90 * SECOND_MS, 6 * HOUR_MS],
  call: [10 * SECOND_MS, HOUR_MS],
} as const;
/** How often a registration that is certainly not taken on is tried before the mandate counts as rejected. */
const REFUSALS_MAX = 4;
/** How often a processor is asked to give back what a registration took. */
const RETURNS_MAX = 24;
/** How often a processor is asked to end what it does not know of: a registration may still be on its way. */
const NOT_FOUND_MAX = 6;

/** What has to be asked next; null when there is nothing to ask, or the rail answers at once. */
export function nextRequestOf(state: MandateState): DueMandateRequest | null {
  if (state.status === 'none' || state.answersLater === undefined) return null;
  const [call] = state.calls ?? [];
  if (call !== undefined) return call;
  if (!isOpen(state)) return null;
  const kind = state.status === 'created' ? 'register' : 'fetch';
  return { kind, dueAtMs: state.checkAtMs ?? 0, requestedAtMs: 0, tries: state.asked ?? 0 };
}

/** What follows from what a rail reports, by itself or as the answer to a request. */
export function recordReport(
  { report, answers, reportedAtMs }: MandateCommandPayloads['mandates.record_report'],
  state: ExistingMandate,
  { nowMs, hasCustomer }: Pick<MandateContext, 'nowMs' | 'hasCustomer'>,
): MandateEvent[] {
  const events =
    report === undefined ? [] : unlessErased(afterOwnReport(report, reportedAtMs, state, nowMs), state, { nowMs, hasCustomer });
  if (answers === undefined) return report === undefined || leavesFirstOpen(report, state) ? askedAtOnce(state, nowMs) : events;
  const due = nextRequestOf(state);
  // What was asked is moot by now.
  if (due?.kind !== answers.kind) return events;
  const { kind, outcome } = answers;
  if (isOfEarlier(answers, due)) return askedAgain(events, state, { due, nowMs });
  if (kind === 'register' || kind === 'fetch') return afterRequest(answers, due, events, nowMs);
  return afterCall({ kind, outcome }, due, events, { state, nowMs });
}

function afterCall(
  { kind, outcome }: { kind: MandateCall['kind'] } & Pick<AnsweredMandateRequest, 'outcome'>,
  due: DueMandateRequest,
  events: MandateEvent[],
  { state, nowMs }: { state: ExistingMandate; nowMs: number },
): MandateEvent[] {
  // A first payment is more than what verifies a payer: it goes back, however long that takes.
  const isGivenUp = kind === 'return_verification' && due.tries >= RETURNS_MAX && state.takesFirst === undefined;
  const isUnknownThere = outcome === 'not_found' && due.tries >= NOT_FOUND_MAX;
  if (outcome === 'done' || isGivenUp || isUnknownThere) return [...events, { type: 'mandate.call_answered', data: { kind } }];
  // What the answer itself ended is over as well.
  return dueAfter(events, state)?.kind === kind ? [...events, later('call', due, nowMs)] : events;
}

function dueAfter(events: readonly MandateEvent[], state: ExistingMandate): DueMandateRequest | null {
  return nextRequestOf(events.reduce((one: MandateState, event) => evolve(one, event), state));
}

/** Whether the rail had something to report while it was asked, so that its answer may be older. */
function isOfEarlier({ kind, dueAtMs = Infinity }: AnsweredMandateRequest, due: DueMandateRequest): boolean {
  return kind === 'fetch' && dueAtMs < due.dueAtMs;
}

/** What the rail had to report has not been asked for: that question stays due. */
function askedAgain(
  events: MandateEvent[],
  state: ExistingMandate,
  { due, nowMs }: { due: DueMandateRequest; nowMs: number },
): MandateEvent[] {
  const next = dueAfter(events, state);
  const isPutOff = next?.kind === 'fetch' && next.dueAtMs > due.dueAtMs;
  return isPutOff ? [...events, { type: 'mandate.checked', data: { atMs: nowMs, checkAtMs: due.dueAtMs } }] : events;
}

/** The rail has something to report. A question that is under way may have been answered before that. */
function askedAtOnce(state: ExistingMandate, atMs: number): MandateEvent[] {
  if (mayHoldMoney(state)) return [{ type: 'mandate.late_approved', data: { atMs } }];
  const due = nextRequestOf(state);
  return due?.kind === 'fetch' && due.dueAtMs !== atMs ? [{ type: 'mandate.checked', data: { atMs, checkAtMs: atMs } }] : [];
}

/** What an erased customer has paid goes back: the mandate ends where it would become active, and is revoked. */
function unlessErased(
  events: MandateEvent[],
  { takesFirst }: ExistingMandate,
  { nowMs, hasCustomer }: Pick<MandateContext, 'nowMs' | 'hasCustomer'>,
): MandateEvent[] {
  const isPaid = takesFirst === true && events.some(({ type }) => type === 'mandate.activated');
  return isPaid && !hasCustomer() ? [{ type: 'mandate.expired', data: { atMs: nowMs } }] : events;
}

/** Over without having been active: what the payer paid meanwhile, or pays after that, has to go back as well. */
function mayHoldMoney(state: ExistingMandate): boolean {
  if (state.takesFirst === undefined || !('endedAtMs' in state) || state.activatedAtMs !== null) return false;
  return !isBeingEnded(state);
}

function afterRequest(
  { kind, outcome }: AnsweredMandateRequest,
  due: DueMandateRequest,
  events: MandateEvent[],
  nowMs: number,
): MandateEvent[] {
  const isTried = outcome === 'not_taken' && due.tries < REFUSALS_MAX;
  return events.length > 0 && !isTried ? events : [later(kind === 'register' ? 'register' : 'fetch', due, nowMs)];
}

function later(kind: keyof typeof BACK_OFF_MS, { tries }: DueMandateRequest, atMs: number): MandateEvent {
  const [firstMs, mostMs] = BACK_OFF_MS[kind];
  return { type: 'mandate.checked', data: { atMs, checkAtMs: atMs + Math.min(mostMs, firstMs * 2 ** Math.min(tries, 20)) } };
}
