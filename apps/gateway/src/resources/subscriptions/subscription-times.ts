import {
  civilOf,
  instantOf,
  istDateOf,
  weekdayOf,
  type CreateSubscriptionDto,
  type CreateSubscriptionPayload,
  type FieldProblem,
  type IntervalUnit,
} from '#contracts';
import { problem } from '../payments/validate-instrument';
import { fieldsOf } from './subscription-names';
import { intervalOfPrice } from './subscription-price';

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

/** When it ends, as a command says it: a word, or ms since the epoch. */
export function toCancelTime<TWord extends string>(at: string | number): TWord | number {
  return instantOf(at) ?? (at as TWord);
}

/** The rules of the times of a new subscription among each other. */
export function timeProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const times = toTimes(dto);
  return [...trialProblems(dto, times), ...endProblems(times), ...anchorProblems(dto)];
}

function trialProblems(dto: CreateSubscriptionDto, { startsAtMs, trialEndsAtMs }: Times): FieldProblem[] {
  const { trialDays, trialEndAt } = fieldsOf(dto);
  if (trialEndsAtMs === undefined) return [];
  const { param } = trialEndAt;
  if (trialDays.value !== null) return [problem(param, 'parameters_exclusive', `does not go with ${trialDays.param}.`)];
  return startsAtMs !== undefined && trialEndsAtMs < startsAtMs
    ? [problem(param, 'parameter_invalid', 'must not be before start_at.')]
    : [];
}

function endProblems({ startsAtMs = 0, cancelAt }: Times): FieldProblem[] {
  return typeof cancelAt === 'number' && cancelAt <= startsAtMs
    ? [problem('cancel_at', 'parameter_invalid', 'must be after start_at.')]
    : [];
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
