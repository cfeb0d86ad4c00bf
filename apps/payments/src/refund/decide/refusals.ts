import { allowedFromOf, statusSentence, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { RefundState } from '../state';

export type Refused = { accepted: false; refusal: Refusal };

/** There is no refund of this id. */
export function missing(): Refused {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

/** An id is used for one refund only. */
export function alreadyExists(): Refused {
  return refuse({ code: 'resource_already_exists', details: { message: 'A refund of this id exists already.' } });
}

/** Only a refund that was not sent can be cancelled (docs/reference/indian-payments.md, Refunds). */
export function notCancellable(state: Exclude<RefundState, { status: 'none' }>): Refused {
  const current_status = state.status;
  if (state.status === 'processed') {
    return refuse({
      code: 'refund_already_processed',
      details: { current_status, message: 'The refund has already been paid out and cannot be cancelled.' },
    });
  }
  const isSent = state.status === 'pending';
  const message = isSent
    ? 'The refund was sent to the processor and cannot be recalled.'
    : statusSentence('refund', state.status, 'be cancelled', ['pending']);
  return refuse({
    code: 'state_conflict',
    details: { message, current_status, ...(isSent ? { reason: 'refund_sent' } : { allowed_from: ['pending'] }) },
  });
}

/** An operator ends only a refund whose outcome polling will not bring. */
export function nothingToResolve({ status }: Exclude<RefundState, { status: 'none' }>): Refused {
  const message =
    status === 'pending' ? 'Its processor is still asked about it.' : `The refund is ${status}, and no processor contradicted it.`;
  const problem = { param: 'id', code: 'parameter_invalid', message, reason: 'nothing_to_resolve' } as const;
  return refuse({ code: problem.code, details: { message, param: problem.param, reason: problem.reason, errors: [problem] } });
}

/** Elsewhere the bank acts by itself. */
export function notAtSandbox(): Refused {
  const problem = { param: 'id', code: 'parameter_invalid', message: 'Only refunds at the sandbox can be simulated.' } as const;
  return refuse({ code: problem.code, details: { ...problem, errors: [problem] } });
}

/** The bank of the sandbox does this only to a refund that is in another state. */
export function notSimulated(outcome: string, { status: current_status }: Exclude<RefundState, { status: 'none' }>): Refused {
  const allowed_from = outcome === 'processed' ? ['pending', 'failed', 'cancelled'] : ['pending', 'processed'];
  const isPaidBack = current_status === 'failed' && outcome === 'processed';
  const message = isPaidBack
    ? 'The refund was paid out and came back: it cannot be paid out again. Create another refund.'
    : statusSentence('refund', current_status, `become ${outcome}`, allowed_from);
  return refuse({ code: 'state_conflict', details: { message, current_status, ...allowedFromOf(current_status, allowed_from) } });
}
