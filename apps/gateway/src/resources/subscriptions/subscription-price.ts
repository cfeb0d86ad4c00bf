import {
  intervalOf,
  type CreateSubscriptionDto,
  type CreateSubscriptionPayload,
  type FieldProblem,
  type Interval,
  type SubscriptionPrice,
} from '#contracts';
import { longIntervalProblems, toPriceTax } from '../plans/plan-payloads';
import { problem } from '../payments/validate-instrument';
import { amountProblems } from '../../validation/amount-problems';
import { firstOf, type Sent } from '../../validation/sent-fields';
import { fieldsOf, isSent, sent } from './subscription-names';

/** What a price is made of, as it was sent: beside each other, or in the one item of Stripe. */
interface PriceFields {
  planId: Sent<string>;
  amount: Sent<number>;
  currency: Sent<string>;
  interval: Sent<string>;
  intervalCount: Sent<number>;
  name: Sent<string>;
}

function priceFieldsOf(dto: CreateSubscriptionDto): PriceFields {
  const { price, price_data: own } = dto.items?.[0] ?? {};
  return {
    planId: firstOf([sent('plan_id', dto.plan_id), sent('items.0.price', price)]),
    amount: firstOf([sent('amount', dto.amount), sent('items.0.price_data.unit_amount', own?.unit_amount)]),
    currency: firstOf([sent('currency', dto.currency), sent('items.0.price_data.currency', own?.currency)]),
    ...intervalFieldsOf(dto),
    name: firstOf([sent('name', dto.name), sent('items.0.price_data.product_data.name', own?.product_data?.name)]),
  };
}

function intervalFieldsOf(dto: CreateSubscriptionDto): Pick<PriceFields, 'interval' | 'intervalCount'> {
  const recurring = dto.items?.[0]?.price_data?.recurring;
  const path = 'items.0.price_data.recurring';
  return {
    interval: firstOf([sent('interval', dto.interval), sent(`${path}.interval`, recurring?.interval)]),
    intervalCount: firstOf([sent('interval_count', dto.interval_count), sent(`${path}.interval_count`, recurring?.interval_count)]),
  };
}

/** Whose price it is, or null for a price of its own. */
export function planIdOf(dto: CreateSubscriptionDto): string | null {
  return priceFieldsOf(dto).planId.value;
}

/** How often a price of its own is charged; null for that of a plan. */
export function intervalOfPrice(dto: CreateSubscriptionDto): Interval | null {
  const { interval: word, intervalCount: count } = priceFieldsOf(dto);
  const interval = word.value === null ? undefined : intervalOf(word.value);
  return interval === undefined ? null : { unit: interval.unit, count: interval.count * (count.value ?? 1) };
}

/** The rules of a price that span fields. @param wrong fields that were sent and are reported already. */
export function priceProblems(dto: CreateSubscriptionDto, wrong: ReadonlySet<string>): FieldProblem[] {
  const sources = sourcesOf(dto, wrong);
  const [first, ...others] = sources;
  if (first === undefined) return [problem('plan_id', 'parameter_missing', 'is required, or an amount and an interval.', 'required')];
  if (others.length > 0) return others.map((name) => problem(name, 'parameters_exclusive', `does not go with ${first}.`));
  if (first === 'items') return [...itemProblems(dto, wrong), ...besideProblems(dto, first), ...boundProblems(dto)];
  return [...(first === 'plan_id' ? [] : inlineProblems(dto, wrong)), ...besideProblems(dto, first), ...boundProblems(dto)];
}

/** What says the price, in the order in which it is read: exactly one should. */
function sourcesOf(dto: CreateSubscriptionDto, wrong: ReadonlySet<string>): ('plan_id' | 'amount' | 'interval' | 'items')[] {
  const isThere = (name: 'plan_id' | 'amount' | 'interval' | 'items'): boolean => isSent(dto, wrong, name);
  const inline = (['amount', 'interval'] as const).find(isThere);
  return [...(['plan_id'] as const).filter(isThere), ...(inline ? [inline] : []), ...(['items'] as const).filter(isThere)];
}

