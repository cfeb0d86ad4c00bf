import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { CreatePaymentDto, toCreatePaymentPayload, type ConstraintContext } from '#contracts';
import { isExpired, validateCreatePayment } from './validate-create-payment';

const NOW_MS = Date.UTC(2026, 10, 21, 8, 0, 0);
const TEST_MODE = { livemode: false, nowMs: NOW_MS };
const LIVE_MODE = { livemode: true, nowMs: NOW_MS };
const MINIMAL = { amount: 50000, currency: 'INR', payment_method: 'upi' };

function flatten(errors: ValidationError[], path = ''): { param: string; code: string; reason?: string }[] {
  return errors.flatMap((error) => [
    ...Object.keys(error.constraints ?? {}).map((name) => ({
      param: path + error.property,
      ...(error.contexts as Record<string, ConstraintContext>)[name]!,
    })),
    ...flatten(error.children ?? [], `${path}${error.property}.`),
  ]);
}

function fieldProblems(body: object): { param: string; code: string; reason?: string }[] {
  return flatten(validateSync(plainToInstance(CreatePaymentDto, body)));
}

function crossProblems(body: object, rules = TEST_MODE): { param: string; code: string; reason?: string }[] {
  return validateCreatePayment(plainToInstance(CreatePaymentDto, body), rules).map(({ param, code, reason }) => ({
    param,
    code,
    ...(reason && { reason }),
  }));
}

describe('each field by itself', () => {
  it('takes a body with amount, currency, method, customer, text and metadata', () => {
    const body = {
      ...MINIMAL,
      description: 'Order 1001',
      customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
      metadata: { order_id: '1001', gift: true, weight: 1.5 },
    };
    expect(fieldProblems(body)).toEqual([]);
    expect(crossProblems(body)).toEqual([]);
  });

  it('takes null wherever a field is optional', () => {
    const optional = ['description', 'customer', 'metadata', 'upi', 'card', 'return_url', 'expires_at', 'payment_methods'];
    expect(fieldProblems({ ...MINIMAL, ...Object.fromEntries(optional.map((key) => [key, null])) })).toEqual([]);
  });

  it.each([
    ['no amount', { amount: undefined }, 'amount', 'parameter_missing'],
    ['a null amount', { amount: null }, 'amount', 'parameter_missing'],
    ['a text amount', { amount: '50000' }, 'amount', 'parameter_invalid'],
    ['a fraction', { amount: 100.5 }, 'amount', 'parameter_invalid'],
    ['zero', { amount: 0 }, 'amount', 'amount_too_small'],
    ['a negative amount', { amount: -1 }, 'amount', 'parameter_invalid'],
    ['an unsafe amount', { amount: 2 ** 53 }, 'amount', 'amount_too_large'],
    ['a currency of two letters', { currency: 'IN' }, 'currency', 'currency_not_supported'],
    ['an unknown method', { payment_method: 'cash' }, 'payment_method', 'parameter_invalid'],
    ['a method list with a stranger', { payment_methods: ['upi', 'cash'] }, 'payment_methods', 'parameter_invalid'],
    ['an empty method list', { payment_methods: [] }, 'payment_methods', 'parameter_invalid'],
    ['a description of 501', { description: 'x'.repeat(501) }, 'description', 'parameter_invalid'],
    ['NUL in a text', { description: 'a\u0000b' }, 'description', 'parameter_invalid'],
    ['half a surrogate pair', { description: 'a\ud800' }, 'description', 'parameter_invalid'],
    ['a customer that is text', { customer: 'Asha' }, 'customer', 'parameter_invalid'],
    ['a customer that is a list', { customer: [{ name: 'Asha' }] }, 'customer', 'parameter_invalid'],
    ['a wrong phone', { customer: { phone: '+91987654321' } }, 'customer.phone', 'phone_invalid'],
    ['a wrong e-mail', { customer: { email: 'asha@' } }, 'customer.email', 'email_invalid'],
    ['nested metadata', { metadata: { a: { b: 1 } } }, 'metadata', 'metadata_invalid'],
    ['51 keys', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) }, 'metadata', 'metadata_invalid'],
    ['a key of 41', { metadata: { ['k'.repeat(41)]: 1 } }, 'metadata', 'metadata_invalid'],
    ['a value of 501', { metadata: { k: 'v'.repeat(501) } }, 'metadata', 'metadata_invalid'],
    ['a number that JSON rounds', { metadata: { k: 2 ** 53 } }, 'metadata', 'metadata_invalid'],
    ['a negative one', { metadata: { k: -(2 ** 53) } }, 'metadata', 'metadata_invalid'],
    ['metadata with null', { metadata: { k: null } }, 'metadata', 'metadata_invalid'],
    ['a return_url without a scheme', { return_url: 'shop.example' }, 'return_url', 'url_invalid'],
    ['a script as return_url', { return_url: 'javascript:alert(1)' }, 'return_url', 'url_invalid'],
    ['a VPA that is an e-mail', { upi: { vpa: 'asha@example.com' } }, 'upi.vpa', 'parameter_invalid'],
    ['an id of another kind', { customer_id: 'pay_123' }, 'customer_id', 'parameter_invalid'],
    ['an expiry in text', { expires_at: 'tomorrow' }, 'expires_at', 'parameter_invalid'],
  ])('refuses %s once, with its code', (_name, change, param, code) => {
    const problems = fieldProblems({ ...MINIMAL, ...change });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ param, code });
  });

  it('names every bad field of a body at once', () => {
    const problems = fieldProblems({ amount: '5', customer: { email: 'no', phone: 'no' }, metadata: [] });
    expect(problems.map(({ param }) => param).sort()).toEqual(['amount', 'currency', 'customer.email', 'customer.phone', 'metadata']);
  });

  it.each([
    ['description', { description: 'card 4111 1111-1111 1111 thanks' }],
    ['reference_id', { reference_id: '4111111111111111' }],
    ['metadata', { metadata: { note: '5555555555554444' } }],
    ['metadata', { metadata: { note: 4111111111111111 } }],
    ['metadata', { metadata: { '4111111111111111': 'x' } }],
    ['customer.name', { customer: { name: 'Asha 6527658900001005' } }],
    ['customer.email', { customer: { email: '4111111111111111@example.com' } }],
    ['return_url', { return_url: 'https://shop.example/?card=4111111111111111' }],
    ['upi.vpa', { upi: { vpa: '4111111111111111@okaxis' } }],
  ])('refuses a card number in %s', (param, change) => {
    expect(fieldProblems({ ...MINIMAL, ...change })).toMatchObject([
      { param, code: 'parameter_invalid', reason: 'card_number_not_allowed' },
    ]);
  });
});

