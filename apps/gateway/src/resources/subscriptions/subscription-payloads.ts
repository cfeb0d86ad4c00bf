import type {
  CreateCustomerDto,
  CreateSubscriptionDto,
  CreateSubscriptionPayload,
  FieldProblem,
  IntervalUnit,
  PlanResource,
  SubscriptionTerms,
  UpfrontItem,
} from '#contracts';
import type { Seal } from '#personal-data';
import type { SealedFor, Services, WriteContext } from '../../commands/write-route';
import { toCreateCustomerPayload, validateCreateCustomer } from '../customers/customer-payloads';
import { ApiError } from '../../http/api-error';
import { problem, returnUrlProblems } from '../payments/validate-instrument';
import { amountProblems } from '../../validation/amount-problems';
import { fieldsOf, isSent, namedTwice } from './subscription-names';
import { paymentProblems, toPayment } from './subscription-payment';
import { currencyOf, intervalOfPrice, planIdOf, priceProblems, toPrice } from './subscription-price';
import { timeProblems, toAnchorDay, toTimes } from './subscription-times';

const DAYS_UNTIL_DUE = 7;
const CUSTOMER_ID = /^cust_[0-9A-Za-z]{24}$/;

/** The rules of `POST /v1/subscriptions` that span fields or depend on the mode; the service, which knows the test clock of a customer, judges times. @param wrong fields that were sent and are reported already. */
export function validateCreateSubscription(
  dto: CreateSubscriptionDto,
  { livemode }: Pick<WriteContext, 'livemode'>,
  wrong: ReadonlySet<string>,
): FieldProblem[] {
  return [
    ...customerProblems(dto, livemode, wrong),
    ...priceProblems(dto, wrong),
    ...namedTwice(dto),
    ...timeProblems(dto),
    ...paymentProblems(dto, livemode),
    ...upfrontProblems(dto),
    ...returnUrlProblems(dto, livemode),
  ];
}

/** The customer who is made in the same commit, if one is. */
function newCustomerOf({ customer }: CreateSubscriptionDto): CreateCustomerDto | null {
  return typeof customer === 'object' ? customer : null;
}

function customerProblems(dto: CreateSubscriptionDto, livemode: boolean, wrong: ReadonlySet<string>): FieldProblem[] {
  const { customer } = dto;
  const made = newCustomerOf(dto);
  if (made !== null) return [...(dto.customer_id ? [EITHER] : []), ...madeProblems(made, livemode, wrong)];
  if (typeof customer === 'string' && !CUSTOMER_ID.test(customer)) {
    return [problem('customer', 'parameter_invalid', 'must be an id that starts with cust_, or a customer.')];
  }
  const isNamed = isSent(dto, wrong, 'customer_id') || isSent(dto, wrong, 'customer');
  return isNamed ? [] : [problem('customer_id', 'parameter_missing', 'is required, or a customer.', 'required')];
}

const EITHER = problem('customer', 'parameters_exclusive', 'does not go with customer_id.');

function madeProblems(made: CreateCustomerDto, livemode: boolean, wrong: ReadonlySet<string>): FieldProblem[] {
  const own = [...wrong].flatMap((param) => (param.startsWith('customer.') ? [param.slice('customer.'.length)] : []));
  return validateCreateCustomer(made, livemode, new Set(own)).map((one) => ({ ...one, param: `customer.${one.param}` }));
}

/** What to do about a body that names no customer. */
export function hintOfCustomer(problems: readonly FieldProblem[]): string | undefined {
  const isMissing = problems.some(({ param, code }) => param === 'customer_id' && code === 'parameter_missing');
  return isMissing
    ? 'Create a customer first (POST /v1/customers) and send its id as customer_id, or send customer with a name, email or phone.'
    : undefined;
}

/** What one item may cost, and in which currency; whether a payment can take the total the service judges. */
function upfrontProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const { value: items, param } = fieldsOf(dto).upfrontItems;
  const pathOf = (index: number): string => (param === 'addons' ? `addons.${index}.item` : `upfront_items.${index}`);
  const large = (items ?? []).flatMap(({ amount, quantity }, index) => {
    const names = { amount: `${pathOf(index)}.amount`, currency: 'currency' };
    const total = (amount ?? Number.NaN) * (quantity ?? 1);
    return amountProblems({ amount: total, currency: currencyOf(dto) ?? 'INR', names }).filter(({ code }) => code === 'amount_too_large');
  });
  return [...large, ...addonProblems(dto)];
}

