import {
  intervalOf,
  type ChangeTime,
  type FieldProblem,
  type Interval,
  type Prorating,
  type SubscriptionChange,
  type UpdateSubscriptionDto,
} from '#contracts';
import type { WriteContext } from '../../commands/write-rules';
import { toInstrument } from '../mandates/mandate-payloads';
import { longIntervalProblems } from '../plans/plan-payloads';
import { problem, validateInstrument } from '../payments/validate-instrument';
import { amountProblems } from '../../validation/amount-problems';
import { toCancelTime } from './subscription-times';
import { sealNothing } from '../../personal-data/encrypt-for';

/** The rules of a change that span fields or depend on the mode. What the price comes to and when, the service judges. */
export function validateUpdateSubscription(dto: UpdateSubscriptionDto, { livemode }: Pick<WriteContext, 'livemode'>): FieldProblem[] {
  return [
    ...twiceProblems(dto),
    ...priceProblems(dto),
    ...mandateProblems(dto),
    ...(dto.card ? validateInstrument({ payment_method: 'card', card: dto.card }, { livemode }) : []),
  ];
}

const ALIASES = [
  ['cancel_at_period_end', 'cancel_at'],
  ['proration_behavior', 'proration'],
  ['schedule_change_at', 'effective'],
] as const;

function twiceProblems(dto: UpdateSubscriptionDto): FieldProblem[] {
  return ALIASES.filter(([alias, name]) => (dto[alias] ?? null) !== null && (dto[name] ?? null) !== null).map(([alias, name]) =>
    problem(alias, 'parameters_exclusive', `is another name of ${name}; send one of the two.`),
  );
}

function priceProblems(dto: UpdateSubscriptionDto): FieldProblem[] {
  const { plan_id: planId, amount, interval_count: count } = dto;
  const priceFields = (['amount', 'interval', 'interval_count'] as const).filter((name) => (dto[name] ?? null) !== null);
  if (planId && priceFields.length > 0)
    return priceFields.map((name) => problem(name, 'parameters_exclusive', 'does not go with plan_id.'));
  if (count && !dto.interval) return [problem('interval', 'parameter_missing', 'is required with interval_count.', 'required')];
  const interval = toInterval(dto);
  const long = interval === null ? [] : longIntervalProblems(interval, count ? 'interval_count' : 'interval');
  const bounds = { currency: 'INR', names: { amount: 'amount', currency: 'currency' } };
  return [...amountProblems({ ...bounds, amount: amount ?? Number.NaN }).filter(({ code }) => code === 'amount_too_large'), ...long];
}

function toInterval({ interval: word, interval_count: count }: UpdateSubscriptionDto): Interval | null {
  const interval = word ? intervalOf(word) : undefined;
  return interval === undefined ? null : { unit: interval.unit, count: interval.count * (count ?? 1) };
}

/** What is debited is said once. */
function mandateProblems(dto: UpdateSubscriptionDto): FieldProblem[] {
  const { payment_method: method } = dto;
  const [first, ...otherFields] = (['mandate_id', 'payment_method_id', 'payment_method'] as const).filter((name) => dto[name]);
  const instruments = (['upi', 'card'] as const).filter((name) => dto[name] && name !== method);
  return [
    ...otherFields.map((name) => problem(name, 'parameters_exclusive', `does not go with ${first}.`)),
    ...instruments.map((name) => problem(name, 'parameters_exclusive', `goes with payment_method ${name}.`)),
  ];
}

/** The command payload of a change: a field that was not sent is not in it; null empties, or is what it is unless given. */
export function toUpdateSubscriptionPayload(dto: UpdateSubscriptionDto, { livemode }: Pick<WriteContext, 'livemode'>): SubscriptionChange {
  const { total_count: totalCount, retry_schedule: retrySchedule, notify_customer: notifyCustomer, metadata } = dto;
  return {
    ...toPriceChange(dto),
    ...toMandateChange(dto, livemode),
    ...toCancelChange(dto),
    ...(totalCount !== undefined && { totalCount }),
    ...(retrySchedule && { retrySchedule }),
    ...(notifyCustomer !== undefined && { notifyCustomer: notifyCustomer ?? true }),
    ...toTextChange(dto),
    ...(metadata !== undefined && { metadata }),
  };
}

const PRORATION_OF = { create_prorations: 'prorate', none: 'none', always_invoice: 'invoice_now' } as const;
const EFFECTIVE_OF = { now: 'now', cycle_end: 'period_end' } as const;

type PriceChange = Pick<
  SubscriptionChange,
  'planId' | 'amount' | 'interval' | 'quantity' | 'anchorDay' | 'effective' | 'proration' | 'overLimit' | 'trialEndsAtMs'
>;

function toPriceChange(dto: UpdateSubscriptionDto): PriceChange {
  const { plan_id: planId, amount, quantity, billing_anchor_day: anchorDay, over_limit: overLimit, trial_end_at: trialEndAt } = dto;
  const interval = toInterval(dto);
  const effective = effectiveOf(dto);
  return {
    ...(planId && { planId }),
    ...(typeof amount === 'number' && { amount }),
    ...(interval !== null && { interval }),
    ...(typeof quantity === 'number' && { quantity }),
    ...(anchorDay !== undefined && { anchorDay }),
    ...(effective !== null && { effective }),
    proration: prorationOf(dto),
    overLimit: overLimit ?? 'reauthorize',
    ...(typeof trialEndAt === 'number' && { trialEndsAtMs: trialEndAt * 1_000 }),
  };
}

function prorationOf({ proration, proration_behavior: behavior }: UpdateSubscriptionDto): Prorating {
  return proration ?? (behavior ? PRORATION_OF[behavior] : 'prorate');
}

function effectiveOf({ effective, schedule_change_at: scheduled }: UpdateSubscriptionDto): ChangeTime | null {
  return effective ?? (scheduled ? EFFECTIVE_OF[scheduled] : null);
}

type MandateChange = Pick<SubscriptionChange, 'mandateId' | 'paymentMethodId' | 'instrument' | 'mandateMaxAmount'>;

/** No bank account is sent here, so that there is nothing to seal. */
function toMandateChange(dto: UpdateSubscriptionDto, livemode: boolean): MandateChange {
  const {
    mandate_id: mandateId,
    payment_method_id: paymentMethodId,
    payment_method: method,
    upi,
    card,
    mandate_max_amount: mandateMaxAmount,
  } = dto;
  return {
    ...(mandateId && { mandateId }),
    ...(paymentMethodId && { paymentMethodId }),
    ...(method && { instrument: toInstrument({ method, upi, card }, livemode, sealNothing) }),
    ...(typeof mandateMaxAmount === 'number' && { mandateMaxAmount }),
  };
}

function toCancelChange({ cancel_at: at, cancel_at_period_end: atPeriodEnd }: UpdateSubscriptionDto): Pick<SubscriptionChange, 'cancelAt'> {
  if (typeof atPeriodEnd === 'boolean') return { cancelAt: atPeriodEnd ? 'period_end' : null };
  return at === undefined ? {} : { cancelAt: at === null ? null : toCancelTime(at) };
}

/** An empty text is no text. */
function toTextChange({
  description,
  reference_id: referenceId,
}: UpdateSubscriptionDto): Pick<SubscriptionChange, 'description' | 'referenceId'> {
  return {
    ...(description !== undefined && { description: description || null }),
    ...(referenceId !== undefined && { referenceId: referenceId || null }),
  };
}
