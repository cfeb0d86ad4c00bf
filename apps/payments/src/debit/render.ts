import {
  toSeconds,
  type DebitAfa,
  type DebitAttempt,
  type DebitError,
  type DebitNotice,
  type DebitResource,
  type Failure,
  type NoticeStatus,
} from '#contracts';
import type { Snapshot } from '#event-store';
import { errorOf } from '../mandate/render';
import { isEnded, madeOf, type AttemptState, type DebitState, type EndedDebit, type ExistingDebit, type NoticeState } from './state';

/** The public resource of a debit. */
export function debitResource({ head, state: known }: Snapshot<DebitState>): DebitResource {
  if (known.status === 'none') throw new Error(`${head.streamId} has events but no debit.created`);
  const state = asShown(known);
  const { terms, attempts } = state;
  return {
    id: head.streamId,
    object: 'debit',
    livemode: head.livemode,
    status: state.status,
    ...askedOf(state),
    notice: noticeOf(state.notice),
    afa: afaOf(state),
    next_action: state.status === 'requires_action' ? { type: 'wait', expires_at: toSeconds(state.approveByMs) } : null,
    attempts: attempts.map(attemptOf),
    ...endOf(state),
    metadata: terms.metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** An attempt that ends in the commit that begins it is never seen open: until its payment has answered the debit is as it was. */
function asShown(state: ExistingDebit): ExistingDebit {
  if (state.status !== 'processing' || state.isShown) return state;
  return { ...madeOf(state), status: 'scheduled', attempts: state.attempts.slice(0, -1) };
}

type Asked = Pick<
  DebitResource,
  | 'mandate_id'
  | 'customer_id'
  | 'invoice_id'
  | 'subscription_id'
  | 'amount'
  | 'currency'
  | 'umn'
  | 'debit_after_at'
  | 'execute_at'
  | 'retry_schedule'
  | 'description'
  | 'reference_id'
>;

function askedOf({ terms, facts, executeAtMs }: ExistingDebit): Asked {
  return {
    mandate_id: terms.mandateId,
    customer_id: facts.customerId,
    invoice_id: terms.invoiceId ?? null,
    subscription_id: terms.subscriptionId ?? null,
    amount: terms.amount,
    currency: 'INR',
    umn: facts.umn,
    debit_after_at: toSeconds(terms.debitAfterMs ?? null),
    execute_at: toSeconds(executeAtMs),
    retry_schedule: [...terms.retrySchedule],
    description: terms.description ?? null,
    reference_id: terms.referenceId ?? null,
  };
}

type End = Pick<DebitResource, 'payment_id' | 'last_error' | 'late' | 'cancel_reason' | 'post_notice_at' | 'ended_at'>;

const NOT_OVER = { late: false, cancel_reason: null, post_notice_at: null, ended_at: null } as const;

function endOf(state: ExistingDebit): End {
  const last = state.attempts.at(-1);
  const lastPaymentId = last?.paymentId ?? null;
  if (!isEnded(state)) return { payment_id: lastPaymentId, last_error: errorOrNull(last?.failure), ...NOT_OVER };
  const { status, paymentId, failure, late, cancelReason, endedAtMs } = state;
  const ended = { late, cancel_reason: cancelReason, post_notice_at: postNoticeAt(state), ended_at: toSeconds(endedAtMs) };
  if (status === 'succeeded') return { payment_id: paymentId, last_error: null, ...ended };
  return { payment_id: lastPaymentId, last_error: errorOrNull(failure ?? last?.failure), ...ended };
}

/** The bank of the sandbox writes to the payer at once; no processor behind a network says when one did. */
function postNoticeAt({ status, facts, endedAtMs }: EndedDebit): number | null {
  return status === 'succeeded' && facts.processor === undefined ? toSeconds(endedAtMs) : null;
}

function noticeOf(notice: NoticeState): DebitNotice {
  return {
    number: notice.number,
    status: noticeStatusOf(notice),
    sent_at: toSeconds(notice.sentAtMs),
    delivered_at: toSeconds(notice.deliveredAtMs),
    valid_until_at: toSeconds(notice.validUntilMs),
    opted_out_at: toSeconds(notice.optedOutAtMs),
  };
}

function noticeStatusOf({ number, failed, deliveredAtMs, sentAtMs }: NoticeState): NoticeStatus {
  if (number === 0) return 'not_required';
  if (failed) return 'failed';
  if (deliveredAtMs !== null) return 'delivered';
  return sentAtMs === null ? 'requested' : 'sent';
}

function afaOf({ facts, approvedAtMs, approveByMs }: ExistingDebit): DebitAfa {
  return { required: facts.needsFactor, approved_at: toSeconds(approvedAtMs), expires_at: toSeconds(approveByMs) };
}

function attemptOf({ number, atMs, paymentId, outcome, failure }: AttemptState): DebitAttempt {
  return {
    number,
    at: toSeconds(atMs),
    payment_id: paymentId,
    outcome,
    reason: failure?.reason ?? null,
    network_code: failure?.networkCode ?? null,
  };
}

function errorOrNull(failure: Failure | null | undefined): DebitError | null {
  return failure ? errorOf(failure) : null;
}
