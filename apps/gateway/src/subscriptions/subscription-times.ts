import {
  civilOf,
  instantOf,
  istDateOf,
  passedTimesOf,
  timeInPast,
  weekdayOf,
  type CreateSubscriptionDto,
  type CreateSubscriptionPayload,
  type FieldProblem,
  type IntervalUnit,
} from '#contracts';
import { problem } from '../payments/validate-instrument';
import { fieldsOf } from './subscription-names';
import { intervalOfPrice } from './subscription-price';

const DAY_MS = 86_400_000;
/** Five years, with two days of leap years among them. */
const START_DAYS_MAX = 1_827;
const TRIAL_DAYS_MAX = 730;
const AUTHORIZE_DAYS_MAX = 90;

type Times = Pick<CreateSubscriptionPayload, 'startsAtMs' | 'trialDays' | 'trialEndsAtMs' | 'authorizeByMs' | 'cancelAt'>;

/** The times of a body, ms since the epoch. */
export function toTimes(dto: CreateSubscriptionDto): Times {
  const { trialDays, trialEndAt, authorizeByAt, cancelAt } = fieldsOf(dto);
  return {
    ...(typeof dto.start_at === 'number' && { startsAtMs: dto.start_at * 1_000 }),
    ...(trialDays.value !== null && { trialDays: trialDays.value }),
    ...(trialEndAt.value !== null && { trialEndsAtMs: trialEndAt.value * 1_000 }),
    ...(authorizeByAt.value !== null && { authorizeByMs: authorizeByAt.value * 1_000 }),
    ...(cancelAt.value !== null && { cancelAt: toCancelTime(cancelAt.value) }),
  };
}

/** A time that was sent has to be ahead. */
export function passedProblems(param: string, at: unknown, nowMs: number): FieldProblem[] {
  const atMs = instantOf(at);
  return atMs !== undefined && atMs <= nowMs ? [timeInPast(param)] : [];
}

/** When it ends, as a command says it: a word, or ms since the epoch. */
export function toCancelTime<TWord extends string>(at: string | number): TWord | number {
  return instantOf(at) ?? (at as TWord);
}

/** The rules of the times of a new subscription. */
export function timeProblems(dto: CreateSubscriptionDto, nowMs: number): FieldProblem[] {
  const times = toTimes(dto);
  const passed = passedTimesOf(times, nowMs).map((one) => ({ ...one, param: sentNameOf(dto, one.param) }));
  const known = new Set(passed.map(({ param }) => param));
  const others = [...trialProblems(dto, times, nowMs), ...boundProblems(dto, times, nowMs), ...anchorProblems(dto)];
  return [...passed, ...others.filter(({ param }) => !known.has(param))];
}

/** What the caller calls a field. */
function sentNameOf(dto: CreateSubscriptionDto, name: string): string {
  const { trialEndAt, authorizeByAt } = fieldsOf(dto);
  return { trial_end_at: trialEndAt.param, authorize_by_at: authorizeByAt.param }[name] ?? name;
}

function trialProblems(dto: CreateSubscriptionDto, { startsAtMs, trialEndsAtMs }: Times, nowMs: number): FieldProblem[] {
  const { trialDays, trialEndAt } = fieldsOf(dto);
  if (trialEndsAtMs === undefined) return [];
  const { param } = trialEndAt;
  if (trialDays.value !== null) return [problem(param, 'parameters_exclusive', `does not go with ${trialDays.param}.`)];
  if (startsAtMs !== undefined && trialEndsAtMs < startsAtMs) return [problem(param, 'parameter_invalid', 'must not be before start_at.')];
  if (trialEndsAtMs <= (startsAtMs ?? nowMs) + TRIAL_DAYS_MAX * DAY_MS) return [];
  return [problem(param, 'parameter_invalid', `must be at most ${TRIAL_DAYS_MAX} days after the start.`)];
}

function boundProblems(dto: CreateSubscriptionDto, { startsAtMs = 0, authorizeByMs = 0, cancelAt }: Times, nowMs: number): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (startsAtMs > nowMs + START_DAYS_MAX * DAY_MS) {
    problems.push(problem('start_at', 'parameter_invalid', 'must be at most 5 years ahead.'));
  }
  if (authorizeByMs > nowMs + AUTHORIZE_DAYS_MAX * DAY_MS) {
    const { param } = fieldsOf(dto).authorizeByAt;
    problems.push(problem(param, 'parameter_invalid', `must be at most ${AUTHORIZE_DAYS_MAX} days ahead.`));
  }
  if (typeof cancelAt === 'number' && cancelAt <= startsAtMs) {
    problems.push(problem('cancel_at', 'parameter_invalid', 'must be after start_at.'));
  }
  return problems;
}

/** Of a plan only the service knows whether its periods are days or weeks. */
function anchorProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const { anchor } = fieldsOf(dto);
  const unit = intervalOfPrice(dto)?.unit;
  if (anchor.value === null || unit === undefined) return [];
  if (unit === 'day') return [problem(anchor.param, 'parameters_exclusive', 'does not go with interval day.')];
  const isTooLarge = unit === 'week' && anchor.param === 'billing_anchor_day' && anchor.value > 7;
  return isTooLarge ? [problem(anchor.param, 'parameter_invalid', 'must be 1 (Monday) to 7 with interval week.')] : [];
}

/** The day on which periods begin. @param unit of a period; null for that of a plan that is not known. */
export function toAnchorDay(dto: CreateSubscriptionDto, unit: IntervalUnit | null): Pick<CreateSubscriptionPayload, 'anchorDay'> {
  const { anchor } = fieldsOf(dto);
  if (anchor.value === null) return {};
  if (anchor.param === 'billing_anchor_day') return { anchorDay: anchor.value };
  const date = istDateOf(anchor.value * 1_000);
  return { anchorDay: unit === 'week' ? weekdayOf(date) : civilOf(date).day };
}
