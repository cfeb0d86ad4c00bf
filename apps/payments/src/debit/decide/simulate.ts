import { findOutcomePlan, unknownOutcome, type DebitOutcome, type DebitStatus, type FailureReason } from '#contracts';
import { accept, refuse } from '#decider';
import type { DebitEvent } from '../events';
import type { ExistingDebit } from '../state';
import { attempt } from './attempt';
import type { DebitContext, DebitDecision } from './context';
import { delivered, noticeFailed } from './notice';
import { approved } from './approve';

const OUTCOME_OF_PAYMENT = { succeeded: 'captured', deemed: 'deemed_transaction', late_success: 'late_authorized' } as const;

/** Statuses in which the payer or the bank can do what the caller asks for. */
const FROM: Readonly<Record<DebitOutcome, readonly DebitStatus[]>> = {
  notice_delivered: ['notifying'],
  notice_failed: ['notifying'],
  opted_out: ['requires_action', 'scheduled'],
  afa_approved: ['requires_action'],
  succeeded: ['scheduled', 'processing'],
  failed: ['scheduled', 'processing'],
  deemed: ['scheduled', 'processing'],
  late_success: ['scheduled', 'processing'],
};

/** The payer or the bank does what the caller asks for; an attempt that was scheduled begins now. */
export function simulate(
  { outcome, reason }: { outcome: DebitOutcome; reason?: FailureReason },
  state: ExistingDebit,
  context: DebitContext,
): DebitDecision {
  const { nowMs } = context;
  if (!FROM[outcome].includes(state.status)) return conflict(state, outcome);
  switch (outcome) {
    case 'notice_delivered':
      return accept(state.status === 'notifying' ? delivered(state, context, false) : []);
    case 'notice_failed':
      return accept(noticeFailed(nowMs));
    case 'opted_out':
      return accept<DebitEvent>([{ type: 'debit.opted_out', data: { atMs: nowMs } }]);
    case 'afa_approved':
      return accept(approved(state, context));
    case 'failed':
      return simulateAttempt(reason ?? 'insufficient_funds', state, context);
    default:
      return simulateAttempt(OUTCOME_OF_PAYMENT[outcome], state, context);
  }
}

function simulateAttempt(word: string, state: ExistingDebit, context: DebitContext): DebitDecision {
  if (findOutcomePlan(word) === undefined) return refuse(unknownOutcome('payment', 'reason'));
  if (state.status === 'scheduled') return attempt(state, context, word);
  const streamId = state.attempts.at(-1)?.paymentId ?? '';
  return accept<DebitEvent>([], 200, { followUps: [{ streamId, type: 'payments.simulate', payload: { outcome: word } }] });
}

function conflict({ status }: ExistingDebit, outcome: DebitOutcome): DebitDecision {
  const allowedFrom = FROM[outcome];
  const message = `${outcome} can happen to a debit with the status ${allowedFrom.join(' or ')} only: its status is ${status}.`;
  return refuse({ code: 'state_conflict', details: { message, current_status: status, allowed_from: [...allowedFrom] } });
}
