import { attemptIdOf } from '../payment/attempt-id';
import type { DueRequest } from '../payment/decide/due-calls';

/** What a processor tells repetitions of one call by: the attempt, and for a call about it which one, from when. */
export function requestKey(paymentId: string, attempt: number, { processorRequest, requestedAtMs }: DueRequest): string {
  const attemptId = attemptIdOf(paymentId, attempt);
  const { kind } = processorRequest;
  return kind === 'create' || kind === 'fetch' ? attemptId : `${attemptId}.${kind}.${requestedAtMs.toString(36)}`;
}
