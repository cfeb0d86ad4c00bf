import { isFailureReason } from '#contracts';
import type { AnswerReader } from '#partner-http';
import { errorFrom, openPayment } from '../network/outcomes';
import type { NextAction } from '../../payment/decide/attempt-result';
import type { ProcessorPayment, ProcessorRefund, ProcessorState } from '../processor';

/** The acquirer's word → ours. A word that is not here means an unknown outcome: `processing`. */
const STATES: Readonly<Record<string, ProcessorState>> = {
  pending: 'processing',
  action_required: 'requires_action',
  authorized: 'authorized',
  captured: 'captured',
  failed: 'failed',
  voided: 'cancelled',
  expired: 'expired',
};

const REFUND_STATES = { pending: 'pending', processed: 'processed', failed: 'failed' } as const;
const OTP_LENGTH = 6;

/** A payment of the acquirer in the words of the port. @throws MalformedAnswerError. */
export function paymentFrom(answer: AnswerReader, nowMs: number): ProcessorPayment {
  const status = answer.text('status', 40);
  const state = STATES[status] ?? 'processing';
  const amount = answer.integer(state === 'captured' ? 'captured_amount' : 'amount');
  const about = { processorRef: answer.text('id', 64), amount, currency: answer.text('currency', 3), nowMs };
  const next = state === 'requires_action' ? nextActionOf(answer) : undefined;
  const rrn = answer.findText('rrn', 12);
  const failure = answer.findText('failure', 64);
  return {
    ...openPayment(about, state, status),
    occurredAtMs: answer.findInteger('updated_at') ?? nowMs,
    ...(next && { nextAction: next }),
    ...(rrn !== undefined && { refs: { rrn } }),
    ...(state === 'failed' && { error: errorFrom(reasonOf(failure), failure === undefined ? {} : { rawCode: failure }) }),
  };
}

function reasonOf(word: string | undefined) {
  return word !== undefined && isFailureReason(word) ? word : 'payment_declined';
}

function nextActionOf(answer: AnswerReader): NextAction | undefined {
  const next = answer.findObject('next');
  const expiresAtMs = next?.findInteger('expires_at');
  if (next === undefined || expiresAtMs === undefined) return undefined;
  return next.findText('type') === 'otp' ? { kind: 'otp', length: OTP_LENGTH, expiresAtMs } : { kind: 'wait', expiresAtMs };
}

/** A refund of the acquirer in the words of the port. @throws MalformedAnswerError. */
export function refundFrom(answer: AnswerReader): ProcessorRefund {
  const status = answer.text('status', 40);
  const arn = answer.findText('arn', 23);
  return {
    processorRef: answer.text('id', 64),
    status: REFUND_STATES[status as keyof typeof REFUND_STATES] ?? 'pending',
    speedProcessed: 'normal',
    refs: arn === undefined ? {} : { arn },
  };
}
