import Ajv2020 from 'ajv/dist/2020';
import { ConfirmPaymentDto, CreatePaymentDto, CreateVerificationDto, DOCUMENT_TYPES, VERIFICATION_METHODS } from '#contracts';
import fc from 'fast-check';
import { BodyReader } from '../validation/body-reader';
import { confirmPaymentRules, createPaymentRules } from './create-payment-rules';
import {
  ADDRESS_RULES,
  CAPTURE_WINDOW_RULES,
  CARD_FIELDS,
  CARD_RULES,
  EMAIL_PATTERN,
  PHONE_PATTERN,
  UPI_RULES,
  URL_PATTERN,
} from './instrument-rules';
import { refineRequests } from './refine-requests';
import { VERIFICATION_RULES } from './verification-rules';
import { validateCreateVerification } from '../resources/kyc/validate-create-verification';
import { postalCodeProblems } from '../resources/customers/address';
import { validateConfirmPayment } from '../resources/payments/confirm-payment';
import { validateCreatePayment } from '../resources/payments/validate-create-payment';

const reader = new BodyReader(CreatePaymentDto);
const confirmReader = new BodyReader(ConfirmPaymentDto);
const ajv = new Ajv2020({ strict: false });
const INSTRUMENTS = {
  upi: { anyOf: [{ type: 'null' }, { type: 'object', anyOf: UPI_RULES }] },
  card: { anyOf: [{ type: 'null' }, { type: 'object', properties: CARD_FIELDS, anyOf: CARD_RULES }] },
};
const fitsSchema = ajv.compile({
  type: 'object',
  properties: INSTRUMENTS,
  required: ['amount', 'currency'],
  anyOf: createPaymentRules(),
  allOf: [{ anyOf: CAPTURE_WINDOW_RULES }],
});
const fitsConfirmSchema = ajv.compile({ type: 'object', properties: INSTRUMENTS, anyOf: confirmPaymentRules() });

/** What the gateway says about a body in test mode. */
function isTaken(body: Record<string, unknown>): boolean {
  const { value, problems } = reader.read(body);
  return problems.length === 0 && validateCreatePayment(value as CreatePaymentDto, { livemode: false, nowMs: 0 }).length === 0;
}