function inlineProblems(dto: CreateSubscriptionDto, wrong: ReadonlySet<string>): FieldProblem[] {
  const missing = (['amount', 'interval'] as const).filter((name) => !isSent(dto, wrong, name));
  return missing.map((name) => problem(name, 'parameter_missing', 'is required: a price has an amount and an interval.', 'required'));
}

function itemProblems({ items }: CreateSubscriptionDto, wrong: ReadonlySet<string>): FieldProblem[] {
  if (!Array.isArray(items)) return [];
  if (items.length > 1) return [problem('items', 'limit_exceeded', 'may contain one item.')];
  const { price, price_data: own } = items[0] ?? {};
  if (price && own) return [problem('items.0.price_data', 'parameters_exclusive', 'does not go with items.0.price.')];
  const isWrong = [...wrong].some((param) => param.startsWith('items.0.price'));
  return price || own || isWrong ? [] : [problem('items.0.price', 'parameter_missing', 'is required, or price_data.', 'required')];
}

/** What describes a price of its own says nothing of one that stands elsewhere. */
function besideProblems(dto: CreateSubscriptionDto, source: 'plan_id' | 'amount' | 'interval' | 'items'): FieldProblem[] {
  if (source === 'amount' || source === 'interval') return [];
  const names = (['currency', 'interval_count', 'name', 'tax'] as const).filter((name) => (dto[name] ?? null) !== null);
  const taxed = source === 'items' && planIdOf(dto) === null;
  return names
    .filter((name) => name !== 'tax' || !taxed)
    .map((name) => problem(name, 'parameters_exclusive', `does not go with ${source}, which has its own.`));
}

/** What an amount, a currency and an interval may be. Those of a plan were judged when it was made. */
function boundProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const { planId, amount, currency, interval: word, intervalCount: count } = priceFieldsOf(dto);
  if (planId.value !== null) return [];
  const interval = intervalOfPrice(dto);
  const long = interval === null ? [] : longIntervalProblems(interval, count.value === null ? word.param : count.param);
  const names = { amount: amount.param, currency: currency.param };
  const price = { currency: currency.value ?? 'INR', names };
  const single = amountProblems({ ...price, amount: amount.value ?? Number.NaN });
  return [...(single.length > 0 ? single : [...totalProblems(dto, price), ...mandateCurrencyProblems(dto)]), ...long];
}

function totalProblems(
  dto: CreateSubscriptionDto,
  price: { currency: string; names: { amount: string; currency: string } },
): FieldProblem[] {
  const total = (priceFieldsOf(dto).amount.value ?? Number.NaN) * (fieldsOf(dto).quantity.value ?? 1);
  return amountProblems({ ...price, amount: total }).filter(({ code }) => code === 'amount_too_large');
}

/** Mandates are in rupees. */
function mandateCurrencyProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const { currency } = priceFieldsOf(dto);
  if (fieldsOf(dto).collection.value === 'send_invoice' || currency.value === null || currency.value.toUpperCase() === 'INR') return [];
  return [problem(currency.param, 'currency_not_supported', 'must be INR unless collection is send_invoice: mandates are in rupees.')];
}

/** In what a subscription is charged; null where a plan says it. */
export function currencyOf(dto: CreateSubscriptionDto): string | null {
  const { planId, currency } = priceFieldsOf(dto);
  if (planId.value !== null) return fieldsOf(dto).collection.value === 'send_invoice' ? null : 'INR';
  return (currency.value ?? 'INR').toUpperCase();
}

/** The price of a body that was found good. */
export function toPrice(dto: CreateSubscriptionDto): Pick<CreateSubscriptionPayload, 'planId' | 'price'> {
  const { planId, amount, currency, name } = priceFieldsOf(dto);
  if (planId.value !== null) return { planId: planId.value };
  const price: SubscriptionPrice = {
    ...(name.value && { name: name.value }),
    amount: amount.value!,
    currency: (currency.value ?? 'INR').toUpperCase(),
    interval: intervalOfPrice(dto)!,
    ...(dto.tax && { tax: toPriceTax(dto.tax) }),
  };
  return { price };
}
