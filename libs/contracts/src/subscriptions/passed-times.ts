import type { FieldProblem } from '../errors';
import type { CreateSubscriptionPayload } from './commands';

/** How long ago a start may be and still mean now, ms: clocks differ. */
const START_TOLERANCE_MS = 60_000;

/** The problem of a start that has passed. */
const START_IN_PAST = {
  param: 'start_at',
  code: 'parameter_invalid',
  message: 'must not be in the past.',
  reason: 'start_in_past',
} as const satisfies FieldProblem;

/** The problem of any other time that has to be in the future. */
export function timeInPast(param: string): FieldProblem {
  return { param, code: 'parameter_invalid', message: 'must be in the future.', reason: 'time_in_past' };
}

/** Whether a good body gets this problem by itself as time goes by: then only the stored answer of its first request knows. */
export function isPassedTime({ reason }: Pick<FieldProblem, 'reason'>): boolean {
  return reason === START_IN_PAST.reason || reason === 'time_in_past';
}

type Times = Pick<CreateSubscriptionPayload, 'startsAtMs' | 'trialEndsAtMs' | 'authorizeByMs' | 'cancelAt'>;

/** What of a new subscription should lie ahead and does not, by our names of the fields. */
export function passedTimesOf({ startsAtMs, trialEndsAtMs, authorizeByMs, cancelAt }: Times, nowMs: number): FieldProblem[] {
  const others = { trial_end_at: trialEndsAtMs, authorize_by_at: authorizeByMs, cancel_at: cancelAt };
  return [
    ...(startsAtMs !== undefined && startsAtMs < nowMs - START_TOLERANCE_MS ? [START_IN_PAST] : []),
    ...Object.entries(others)
      .filter(([, atMs]) => typeof atMs === 'number' && atMs <= nowMs)
      .map(([param]) => timeInPast(param)),
  ];
}
