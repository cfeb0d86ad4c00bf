import fc from 'fast-check';
import {
  ApiKeyResource,
  CustomerResource,
  DebitResource,
  InvoiceResource,
  PaymentResource,
  SubscriptionResource,
  VerificationResource,
  WebhookEndpointResource,
  type Class,
} from '#contracts';
import { shapesOf } from './bodies';
import { shapeOf, type Shape } from './shape';
import { ShownBody } from './shown-body';
import { isKeptWhole } from './whole-answer';

const TOKEN = '~s1.cust_0TgWzRaB07xK2mNq5Yd8Vf3L.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const SECRET = 'sk_test_0VbanWjR20xBimn7M2VGDl3WaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaB';
const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';
const shownOf = (text: string, shape: Shape): string | null =>
  new ShownBody({ sealed: null, unchecked: null }).textOf(JSON.parse(text), shape);
const answer = (body: object): string => JSON.stringify(body);

describe('an answer of which all may be kept', () => {
  const payment = shapeOf(PaymentResource);
  const plain = { id: ID, object: 'payment', status: 'captured', amount: 50_000, fee: -1, captured: true, payment_methods: ['upi'] };

  it.each([
    ['plain values', { id: ID, amount: 50_000, payment_methods: ['upi', 'card'], description: 'Order 1001 ₹', last_error: null }],
    ['metadata', { metadata: { order: 'A-17', paid: true, nothing: null } }],
    ['tokens of personal values', { customer: { name: TOKEN, email: TOKEN, phone: null } }],
    ['objects of its own', { payment_method_details: { upi: { vpa: TOKEN, rrn: '632516119971' }, card: null } }],
    ['no secret in the place of one', { client_secret: null }],
    ['nothing', {}],
  ])('holds %s', (_name, body) => {
    expect(isKeptWhole(answer(body), payment)).toBe(true);
    expect(shownOf(answer(body), payment)).toBe(answer(body));
  });

  it('is found where an object may hold one of its own kind', () => {
    const { answer: shape } = shapesOf({ operation: 'getPayment', query: [], answer: PaymentResource });
    const wholeWith = (customer: string | null) => shape && isKeptWhole(answer({ id: ID, object: 'payment', customer }), shape);
    expect([wholeWith(null), wholeWith(TOKEN), wholeWith('Asha Verma')]).toEqual([true, true, false]);
  });

  it.each([
    ['what is not declared', { ...plain, invented: 1 }],
    ['a secret in its place', { client_secret: 'pay_secret' }],
    ['a secret in another place', { description: `here: ${SECRET}` }],
    ['a secret as a name', { metadata: { [SECRET]: 1 } }],
    ['a personal value that is not sealed', { customer: { name: 'Asha Verma' } }],
    ['a text that would be read as a token', { description: TOKEN }],
    ['such a name', { metadata: { [TOKEN]: 1 } }],
    ['an object in the place of a text', { description: { a: 1 } }],
    ['an object in metadata', { metadata: { a: { b: 1 } } }],
    ['what is escaped', { description: 'a "quoted" text' }],
    ['more than is kept', { description: 'x'.repeat(20_000) }],
  ])('holds no more than that: not %s', (_name, body) => {
    expect(isKeptWhole(answer(body), payment)).toBe(false);
  });

  it('is not something else than an object', () => {
    for (const text of ['', 'null', '[]', '[{}]', '{"id":1}{"id":1}', ' {}', '"text"', '<html>']) {
      expect([text, isKeptWhole(text, payment)]).toEqual([text, false]);
    }
  });

  it('is told from another one at once, however many lists of numbers stand before what is different', () => {
    const { answer: shape } = shapesOf({ operation: 'listDebits', query: [], item: DebitResource });
    const debit = { id: 'debit_0TgWzRaB07xK2mNq5Yd8Vf3L', object: 'debit', retry_schedule: [240, 480, 720] };
    const text = answer({ object: 'list', data: [debit, debit, debit, { ...debit, description: 'a "quoted" text' }] });
    const startedAtMs = performance.now();
    expect(shape && isKeptWhole(text, shape)).toBe(false);
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });

  it('(57) (58) is kept as reading each of its fields would keep it, whatever is in it', () => {
    const models: Class[] = [
      ...[PaymentResource, CustomerResource, InvoiceResource, SubscriptionResource],
      ...[VerificationResource, WebhookEndpointResource, ApiKeyResource],
    ];
    const whole = { times: 0 };
    const bodyOf = (shape: Shape, depth: number): fc.Arbitrary<object> => {
      const names = [...shape.keys(), 'invented'];
      const single = fc.constantFrom<unknown>(null, 1, -2.5e30, true, 'text', 'a "text"', TOKEN, SECRET, ID, '', '₹');
      const valueOf = (name: string): fc.Arbitrary<unknown> => {
        const rule = shape.get(name);
        const inner = rule !== undefined && 'shape' in rule && rule.shape !== null && depth > 0 ? [bodyOf(rule.shape, depth - 1)] : [];
        const map = fc.dictionary(fc.constantFrom('order', 'paid', TOKEN, SECRET, '__proto__'), single, { maxKeys: 2 });
        const usual = fc.constantFrom<unknown>(null, rule?.kind === 'personal' ? TOKEN : ID);
        return fc.oneof({ weight: 8, arbitrary: usual }, single, map, fc.array(single, { maxLength: 2 }), ...inner);
      };
      const member = fc.constantFrom(...names).chain((name) => valueOf(name).map((value) => [name, value] as const));
      return fc.array(member, { maxLength: 6 }).map((members) => Object.fromEntries(members));
    };
    const cases = fc.constantFrom(...models).chain((model) => bodyOf(shapeOf(model), 3).map((body) => ({ model, text: answer(body) })));
    fc.assert(
      fc.property(cases, ({ model, text }) => {
        if (!isKeptWhole(text, shapeOf(model))) return;
        whole.times += 1;
        expect(shownOf(text, shapeOf(model))).toBe(text);
      }),
      { numRuns: 3_000 },
    );
    expect(whole.times).toBeGreaterThan(300);
  });
});
