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
import type { WriteCall } from '../../commands/write-call';
import type { WriteContext } from '../../commands/write-rules';
import { toCreateCustomerPayload, validateCreateCustomer } from '../customers/customer-payloads';
import { ApiError } from '../../http/api-error';
import { sealNothing } from '../../personal-data/encrypt-for';
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

/** The customer that the same commit creates; null when the body names a customer by id. */
function newCustomerOf({ customer }: CreateSubscriptionDto): CreateCustomerDto | null {
  return typeof customer === 'object' ? customer : null;
}

function customerProblems(dto: CreateSubscriptionDto, livemode: boolean, wrong: ReadonlySet<string>): FieldProblem[] {
  const { customer } = dto;
  const newCustomer = newCustomerOf(dto);
  if (newCustomer !== null) return [...(dto.customer_id ? [EITHER] : []), ...newCustomerProblems(newCustomer, livemode, wrong)];
  if (typeof customer === 'string' && !CUSTOMER_ID.test(customer)) {
    return [problem('customer', 'parameter_invalid', 'must be an id that starts with cust_, or a customer.')];
  }
  const isNamed = isSent(dto, wrong, 'customer_id') || isSent(dto, wrong, 'customer');
  return isNamed ? [] : [problem('customer_id', 'parameter_missing', 'is required, or a customer.', 'required')];
}

const EITHER = problem('customer', 'parameters_exclusive', 'does not go with customer_id.');

function newCustomerProblems(customer: CreateCustomerDto, livemode: boolean, wrong: ReadonlySet<string>): FieldProblem[] {
  const wrongFields = [...wrong].flatMap((param) => (param.startsWith('customer.') ? [param.slice('customer.'.length)] : []));
  const problems = validateCreateCustomer(customer, livemode, new Set(wrongFields));
  return problems.map((problem) => ({ ...problem, param: `customer.${problem.param}` }));
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

type Sealers = Pick<WriteCall, 'newIds' | 'sealerOf' | 'newSealerOf'>;

/** Opens the key of the new customer, or of the customer whose bank account is given. */
export async function openSealer(dto: CreateSubscriptionDto, call: Sealers): Promise<Seal> {
  if (newCustomerOf(dto) !== null) return call.newSealerOf(call.newIds.of('customer'));
  return dto.enach ? call.sealerOf(fieldsOf(dto).customerId.value) : sealNothing;
}

/** The interval unit of the plan. Null unless the day of `billing_cycle_anchor` depends on it. */
export async function findUnitOfPlan(dto: CreateSubscriptionDto, call: Pick<WriteCall, 'get'>): Promise<IntervalUnit | null> {
  const planId = planIdOf(dto);
  if (planId === null || fieldsOf(dto).anchor.param !== 'billing_cycle_anchor') return null;
  try {
    return (JSON.parse(await call.get('payments', `/internal/plans/${planId}`)) as PlanResource).interval;
  } catch (error) {
    // The service refuses the unknown plan.
    if (error instanceof ApiError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** The payload of a checked body. Personal data are sealed. @param unit of the plan, see `findUnitOfPlan`. */
export function toCreateSubscriptionPayload(
  dto: CreateSubscriptionDto,
  { livemode, newIds }: Pick<WriteContext, 'livemode' | 'newIds'>,
  seal: Seal,
  unit: IntervalUnit | null,
): CreateSubscriptionPayload {
  const customer = newCustomerOf(dto);
  return {
    customerId: customer === null ? fieldsOf(dto).customerId.value! : newIds.of('customer'),
    ...(customer !== null && { customer: toCreateCustomerPayload(customer, seal) }),
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
