import { REFUND_FAILURES, type AcquirerReference, type RefundResource, toSeconds } from '#contracts';
import type { Snapshot, StreamHead } from '#event-store';
import type { RefundReferences } from './decide/refund-result';
import type { ExistingRefund, RefundState } from './state';

/** The public resource of a refund: every field always present, null when empty. */
export function refundResource({ head, state }: Snapshot<RefundState>): RefundResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no refund.created`);
  const { terms } = state;
  return {
    id: head.streamId,
    object: 'refund',
    livemode: head.livemode,
    payment_id: terms.paymentId,
    customer_id: terms.customerId ?? null,
    processor: terms.target.processor,
    unapplied: terms.exceedsCapture === true,
    amount: terms.amount,
    currency: terms.currency,
    status: state.status,
    reason: terms.reason,
    speed_requested: terms.speed,
    ...outcomeOf(state),
    acquirer_reference: acquirerReferenceOf(state.references),
    ...timesOf(state),
    // Belongs to the ledger, which comes with settlements.
    transaction_id: null,
    reference_id: terms.referenceId ?? null,
    description: terms.description ?? null,
    metadata: terms.metadata ?? {},
    ...headFieldsOf(head),
  };
}

function outcomeOf(state: ExistingRefund): Pick<RefundResource, 'speed_processed' | 'failure_code' | 'failure_reason'> {
  const none = { speed_processed: null, failure_code: null, failure_reason: null };
  if (state.status === 'processed') return { ...none, speed_processed: state.speed };
  if (state.status !== 'failed') return none;
  return {
    speed_processed: state.processed?.speed ?? null,
    failure_code: state.failure,
    failure_reason: REFUND_FAILURES[state.failure],
  };
}

function acquirerReferenceOf(references: RefundReferences): AcquirerReference | null {
  const { rrn = null, arn = null, utr = null } = references;
  return rrn === null && arn === null && utr === null ? null : { rrn, arn, utr };
}

function timesOf(state: ExistingRefund): Pick<RefundResource, 'expected_by_at' | 'processed_at' | 'failed_at'> {
  const isOff = state.status === 'failed' || state.status === 'cancelled';
  const processedAtMs = state.status === 'processed' ? state.processedAtMs : state.status === 'failed' ? state.processed?.atMs : undefined;
  return {
    expected_by_at: isOff ? null : toSeconds(state.terms.expectedByMs),
    processed_at: processedAtMs === undefined ? null : toSeconds(processedAtMs),
    failed_at: state.status === 'failed' ? toSeconds(state.failedAtMs) : null,
  };
}

function headFieldsOf(head: StreamHead): Pick<RefundResource, 'created_at' | 'updated_at' | 'sequence'> {
  const { createdAtMs, updatedAtMs, sequence } = head;
  return { created_at: toSeconds(createdAtMs), updated_at: toSeconds(updatedAtMs), sequence };
}
