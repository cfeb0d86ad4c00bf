import { CreateSubscriptionDto, type CreateSubscriptionPayload, type IdKind } from '#contracts';
import { NewIds } from '../src/commands/new-ids';
import { toCreateSubscriptionPayload, validateCreateSubscription } from '../src/resources/subscriptions/subscription-payloads';
import { BodyReader } from '../src/validation/body-reader';

const READER = new BodyReader(CreateSubscriptionDto);
export const NOW_MS = 1_795_219_200_000;
/** Seconds since the epoch. */
export const NOW = NOW_MS / 1_000;
export const DAY = 86_400;
export const CUSTOMER = 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa';
export const PLAN = 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs';
export const SAVED = 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc';
export const MANDATE = 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs';
export const CARD = { number: '4999000071000009', expiry_month: 12, expiry_year: 2035, cvv: '123' };
/** The smallest body there is. */
export const SMALLEST = { customer_id: CUSTOMER, amount: 49_900, interval: 'month' };

/** A body as it is read, with what is unknown and wrong in it. */
export const readBody = (body: object) => READER.read(body as Record<string, unknown>);

/** Ids that say of which kind they are. */
export const newIds = (): NewIds => new NewIds((kind: IdKind) => `${kind}_new`);

/** What is wrong with a body, as `param code`. */
export function problemsOfBody(body: object, livemode = false): string[] {
  const { value, problems } = readBody(body);
  const wrong = new Set(problems.map(({ param }) => param));
  const spanning = validateCreateSubscription(value, { livemode }, wrong);
  return [...problems, ...spanning.filter(({ param }) => !wrong.has(param))].map(({ param, code }) => `${param} ${code}`);
}

/** The payload that a good body asks for, with what is sealed between stars. @param unit of its plan. */
export function payloadOf(body: object, unit: 'week' | null = null): CreateSubscriptionPayload {
  expect(problemsOfBody(body)).toEqual([]);
  const context = { livemode: false, newIds: newIds() };
  return toCreateSubscriptionPayload(readBody(body).value, context, (value) => `*${String(value)}*` as never, unit);
}

const USUAL = {
  customerId: CUSTOMER,
  quantity: 1,
  collection: 'automatic',
  daysUntilDue: 7,
  firstPeriod: 'prorate',
  category: 'general',
  upfrontItems: [],
  notifyCustomer: true,
  method: 'upi',
} as const satisfies Partial<CreateSubscriptionPayload>;
/** What the smallest body asks for. */
export const MONTHLY = { ...USUAL, price: { amount: 49_900, currency: 'INR', interval: { unit: 'month', count: 1 } } } as const;
/** What a body with nothing but a customer and a plan asks for. */
export const OF_PLAN = { ...USUAL, planId: PLAN } as const;
