import type { CancelPaymentDto, CancelPaymentPayload, FieldProblem, UpdatePaymentDto, UpdatePaymentPayload } from '#contracts';
import { problem } from './validate-instrument';

/** The command payload of an update; a field that was not sent is not in it, and an empty text is no text. */
export function toUpdatePaymentPayload({ description, metadata, reference_id: referenceId }: UpdatePaymentDto): UpdatePaymentPayload {
  return {
    ...(description !== undefined && { description: description || null }),
    ...(referenceId !== undefined && { referenceId: referenceId || null }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Two names of one thing that say different things. */
export function validateCancelPayment({ cancellation_reason: long, reason: short }: CancelPaymentDto): FieldProblem[] {
  if (!long || !short || long === short) return [];
  return [problem('reason', 'parameters_exclusive', 'does not go with another cancellation_reason.')];
}

/** The command payload of a cancellation. */
export function toCancelPaymentPayload({ cancellation_reason: long, reason: short }: CancelPaymentDto): CancelPaymentPayload {
  return { reason: long ?? short ?? null };
}
