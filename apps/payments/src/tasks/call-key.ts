import { attemptIdOf } from '../payment/attempt-id';
import type { DueQuestion } from '../payment/decide/due-calls';

/** What a processor tells repetitions of one call by: the attempt, and for a call about it which one, from when. */
export function questionKey(paymentId: string, attempt: number, { question, requestedAtMs }: DueQuestion): string {
  const attemptId = attemptIdOf(paymentId, attempt);
  const { kind } = question;
  return kind === 'create' || kind === 'fetch' ? attemptId : `${attemptId}.${kind}.${requestedAtMs.toString(36)}`;
}