describe('fields together', () => {
  it.each([
    ['an unknown currency', { currency: 'XXX' }, 'currency', 'currency_not_supported'],
    ['a currency that is not open', { currency: 'JPY', payment_method: 'card' }, 'currency', 'currency_not_supported'],
    ['99 paise', { amount: 99 }, 'amount', 'amount_too_small'],
    ['49 cents', { amount: 49, currency: 'USD', payment_method: 'card' }, 'amount', 'amount_too_small'],
    ['more than the ceiling', { amount: 10_000_000_000, payment_method: 'card' }, 'amount', 'amount_too_large'],
    ['upi above ₹1,00,000', { amount: 1_00_000_01 }, 'amount', 'amount_too_large'],
    ['more than the ceiling by UPI, once', { amount: 10_000_000_000 }, 'amount', 'amount_too_large'],
    ['upi with dollars', { currency: 'USD' }, 'payment_method', 'currency_not_supported'],
    [
      'only rupee methods with dollars',
      { currency: 'usd', payment_method: undefined, payment_methods: ['upi', 'netbanking'] },
      'payment_methods',
      'currency_not_supported',
    ],
    ['both method forms in contradiction', { payment_methods: ['card'] }, 'payment_method', 'parameters_exclusive'],
    ['an instrument of another method', { card: {} }, 'card', 'parameters_exclusive'],
    ['an instrument without its method', { payment_method: undefined, upi: {} }, 'payment_method', 'parameter_missing'],
    ['collect without a VPA', { upi: { flow: 'collect' } }, 'upi.vpa', 'parameter_missing'],
    ['an unknown bank', { payment_method: 'netbanking', netbanking: { bank: 'ABCD' } }, 'netbanking.bank', 'bank_not_supported'],
    ['an expiry in the past', { expires_at: NOW_MS / 1000 - 1 }, 'expires_at', 'parameter_invalid'],
  ])('refuses %s', (_name, change, param, code) => {
    expect(crossProblems({ ...MINIMAL, ...change })).toMatchObject([{ param, code }]);
  });

  it.each([
    ['4539578763621486', 'live_card_in_sandbox'],
    ['4999000000000006', 'invalid_checksum'],
    ['4999 0099 9900 0009', 'live_card_in_sandbox'],
  ])('refuses card %s with reason %s', (number, reason) => {
    const problems = crossProblems({
      ...MINIMAL,
      payment_method: 'card',
      card: { number, expiry_month: 12, expiry_year: 2035, cvv: '123' },
    });
    expect(problems).toEqual([{ param: 'card.number', code: 'parameter_invalid', reason }]);
  });

  it.each([
    ['expiry and CVV', {}, ['card.expiry_month', 'card.expiry_year', 'card.cvv']],
    ['half of the expiry', { expiry_month: 12, cvv: '123' }, ['card.expiry_year']],
    ['the CVV', { expiry_month: 12, expiry_year: 2035, cvv: null }, ['card.cvv']],
  ])('refuses a card number without %s, in test mode too', (_what, more, missing) => {
    const problems = crossProblems({ ...MINIMAL, payment_method: 'card', card: { number: '4999000000000005', ...more } });
    expect(problems.map(({ param, code }) => [param, code])).toEqual(missing.map((param) => [param, 'parameter_missing']));
  });

  it('tells what time alone has made wrong from what never was right', () => {
    const checked = (expires_at: number) =>
      validateCreatePayment(plainToInstance(CreatePaymentDto, { ...MINIMAL, expires_at }), TEST_MODE).map(isExpired);
    expect(checked(NOW_MS / 1000)).toEqual([true]);
    expect(checked(NOW_MS / 1000 + 1)).toEqual([]);
    expect(checked(NOW_MS / 1000 + 46 * 86_400)).toEqual([false]);
  });

  it('refuses raw cards, sandbox banks and collect in live mode', () => {
    const card = crossProblems({ ...MINIMAL, payment_method: 'card', card: { number: '4999000000000005' } }, LIVE_MODE);
    expect(card).toMatchObject([{ param: 'card.number', reason: 'raw_card_not_allowed' }]);
    const bank = crossProblems({ ...MINIMAL, payment_method: 'netbanking', netbanking: { bank: 'SBXS' } }, LIVE_MODE);
    expect(bank).toMatchObject([{ code: 'bank_not_supported' }]);
    expect(crossProblems({ ...MINIMAL, upi: { vpa: 'asha@okaxis' } }, LIVE_MODE)).toMatchObject([{ code: 'upi_collect_not_allowed' }]);
  });
});