function isTakenToConfirm(body: Record<string, unknown>): boolean {
  const { value, problems } = confirmReader.read(body);
  return problems.length === 0 && validateConfirmPayment(value, { livemode: false }).length === 0;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const methods = fc.constantFrom('upi', 'card', 'netbanking');
const bodies = fc.record(
  {
    amount: fc.constantFrom(49, 50, 99, 100, 199, 200, 10_000_000, 10_000_001, 9_999_999_999, 10_000_000_000),
    currency: fc.constantFrom('INR', 'inr', 'USD', 'aed', 'AED', 'JPY'),
    payment_method: maybe(methods),
    payment_methods: maybe(fc.uniqueArray(methods, { minLength: 1 })),
    upi: maybe(
      fc.record({ flow: maybe(fc.constantFrom('intent', 'collect')), vpa: maybe(fc.constant('success@sandbox')) }, { requiredKeys: [] }),
    ),
    card: maybe(
      fc.record(
        {
          number: maybe(fc.constantFrom('4111111111111111', '4539148803436467')),
          expiry_month: maybe(fc.constant(12)),
          expiry_year: maybe(fc.constant(2030)),
          cvv: maybe(fc.constant('123')),
        },
        { requiredKeys: [] },
      ),
    ),
    netbanking: maybe(fc.record({ bank: maybe(fc.constant('SBIN')) }, { requiredKeys: [] })),
    capture_method: maybe(fc.constantFrom('automatic', 'manual')),
    capture_window_seconds: maybe(fc.constant(3_600)),
  },
  { requiredKeys: ['amount', 'currency'] },
);

describe('the contract of a payment body', () => {
  it('fits exactly the bodies that are taken', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(fitsSchema(body)).toBe(isTaken(body));
      }),
      { numRuns: 3_000 },
    );
  });

  it('fits exactly the bodies that are taken to confirm one', () => {
    fc.assert(
      fc.property(bodies, maybe(fc.constant(`pm_${'a'.repeat(24)}`)), ({ payment_method, upi, card, netbanking }, payment_method_id) => {
        const body = { payment_method, payment_method_id, upi, card, netbanking };
        expect(fitsConfirmSchema(JSON.parse(JSON.stringify(body)))).toBe(isTakenToConfirm(body));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['e-mail address', EMAIL_PATTERN, (text: string) => ({ customer: { email: text } })],
    ['phone number', PHONE_PATTERN, (text: string) => ({ customer: { phone: text } })],
    ['URL', URL_PATTERN, (text: string) => ({ return_url: text })],
  ])('describes by its pattern only what is taken as an %s', (_what, pattern, field) => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(pattern)), (text) => {
        expect(isTaken({ amount: 50000, currency: 'INR', ...field(text) })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the contract of a verification', () => {
  const fits = ajv.compile({ type: 'object', anyOf: VERIFICATION_RULES });
  const bodyReader = new BodyReader(CreateVerificationDto);
  const isRefused = (body: Record<string, unknown>, field: string): boolean => {
    const { value } = bodyReader.read(body);
    return validateCreateVerification(value as CreateVerificationDto, { livemode: false, nowMs: 0 }).some(({ param }) => param === field);
  };

  it('names the methods of each document, and which of them tell no address', () => {
    const details = fc.record({ method: maybe(fc.constantFrom(...VERIFICATION_METHODS)) }, { requiredKeys: [] });
    const requests = fc.record(
      { document_type: fc.constantFrom(...DOCUMENT_TYPES), document_details: maybe(details), verify_address: maybe(fc.boolean()) },
      { requiredKeys: ['document_type'] },
    );
    fc.assert(
      fc.property(requests, (requested) => {
        const body = { ...requested, customer_id: `cust_${'0'.repeat(24)}`, document_number: '1' };
        expect(fits(requested)).toBe(!isRefused(body, 'document_details.method') && !isRefused(body, 'verify_address'));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the contract of a customer', () => {
  it('fits exactly the addresses whose postal code is taken, with their country', () => {
    const fits = ajv.compile({ type: 'object', anyOf: ADDRESS_RULES });
    const codes = fc.constantFrom('560038', '060038', '56003', '5600381', '', 'SW1A 1AA', '000000000000000');
    const addresses = fc.record(
      { postal_code: maybe(codes), country: maybe(fc.constantFrom('IN', 'in', 'In', 'GB', 'NI')) },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(addresses, (address) => expect(fits(address)).toBe(postalCodeProblems(address).length === 0)));
  });

  it.each(['PaymentCustomerDto', 'CreateCustomerDto', 'UpdateCustomerDto'])('says in %s what a phone number looks like', (name) => {
    const schemas = { CreatePaymentDto: { properties: {} }, [name]: { properties: { email: {}, phone: {} } } };
    refineRequests(schemas, 0);
    const isPhone = ajv.compile(schemas[name]?.properties.phone ?? {});
    expect(['+919876543210', '9876543210', null, '0000000000000000000000000000000'].map((phone) => isPhone(phone))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('the contract of a submission', () => {
  it.each<[boolean, object]>([
    [false, {}],
    [false, { otp: null, document_details: null }],
    [false, { otp: '111000', share_code: '1234' }],
    [true, { otp: '111000' }],
    [true, { share_code: '1234', otp: null }],
    [true, { document_details: { ifsc: 'SBOX0000001' } }],
    [false, { document_details: {} }],
    [false, { document_details: { ifsc: 'SBOX0000001', method: 'otp' } }],
  ])('is %s that %j brings one thing', (isAllowed, body) => {
    const schemas: Record<string, Record<string, unknown>> = {
      CreatePaymentDto: { properties: {} },
      SubmitVerificationDto: { type: 'object', properties: { otp: {}, share_code: {}, document_details: {} } },
    };
    refineRequests(schemas, 0);
    expect(ajv.compile({ anyOf: schemas.SubmitVerificationDto?.anyOf })(body)).toBe(isAllowed);
  });
});