/** An add-on of Razorpay names its currency again. */
function addonProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const currency = currencyOf(dto);
  if (!Array.isArray(dto.addons) || currency === null) return [];
  return dto.addons.flatMap(({ item }, index) =>
    item?.currency && item.currency.toUpperCase() !== currency
      ? [problem(`addons.${index}.item.currency`, 'currency_not_supported', `must be ${currency}, as the price.`)]
      : [],
  );
}

/** Whose personal values a body brings: those of the customer who is made, or the bank account of one who is there. */
export function encryptSubscriptionFor(dto: CreateSubscriptionDto, { newIds }: Pick<WriteContext, 'newIds'>): SealedFor | null {
  if (newCustomerOf(dto) !== null) return { subjectId: newIds.of('customer'), mayCreateKey: true };
  return dto.enach ? { subjectId: fieldsOf(dto).customerId.value } : null;
}

/** Which unit a plan is charged by, where the day of a time depends on it: of a week, or of a month. Null when nothing depends on it. */
export async function findUnitOfPlan(dto: CreateSubscriptionDto, services: Services): Promise<IntervalUnit | null> {
  const planId = planIdOf(dto);
  if (planId === null || fieldsOf(dto).anchor.param !== 'billing_cycle_anchor') return null;
  try {
    return (JSON.parse(await services.get('payments', `/internal/plans/${planId}`)) as PlanResource).interval;
  } catch (error) {
    // The service refuses it, by the name that it has there.
    if (error instanceof ApiError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** The command payload of a body that was found good. What is personal is sealed. @param unit of the plan, see `findUnitOfPlan`. */
export function toCreateSubscriptionPayload(
  dto: CreateSubscriptionDto,
  { livemode, newIds }: Pick<WriteContext, 'livemode' | 'newIds'>,
  seal: Seal,
  unit: IntervalUnit | null,
): CreateSubscriptionPayload {
  const made = newCustomerOf(dto);
  return {
    customerId: made === null ? fieldsOf(dto).customerId.value! : newIds.of('customer'),
    ...(made !== null && { customer: toCreateCustomerPayload(made, seal) }),
    ...toPrice(dto),
    ...toTerms(dto),
    ...toTexts(dto),
    ...toTimes(dto),
    ...toAnchorDay(dto, intervalOfPrice(dto)?.unit ?? unit),
    ...toPayment(dto, livemode, seal),
  };
}

type Terms = Omit<SubscriptionTerms, 'customerId' | 'planId' | 'anchorDay' | 'method'>;

function toTerms(dto: CreateSubscriptionDto): Terms {
  const { quantity, collection, notifyCustomer } = fieldsOf(dto);
  const { total_count: totalCount, retry_schedule: retrySchedule } = dto;
  return {
    quantity: quantity.value ?? 1,
    ...(typeof totalCount === 'number' && { totalCount }),
    collection: collection.value ?? 'automatic',
    daysUntilDue: dto.days_until_due ?? DAYS_UNTIL_DUE,
    firstPeriod: dto.first_period ?? 'prorate',
    category: dto.category ?? 'general',
    ...(retrySchedule && { retrySchedule }),
    upfrontItems: toUpfrontItems(dto),
    notifyCustomer: notifyCustomer.value ?? true,
  };
}

function toUpfrontItems(dto: CreateSubscriptionDto): UpfrontItem[] {
  return (fieldsOf(dto).upfrontItems.value ?? []).map(({ description, amount, quantity }) => ({
    ...(description && { description }),
    amount,
    quantity: quantity ?? 1,
  }));
}

/** An empty text is no text. */
function toTexts(
  dto: CreateSubscriptionDto,
): Pick<SubscriptionTerms, 'processorHint' | 'returnUrl' | 'description' | 'referenceId' | 'metadata'> {
  const { return_url: returnUrl, description, reference_id: referenceId } = dto;
  const { metadata } = fieldsOf(dto);
  return {
    ...(dto.processor && { processorHint: dto.processor }),
    ...(returnUrl && { returnUrl }),
    ...(description && { description }),
    ...(referenceId && { referenceId }),
    ...(metadata.value && { metadata: metadata.value }),
  };
}
