import type { PublicEvent } from './public-event';

/** The ids of the examples, the same wherever an object is meant. The examples of events have them, too. */
export const EXAMPLE_IDS = {
  account: 'acct_0VB3xQ9k000000000000demo',
  payment: 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd',
  attempt: 'att_0VB3xQ9k42ab3DeFgH5kLmNo',
  refund: 'rfnd_0VB3xQ9k42Rf7s2JpLw9NcAd',
  customer: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  customerBalanceTransaction: 'cbtxn_0VB3xQ9k42Bt7s2JpLw9NcAd',
  paymentMethod: 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc',
  mandate: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  testClock: 'clk_0VB3xQ9k42Tc7h2MwXn5KbYe',
  plan: 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  webhookEndpoint: 'we_0VB3xQ9k42Wh7r3FnKp2LdTe',
  event: 'evt_0VB3xQ9k42mN3pQrStUvWxYz',
  webhookDelivery: 'whd_0VB3xQ9k42Dv5n8CkTy7GbQm',
  webhookAttempt: 'wha_0VB3xQ9k42Ae4r9LwPs6HcRn',
  webhookReplay: 'whr_0VB3xQ9k42Rp3t6XzVf8JdKw',
  webhookPing: 'whp_0VB3xQ9k42Pg2y5BmNs9QaLx',
  apiKey: 'key_0VB3xQ9k0000XbT4WnRm7YsD',
  requestLog: 'req_0VB3xQ9k42aBcDeFgHiJkLmN',
  app: 'app_0VB3xQ9k42Ap4d8TmWq7ZcHs',
  connection: 'conn_0VB3xQ9k42Cn4d8TmWq7ZcHs',
  auditEntry: 'aud_0VB3xQ9k42Nw6v5SzGd2KtPb',
} as const;

/** One body of a request, with its use. */
export interface RequestExample {
  summary: string;
  value: object;
}

/** Makes the example of a class. @param eventOf the example of an event type. */
export type MakeExample = (eventOf: (eventType: string) => PublicEvent) => object;

const requestExamples = new Map<string, Readonly<Record<string, RequestExample>>>();
const objectExamples = new Map<string, MakeExample>();
const eventObjects = new Map<string, string>();

/** The examples of the bodies of requests, by the name of the class. */
export const REQUEST_EXAMPLES: ReadonlyMap<string, Readonly<Record<string, RequestExample>>> = requestExamples;
/** The examples of answers, by the name of the class. */
export const OBJECT_EXAMPLES: ReadonlyMap<string, MakeExample> = objectExamples;
/** The classes of the objects in events, by one type of those events. */
export const EVENT_OBJECTS: ReadonlyMap<string, string> = eventObjects;

type DecoratorOf<TObject> = (target: new () => TObject) => void;

/** The bodies that the API reference shows for a request. Those of creates work in a sandbox that has the objects they name. */
export function RequestExamples(examples: Readonly<Record<string, RequestExample>>): ClassDecorator {
  return ({ name }) => void requestExamples.set(name, examples);
}

/** The object that the API reference shows for a class. */
export function Example<TObject extends object>(example: TObject): DecoratorOf<TObject> {
  return ({ name }) => void objectExamples.set(name, () => example);
}

/** The API reference shows the object of this event. @param answerOnly fields that answers have and events leave out or empty. */
export function ExampleOf<TObject extends object>(eventType: string, answerOnly?: Partial<TObject>): DecoratorOf<TObject> {
  return ({ name }) => {
    eventObjects.set(eventType, name);
    objectExamples.set(name, (eventOf) => ({ ...(eventOf(eventType).data.object as object), ...answerOnly }));
  };
}

/** The API reference shows an object that is made from this event. */
export function ExampleFrom<TObject extends object>(eventType: string, toExample: (event: PublicEvent) => TObject): DecoratorOf<TObject> {
  return ({ name }) => void objectExamples.set(name, (eventOf) => toExample(eventOf(eventType)));
}
