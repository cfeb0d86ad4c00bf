import {
  INTERVAL_COUNT_MAX,
  intervalOf,
  type CreatePlanDto,
  type FieldProblem,
  type Interval,
  type PlanChange,
  type PlanItemDto,
  type PlanTaxDto,
  type PlanTerms,
  type PriceTax,
  type UpdatePlanDto,
} from '#contracts';
import { amountProblems } from '../../validation/amount-problems';
import { firstOf, twiceProblems, type Sent } from '../../validation/sent-fields';

/** The fields that Razorpay calls otherwise: each may be sent under one of its names. */
interface PlanFields {
  name: Sent<string>;
  amount: Sent<number>;
  currency: Sent<string>;
  description: Sent<string>;
  metadata: Sent<NonNullable<CreatePlanDto['metadata']>>;
  interval: Sent<string>;
  intervalCount: Sent<number>;
}

function fieldsOf(dto: CreatePlanDto): PlanFields {
  const item = (name: keyof PlanItemDto): Sent<never> => ({ value: (dto.item?.[name] ?? null) as never, param: `item.${name}` });
  const own = (name: keyof CreatePlanDto): Sent<never> => ({ value: (dto[name] ?? null) as never, param: name });
  const isRazorpays = typeof dto.period === 'string';
  return {
    name: firstOf([own('name'), item('name')]),
    amount: firstOf([own('amount'), item('amount')]),
    currency: firstOf([own('currency'), item('currency')]),
    description: firstOf([own('description'), item('description')]),
    metadata: firstOf([own('metadata'), own('notes')]),
    interval: isRazorpays ? own('period') : own('interval'),
    intervalCount: isRazorpays ? own('interval') : own('interval_count'),
  };
}

/** The rules of `POST /v1/plans` that span fields. @param wrong fields that were sent and are reported already. */
export function validateCreatePlan(dto: CreatePlanDto, wrong: ReadonlySet<string>): FieldProblem[] {
  const fields = fieldsOf(dto);
  return [...missingProblems(fields, wrong), ...namedTwice(dto), ...priceProblems(fields), ...intervalProblems(dto, fields)];
}

function missingProblems(fields: PlanFields, wrong: ReadonlySet<string>): FieldProblem[] {
  return (['name', 'amount', 'interval'] as const)
    .map((name) => fields[name])
    .filter(({ value, param }) => (value === null || value === '') && ![param, `item.${param}`, 'period'].some((name) => wrong.has(name)))
    .map(({ param }) => ({ param, code: 'parameter_missing', message: 'is required.', reason: 'required' }));
}

function namedTwice(dto: CreatePlanDto): FieldProblem[] {
  const { item, period } = dto;
  const sent = (param: string, value: unknown): Sent<unknown> => ({ value: value ?? null, param });
  const both = (['name', 'amount', 'currency', 'description'] as const).map(
    (name) => [sent(name, dto[name]), sent(`item.${name}`, item?.[name])] as const,
  );
  return [
    ...both,
    [sent('metadata', dto.metadata), sent('notes', dto.notes)] as const,
    [sent('interval_count', dto.interval_count), sent('interval', typeof period === 'string' ? dto.interval : null)] as const,
  ].flatMap(twiceProblems);
}

function priceProblems({ amount, currency }: PlanFields): FieldProblem[] {
  const names = { amount: amount.param, currency: currency.param };
  return amountProblems({ amount: amount.value ?? Number.NaN, currency: currency.value ?? 'INR', names });
}

function intervalProblems(dto: CreatePlanDto, { interval: word, intervalCount: count }: PlanFields): FieldProblem[] {
  if (typeof word.value === 'number') {
    return [{ param: word.param, code: 'parameter_invalid', message: 'must be a word such as month; a number needs period beside it.' }];
  }
  if (typeof count.value === 'string') {
    return [{ param: count.param, code: 'parameter_invalid', message: 'must be a number beside period.' }];
  }
  const interval = toInterval(dto);
  return interval === null ? [] : longIntervalProblems(interval, count.value === null ? word.param : count.param);
}

/** An interval has a bound of its own for each unit. @param param what makes it so long. */
export function longIntervalProblems({ unit, count }: Interval, param: string): FieldProblem[] {
  const max = INTERVAL_COUNT_MAX[unit];
  return count <= max ? [] : [{ param, code: 'parameter_invalid', message: `may come to at most ${max} ${unit}s.` }];
}

function toInterval(dto: CreatePlanDto): Interval | null {
  const { interval: word, intervalCount: count } = fieldsOf(dto);
  const interval = typeof word.value === 'string' ? intervalOf(word.value) : undefined;
  return interval === undefined ? null : { unit: interval.unit, count: interval.count * (count.value ?? 1) };
}

/** The command payload of a body that was found good. */
export function toCreatePlanPayload(dto: CreatePlanDto): PlanTerms {
  const { name, amount, currency, description, metadata } = fieldsOf(dto);
  const { tax, reference_id: referenceId } = dto;
  return {
    name: name.value!,
    amount: amount.value!,
    currency: (currency.value ?? 'INR').toUpperCase(),
    interval: toInterval(dto)!,
    active: dto.active ?? true,
    trialDays: dto.trial_days ?? 0,
    ...(description.value && { description: description.value }),
    ...(tax && { tax: toPriceTax(tax) }),
    ...(referenceId && { referenceId }),
    ...(metadata.value && { metadata: metadata.value }),
  };
}

/** How a price is taxed, of a plan or of a line of an invoice. */
export function toPriceTax({ sac, rate_bps: rateBps, behavior }: PlanTaxDto): PriceTax {
  return { sac, rateBps, behavior: behavior ?? 'inclusive' };
}

/** A name may be left out of a change, and cannot be emptied. */
export function validateUpdatePlan({ name }: UpdatePlanDto): FieldProblem[] {
  return name === '' || name === null
    ? [{ param: 'name', code: 'parameter_missing', message: 'cannot be emptied.', reason: 'required' }]
    : [];
}

/** The command payload of a change: a field that was not sent is not in it; null is what it is unless given. */
export function toUpdatePlanPayload({ name, description, active, trial_days: trialDays, metadata }: UpdatePlanDto): PlanChange {
  return {
    ...(name && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(active !== undefined && { active: active ?? true }),
    ...(trialDays !== undefined && { trialDays: trialDays ?? 0 }),
    ...(metadata !== undefined && { metadata }),
  };
}
