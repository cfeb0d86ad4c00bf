import { LAUNCH_CURRENCIES, MAX_AMOUNT_MINOR, PAYMENT_METHODS, UPI_CAP_MINOR_DEFAULT, findCurrency } from '#contracts';
import type { PaymentMethod } from '#contracts';

type Schema = Record<string, unknown>;

const ABSENT = { type: 'null' };

/**
 * What decorators on fields cannot say about `POST /v1/payments`: which fields go together. A body
 * that fits none of these is refused by `validateCreatePayment`, and the contract says so beforehand.
 */
export function createPaymentRules(): Schema[] {
  const dollars = LAUNCH_CURRENCIES.filter((code) => code !== 'INR');
  return [
    chosen('upi', 'INR', UPI_CAP_MINOR_DEFAULT),
    chosen('netbanking', 'INR'),
    ...LAUNCH_CURRENCIES.map((code) => chosen('card', code)),
    open('INR', undefined, UPI_CAP_MINOR_DEFAULT),
    // Above the ceiling of UPI another method must be left.
    open('INR', { type: 'array', contains: { enum: ['card', 'netbanking'] } }),
    ...dollars.map((code) => open(code, { type: 'array', contains: { const: 'card' } })),
  ];
}

/** A confirmation names a method, and only its instrument may come with it; or a saved instrument, and then none. */
export function confirmPaymentRules(): Schema[] {
  const named = PAYMENT_METHODS.map((method) => ({
    title: method,
    required: ['payment_method'],
    properties: { payment_method: { const: method }, payment_method_id: ABSENT, ...noInstrumentBut(method) },
  }));
  const saved = {
    title: 'a saved instrument',
    required: ['payment_method_id'],
    properties: { payment_method_id: { type: 'string' }, ...noInstrumentBut(undefined) },
  };
  return [...named, saved];
}

/** One method is named: only its own instrument may come with it, and a list must not contradict it. */
function chosen(method: PaymentMethod, currency: string, amountMax?: number): Schema {
  return {
    title: `${method} in ${currency}`,
    required: ['payment_method'],
    properties: {
      ...priceIn(currency, amountMax),
      payment_method: { const: method },
      payment_methods: { anyOf: [ABSENT, { type: 'array', contains: { const: method } }] },
      ...noInstrumentBut(method),
    },
  };
}

/** No method is named: the customer chooses, so no instrument can come with it. */
function open(currency: string, methods: Schema | undefined, amountMax?: number): Schema {
  return {
    title: `the customer chooses, in ${currency}`,
    properties: {
      ...priceIn(currency, amountMax),
      payment_method: ABSENT,
      ...(methods && { payment_methods: { anyOf: [ABSENT, methods] } }),
      ...noInstrumentBut(undefined),
    },
  };
}

function priceIn(currency: string, amountMax: number = MAX_AMOUNT_MINOR): Schema {
  return { amount: { minimum: findCurrency(currency)?.minMinor, maximum: amountMax }, currency: { pattern: anyCase(currency) } };
}

function noInstrumentBut(method: PaymentMethod | undefined): Schema {
  return Object.fromEntries(PAYMENT_METHODS.filter((other) => other !== method).map((other) => [other, ABSENT]));
}

function anyCase(code: string): string {
  const letters = [...code].map((letter) => `[${letter}${letter.toLowerCase()}]`);
  return `^${letters.join('')}$`;
}
