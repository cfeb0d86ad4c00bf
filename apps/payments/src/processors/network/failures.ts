import { type AnswerReader, CallFailedError, MalformedAnswerError, RequestRefusedError } from '#partner-http';
import type { CreateInput, ProcessorError, ProcessorPayment, ProcessorRefund, RefundInput } from '../processor';
import { notTaken, openPayment, unknownOutcome, unknownRefund, type AboutPayment } from './outcomes';

/**
 * What an error on the way to a new payment means for it. `explain` reads the processor's reasons.
 *
 * @throws what is a bug of ours.
 */
export function failedCreation(
  error: unknown,
  input: CreateInput,
  about: AboutPayment,
  explain: (problem: AnswerReader | undefined) => ProcessorError,
): ProcessorPayment {
  if (error instanceof RequestRefusedError) {
    if (!error.isAboutRequest) return notTaken(about, 'credentials_refused');
    return { ...openPayment(about, 'failed', 'refused'), error: explain(error.problem) };
  }
  if (!(error instanceof CallFailedError)) return undecided(error, about);
  const isDefinite = error.failure === 'not_sent' || error.failure === 'rate_limited';
  // An earlier call without a reply gave the customer no link or page, so no money can have moved. Only a
  // collect request goes to the customer without us.
  return isDefinite && !isPushed(input) ? notTaken(about, error.failure) : unknownOutcome(about, error.failure);
}

function isPushed({ instrument }: CreateInput): boolean {
  return instrument.method === 'upi' && instrument.flow === 'collect';
}

/** A question without an answer changes nothing: the payment is as open as before. @throws what is a bug of ours. */
export function undecided(error: unknown, about: AboutPayment): ProcessorPayment {
  return unknownOutcome(about, wordFor(error));
}

/** The same for a refund. @throws what is a bug of ours. */
export function undecidedRefund(error: unknown, refund: RefundInput): ProcessorRefund {
  wordFor(error);
  return unknownRefund(refund);
}

function wordFor(error: unknown): string {
  if (error instanceof CallFailedError) return error.failure;
  if (error instanceof MalformedAnswerError) return 'malformed_answer';
  if (error instanceof RequestRefusedError) return error.code ?? 'refused';
  throw error;
}
