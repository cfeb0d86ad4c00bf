import type { Failure, MandateReport } from '#contracts';
import type { MandateEvent } from '../events';
import { TAMPERED } from '../../payment/decide/mismatch';
import { isApproved, isOpen, type ApprovedMandate, type EndedMandate, type MandateState, type NoMandate, type OpenMandate } from '../state';
import { isBeingEnded } from './calls';

/** Before a rail behind a network is asked for the first time how a mandate stands. */
const FIRST_CHECK_MS = 90_000;

/** Processors write their times in seconds. */
const SECOND_MS = 1_000;

/** What a payer is said to have done who took back what was never approved. */
const PAYER_DECLINED: Failure = { reason: 'payment_cancelled', networkCode: null };

/**
 * What follows from what a rail says. It may say the same twice, say it late, or say what no longer matters: then nothing follows.
 *
 * @param nowMs milliseconds since the epoch.
 */
export function afterReport(report: MandateReport, state: MandateState, nowMs: number): MandateEvent[] {
  if (isOpen(state)) return whileOpen(report, state, nowMs);
  if (isApproved(state)) return isBeingMoved(state) && !isEnd(report) ? [] : whileApproved(report, state, nowMs);
  return afterEnd(report, state, nowMs);
}

/**
 * The same for what a rail reports by itself, which may be a repetition of hours ago: an approved mandate does not go back to what it
 * was before. That nothing has changed is written down as well, because something older may still come.
 *
 * @param reportedAtMs when the rail made it; undefined where it does not say.
 */
export function afterOwnReport(
  report: MandateReport,
  reportedAtMs: number | undefined,
  state: MandateState,
  nowMs: number,
): MandateEvent[] {
  const isToBeOrdered = reportedAtMs !== undefined && (report.state === 'active' || report.state === 'paused');
  if (!isToBeOrdered) return afterReport(report, state, nowMs);
  const knownMs = isApproved(state) ? (state.reportedAtMs ?? 0) : 0;
  if (reportedAtMs < Math.floor(knownMs / SECOND_MS) * SECOND_MS) return [];
  if (state.status === report.state && reportedAtMs > knownMs) return [{ type: 'mandate.checked', data: { atMs: nowMs, reportedAtMs } }];
  return afterReport(report, state, nowMs).map((event) => (isStanding(event) ? withTime(event, reportedAtMs) : event));
}

type Standing = Extract<MandateEvent, { type: 'mandate.activated' | 'mandate.paused' | 'mandate.resumed' }>;

function isStanding({ type }: MandateEvent): boolean {
  return type === 'mandate.activated' || type === 'mandate.paused' || type === 'mandate.resumed';
}

function withTime(event: MandateEvent, reportedAtMs: number): MandateEvent {
  return { ...event, data: { ...event.data, reportedAtMs } } as Standing;
}

/** The processor is being asked to pause or resume it: what it reports meanwhile may be older than that. */
function isBeingMoved({ calls = [] }: ApprovedMandate): boolean {
  return calls.some(({ kind }) => kind === 'pause' || kind === 'resume');
}

function isEnd({ state }: MandateReport): boolean {
  return state === 'revoked' || state === 'expired';
}

/** Approved although it is over: the processor has to end it, unless what it is being asked does. */
function afterEnd(report: MandateReport, state: EndedMandate | NoMandate, atMs: number): MandateEvent[] {
  if (report.state !== 'active' || state.status === 'none' || state.answersLater === undefined || isBeingEnded(state)) return [];
  return [{ type: 'mandate.late_approved', data: { atMs, ...withoutState(report) } }];
}

function whileOpen(report: MandateReport, state: OpenMandate, atMs: number): MandateEvent[] {
  switch (report.state) {
    case 'requires_action':
      return isNewStep(report, state) ? [{ type: 'mandate.requires_action', data: stepOf(report, state, atMs) }] : [];
    case 'active':
      return whenApproved(report, state, atMs);
    case 'rejected':
      return [{ type: 'mandate.rejected', data: { atMs, ...withoutState(report) } }];
    case 'revoked':
      // Nobody can revoke what was never approved: the payer said no.
      return [{ type: 'mandate.rejected', data: { atMs, failure: PAYER_DECLINED } }];
    case 'expired':
      return [{ type: 'mandate.expired', data: { atMs, ...reportedBy(state) } }];
    case 'paused':
      return [];
  }
}

/** One whose registration takes the first payment becomes active with that payment and no sooner. */
function whenApproved(report: Approval, state: OpenMandate, atMs: number): MandateEvent[] {
  const { references, payment } = report;
  const isPaid = payment !== undefined && payment.amount === state.terms.firstAmount;
  if (state.takesFirst === undefined || isPaid) return [{ type: 'mandate.activated', data: { atMs, ...withoutState(report) } }];
  const held = payment === undefined ? {} : { failure: TAMPERED };
  const step: Step = { state: 'requires_action', action: null, ...(references && { references }), ...held };
  return isNewStep(step, state) ? [{ type: 'mandate.requires_action', data: stepOf(step, state, atMs) }] : [];
}

/** Whether a report says that it is approved, and not whether the first payment is captured: its processor has to be asked. */
export function leavesFirstOpen(report: MandateReport, state: MandateState): boolean {
  return isOpen(state) && state.takesFirst === true && report.state === 'active' && report.payment === undefined;
}

type Approval = Extract<MandateReport, { state: 'active' }>;
type Step = Extract<MandateReport, { state: 'requires_action' }> & { failure?: Failure };

/** The first step, or another one: the payer has acted and the bank decides, or the processor has an id for the mandate. */
function isNewStep({ action, references, failure }: Step, state: OpenMandate): boolean {
  if (state.status === 'created') return true;
  if (state.answersLater === undefined) return false;
  const isNewId = references?.processor !== undefined && references.processor !== state.references.processor;
  return isNewId || failure?.reason !== state.failure?.reason || JSON.stringify(action) !== JSON.stringify(state.action);
}

function stepOf(report: Step, { answersLater }: OpenMandate, atMs: number): Omit<Step, 'state'> {
  const step = withoutState(report);
  return answersLater ? { checkAtMs: atMs + FIRST_CHECK_MS, ...step } : step;
}

function reportedBy({ answersLater }: OpenMandate): { reported?: true } {
  return answersLater ? { reported: true } : {};
}

function whileApproved(report: MandateReport, { status }: ApprovedMandate, atMs: number): MandateEvent[] {
  switch (report.state) {
    case 'active':
      return status === 'paused' ? [{ type: 'mandate.resumed', data: { atMs } }] : [];
    case 'paused':
      return status === 'active' ? [{ type: 'mandate.paused', data: { atMs, by: report.by } }] : [];
    case 'revoked':
      return [{ type: 'mandate.revoked', data: { atMs, by: report.by } }];
    case 'expired':
      return [{ type: 'mandate.expired', data: { atMs } }];
    case 'requires_action':
    case 'rejected':
      return [];
  }
}

function withoutState<TReport extends { state: string }>({ state: _state, ...rest }: TReport): Omit<TReport, 'state'> {
  return rest;
}
