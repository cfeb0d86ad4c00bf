import { isFailureReason, OUTCOME_UNKNOWN, unknownOutcome, type Failure, type Instrument, type Refusal } from '#contracts';
import type { AttemptAnswer } from './decide/attempt-result';
import type { ProcessorError, ProcessorPayment } from '../processors/processor';

/** What a processor's answer means to the domain. An outcome it does not know for certain is never a failure. */
export function answerOf(payment: ProcessorPayment, processor: string, instrument: Instrument): AttemptAnswer {
  const { error, currency } = payment;
  const isUncertain = payment.state === 'failed' && error?.outcomeKnown === false;
  return {
    processor,
    reference: payment.processorRef,
    state: isUncertain ? 'processing' : payment.state,
    amount: payment.amount,
    currency,
    instrument,
    ...detailsOf(payment),
    ...(error && { failure: failureOf(error) }),
  };
}

function detailsOf({ fee, nextAction, facts, refs, checkAtMs, isUnknown }: ProcessorPayment): Partial<AttemptAnswer> {
  return {
    ...(facts && { facts }),
    ...(Object.keys(refs).length > 0 && { references: refs }),
    ...(nextAction && { nextAction }),
    ...(fee && { charge: { fee: fee.amount, tax: fee.gst } }),
    ...(checkAtMs !== undefined && { checkAtMs }),
    ...(isUnknown && { isUnknown }),
  };
}

function failureOf({ reason, networkCode, rawCode }: ProcessorError): Failure {
  const known = isFailureReason(reason) ? reason : 'payment_declined';
  return { reason: known, networkCode: networkCode ?? null, ...(rawCode !== undefined && { processorCode: rawCode }) };
}

/** The refusal of a request that the processor calls invalid: no payment comes of it. Null when it took the request. */
export function refusalOf({ error }: ProcessorPayment): Refusal | null {
  if (error?.class !== 'invalid') return null;
  if (error.reason === OUTCOME_UNKNOWN) return unknownOutcome('payment', error.param ?? 'metadata.sandbox_outcome');
  const { param, reason, message = 'The processor does not take this.' } = error;
  const problem = { param: param ?? 'payment_method', code: 'parameter_invalid', message, reason } as const;
  return { code: 'parameter_invalid', details: { message, param: problem.param, reason, errors: [problem] } };
}
