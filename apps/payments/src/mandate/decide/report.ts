import type { Failure, MandateReport } from '#contracts';
import type { MandateEvent } from '../events';
import { isApproved, isOpen, type ApprovedMandate, type MandateState, type OpenMandate } from '../state';

/** What a payer is said to have done who took back what was never approved. */
const PAYER_DECLINED: Failure = { reason: 'payment_cancelled', networkCode: null };

/**
 * What follows from what a rail says. It may say the same twice, say it late, or say what no longer matters: then nothing follows.
 *
 * @param nowMs milliseconds since the epoch.
 */
export function afterReport(report: MandateReport, state: MandateState, nowMs: number): MandateEvent[] {
  if (isOpen(state)) return whileOpen(report, state, nowMs);
  return isApproved(state) ? whileApproved(report, state, nowMs) : [];
}

function whileOpen(report: MandateReport, state: OpenMandate, atMs: number): MandateEvent[] {
  switch (report.state) {
    case 'requires_action':
      return state.status === 'created' ? [{ type: 'mandate.requires_action', data: withoutState(report) }] : [];
    case 'active':
      return [{ type: 'mandate.activated', data: { atMs, ...withoutState(report) } }];
    case 'rejected':
      return [{ type: 'mandate.rejected', data: { atMs, ...withoutState(report) } }];
    case 'revoked':
      // Nobody can revoke what was never approved: the payer said no.
      return [{ type: 'mandate.rejected', data: { atMs, failure: PAYER_DECLINED } }];
    case 'expired':
      return [{ type: 'mandate.expired', data: { atMs } }];
    case 'paused':
      return [];
  }
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
