import type { Failure, FailureReason, MandateReport, RegistrationPayment } from '#contracts';
import { type AnswerReader, CallFailedError, MalformedAnswerError, RequestRefusedError } from '#partner-http';
import type { MandateResult, NoticeResult } from '../mandate-processor';
import type { ProcessorError } from '../processor';

/** The processor said how the mandate stands. */
export function standing(report: MandateReport): MandateResult {
  return { outcome: 'done', report };
}

/** An approval whose registration takes the first payment; while that is not captured, the payer has nothing to do. */
export function withFirstPayment(
  report: Extract<MandateReport, { state: 'active' }>,
  payment: RegistrationPayment | undefined,
): MandateReport {
  if (payment !== undefined) return { ...report, payment };
  const { references } = report;
  return { state: 'requires_action', action: null, ...(references && { references }) };
}

/** Within this time a payment that a payer has begun is captured or fails. */
const UNDER_WAY_MS = 3 * 86_400_000;

/** Whether a payment that was begun, and is not captured, may still be. @param begunAtMs ms since the epoch; NaN is no time. */
export function mayBeCaptured(begunAtMs: number, nowMs: number): boolean {
  return begunAtMs > nowMs - UNDER_WAY_MS;
}

/** No answer that says anything. @throws what is a bug of ours. */
export function undecidedMandate(error: unknown): MandateResult {
  assertFromOutside(error);
  return { outcome: 'unknown' };
}

/** The same for a notice. @throws what is a bug of ours. */
export function undecidedNotice(error: unknown): NoticeResult {
  assertFromOutside(error);
  return { outcome: 'unknown' };
}

function assertFromOutside(error: unknown): void {
  const isFromOutside = [CallFailedError, MalformedAnswerError, RequestRefusedError].some((type) => error instanceof type);
  if (!isFromOutside) throw error;
}

/**
 * What an error on the way to a new mandate means for it. Where no connection stands it is asked for again until its time is over.
 *
 * @param explain reads the processor's reasons.
 * @throws what is a bug of ours.
 */
export function failedRegistration(error: unknown, explain: (problem: AnswerReader | undefined) => ProcessorError): MandateResult {
  if (!(error instanceof RequestRefusedError)) return undecidedMandate(error);
  const { reason, rawCode } = error.isAboutRequest ? explain(error.problem) : NO_CREDENTIALS;
  const known = reason === 'sandbox_outcome_unknown' ? 'payment_failed' : reason;
  return { outcome: 'not_taken', report: { state: 'rejected', failure: failureOf(known, rawCode) } };
}

const NO_CREDENTIALS = { reason: 'gateway_technical_error', rawCode: 'credentials_refused' } as const;

/** A failure of a mandate, with the processor's own word for it. */
export function failureOf(reason: FailureReason, processorCode?: string): Failure {
  return { reason, networkCode: null, ...(processorCode !== undefined && { processorCode }) };
}

/** A request for a notice that was refused for what it says went nowhere; any other error says nothing. @throws what is a bug of ours. */
export function failedNotice(error: unknown): NoticeResult {
  const isRefused = error instanceof RequestRefusedError && error.isAboutRequest && error.status !== CONFLICT;
  return isRefused ? { outcome: 'failed' } : undecidedNotice(error);
}

const CONFLICT = 409;