it('survives fields of any type, because they are judged even when a field is wrong', () => {
  const junk = [null, 5, 'x', true, [], [1], {}, { a: 1 }];
  const names = [
    'amount',
    'currency',
    'payment_method',
    'payment_methods',
    'upi',
    'card',
    'netbanking',
    'expires_at',
    'return_url',
    'processor',
    'capture_method',
    'capture_window_seconds',
  ];
  for (const name of names) {
    for (const value of junk) expect(() => crossProblems({ ...MINIMAL, [name]: value })).not.toThrow();
  }
});

describe('the command payload', () => {
  it('carries neither number nor CVV of a card', () => {
    const card = { number: '4999-0000-1100-0002', cvv: '987', expiry_month: 12, expiry_year: 2030, name: 'Asha' };
    const payload = toCreatePaymentPayload(plainToInstance(CreatePaymentDto, { ...MINIMAL, payment_method: 'card', card }), {
      livemode: false,
    });
    expect(payload.instrument).toEqual({
      method: 'card',
      card: { scenario: '0011', brand: 'visa', last4: '0002', international: false, expiryMonth: 12, expiryYear: 2030 },
    });
    expect(JSON.stringify(payload)).not.toMatch(/4999|987|Asha/);
  });

  it('plays incorrect_cvv for CVV 000, whatever the card', () => {
    const body = { ...MINIMAL, payment_method: 'card', card: { number: '4111111111111111', cvv: '000' } };
    expect(toCreatePaymentPayload(plainToInstance(CreatePaymentDto, body), { livemode: false }).instrument).toMatchObject({
      card: { scenario: '0014' },
    });
  });

  it('drops the methods that cannot take the currency, and folds case, phone and bank', () => {
    const dollars = plainToInstance(CreatePaymentDto, { amount: 5000, currency: 'usd', payment_methods: ['upi', 'card'] });
    expect(toCreatePaymentPayload(dollars, { livemode: false })).toMatchObject({ currency: 'USD', methods: ['card'] });
    const rupees = { ...MINIMAL, payment_method: 'netbanking', netbanking: { bank: 'syNB' }, customer: { phone: '09876543210' } };
    const sealed: unknown[] = [];
    const seal = (value: unknown): string => `token ${sealed.push(value)}`;
    expect(toCreatePaymentPayload(plainToInstance(CreatePaymentDto, rupees), { livemode: false, seal })).toMatchObject({
      instrument: { method: 'netbanking', bank: 'CNRB' },
      customer: 'token 1',
    });
    expect(sealed).toEqual([{ name: null, email: null, phone: '+919876543210' }]);
  });

  it('is never made with a customer in the clear', () => {
    const body = plainToInstance(CreatePaymentDto, { ...MINIMAL, customer: { name: 'Asha' } });
    expect(() => toCreatePaymentPayload(body, { livemode: false })).toThrow('in the clear');
  });
});
