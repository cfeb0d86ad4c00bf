import { invalidParameter, type CreateSubscriptionPayload, type Refusal } from '#contracts';
import { yearsAfter } from '../../mandate/decide/terms';
import type { SubscriptionContext } from './context';

const DAY_MS = 86_400_000;
/** How long ago a start may be and still mean now, ms: clocks differ, and requests take time. */
const TOLERANCE_MS = 60_000;
const START_YEARS_MAX = 5;
const TRIAL_DAYS_MAX = 730;
const AUTHORIZE_DAYS_MAX = 90;

/** Why a time that has to lie ahead does not, or null. */
export function passedProblem(param: string, atMs: number | null | undefined, nowMs: number): Refusal | null {
  if (typeof atMs !== 'number' || atMs > nowMs) return null;
  return invalidParameter(param, 'must be in the future.', 'time_in_past');
}

/** Why the times of a new subscription cannot be, or null. */
export function timesProblem(payload: CreateSubscriptionPayload, { nowMs }: Pick<SubscriptionContext, 'nowMs'>): Refusal | null {
  const { trialEndsAtMs, authorizeByMs, cancelAt } = payload;
  return (
    startProblem(payload, nowMs) ??
    passedProblem('trial_end_at', trialEndsAtMs, nowMs) ??
    passedProblem('authorize_by_at', authorizeByMs, nowMs) ??
    passedProblem('cancel_at', typeof cancelAt === 'number' ? cancelAt : null, nowMs) ??
    aheadProblem(payload, nowMs)
  );
}

function startProblem({ startsAtMs }: CreateSubscriptionPayload, nowMs: number): Refusal | null {
  if (startsAtMs === undefined) return null;
  if (startsAtMs < nowMs - TOLERANCE_MS) return invalidParameter('start_at', 'must not be in the past.', 'start_in_past');
  if (startsAtMs <= yearsAfter(nowMs, START_YEARS_MAX)) return null;
  return invalidParameter('start_at', `must be at most ${START_YEARS_MAX} years ahead.`, 'start_too_late');
}

function aheadProblem(
  { startsAtMs, trialEndsAtMs = 0, authorizeByMs = 0, cancelAt }: CreateSubscriptionPayload,
  nowMs: number,
): Refusal | null {
  const startMs = startsAtMs ?? nowMs;
  if (trialEndsAtMs > startMs + TRIAL_DAYS_MAX * DAY_MS) {
    return invalidParameter('trial_end_at', `must be at most ${TRIAL_DAYS_MAX} days after the start.`, 'trial_too_long');
  }
  if (authorizeByMs > nowMs + AUTHORIZE_DAYS_MAX * DAY_MS) {
    return invalidParameter('authorize_by_at', `must be at most ${AUTHORIZE_DAYS_MAX} days ahead.`, 'authorize_too_late');
  }
  if (typeof cancelAt !== 'number' || cancelAt > startMs) return null;
  return invalidParameter('cancel_at', 'must be after the start.', 'cancel_before_start');
}
