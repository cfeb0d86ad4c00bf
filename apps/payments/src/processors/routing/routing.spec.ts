import { MANDATE_METHODS, type Instrument, type MandateMethod } from '#contracts';
import type { PaymentProcessor, ProcessorCapabilities } from '../processor';
import { ProcessorRegistry, type RoutingQuery } from './registry';
import { parseRoutes, RoutesError } from './routes';

const ACCOUNT = `acct_${'1'.repeat(24)}`;
const ABLE: ProcessorCapabilities = {
  methods: ['upi', 'card', 'netbanking'],
  currencies: ['INR'],
  upiFlows: ['intent', 'qr'],
  manualCapture: false,
  partialCapture: false,
  partialRefund: true,
  instantRefund: true,
  mandates: {},
  simulate: false,
  rawCard: false,
  minAmount: { INR: 100 },
  idempotency: 'reference',
};
const named = (name: string, change: Partial<ProcessorCapabilities> = {}): PaymentProcessor =>
  ({ name, capabilities: () => ({ ...ABLE, ...change }) }) as unknown as PaymentProcessor;

const upi: Instrument = { method: 'upi', flow: 'intent', vpa: null };
const card: Instrument = { method: 'card', card: null };
const asked = (change: Partial<RoutingQuery> = {}): RoutingQuery => ({
  accountId: ACCOUNT,
  instrument: upi,
  currency: 'INR',
  captureMethod: 'automatic',
  tried: [],
  ...change,
});
const both = [named('razorpay', { currencies: ['INR', 'USD'] }), named('cashfree')];

function orderOf(routes: string, routingQuery: RoutingQuery): string[] {
  const choice = new ProcessorRegistry(both, parseRoutes(routes)).choose(routingQuery);
  return 'refusal' in choice ? [choice.refusal.code] : choice.routing.order;
}

describe('routes', () => {
  it('without a rule go through the processors in the order in which they are configured', () => {
    expect(orderOf('', asked())).toEqual(['razorpay', 'cashfree']);
  });

  it.each<[string, string, Partial<RoutingQuery>, string[]]>([
    ['by method', 'upi=cashfree>razorpay; razorpay', {}, ['cashfree', 'razorpay']],
    ['past a rule of another method', 'upi=cashfree>razorpay; razorpay', { instrument: card }, ['razorpay']],
    ['by currency', 'card/USD=razorpay; *=cashfree', { instrument: card, currency: 'USD' }, ['razorpay']],
    ['of the account before those of all', `cashfree; ${ACCOUNT}:*=razorpay`, {}, ['razorpay']],
    ['not by the rule of another account', `acct_${'2'.repeat(24)}:*=razorpay; cashfree`, {}, ['cashfree']],
    ['with the wish of the caller first', 'razorpay>cashfree', { hint: 'cashfree' }, ['cashfree', 'razorpay']],
    ['with a wish that no rule lists', 'razorpay', { hint: 'cashfree' }, ['cashfree', 'razorpay']],
    ['on from one that was tried', 'razorpay>cashfree', { tried: ['razorpay'] }, ['cashfree']],
  ])('are chosen %s', (_name, routes, change, order) => expect(orderOf(routes, asked(change))).toEqual(order));

  it('say why: rule, wish, order and who was left out', () => {
    const registry = new ProcessorRegistry(both, parseRoutes('card = cashfree > razorpay'));
    const choice = registry.choose(asked({ instrument: card, currency: 'USD', hint: 'razorpay' }));
    expect(choice).toMatchObject({
      processor: { name: 'razorpay' },
      routing: {
        rule: 'card=cashfree>razorpay',
        hint: 'razorpay',
        order: ['razorpay'],
        skipped: [{ processor: 'cashfree', reason: 'currency' }],
      },
    });
  });

  it.each([
    ['a method that no processor takes', { instrument: { method: 'upi', flow: 'collect', vpa: null } as Instrument }],
    ['manual capture where no processor supports it', { instrument: card, captureMethod: 'manual' as const }],
    ['processors that were all tried', { tried: ['razorpay', 'cashfree'] }],
  ])('end for %s', (_name, change) => expect(orderOf('', asked(change))).toEqual(['processor_not_configured']));

  it('refuse a wish for a processor that is not configured, so that a typo is not ignored', () => {
    const choice = new ProcessorRegistry(both).choose(asked({ hint: 'razorpya' }));
    expect(choice).toMatchObject({ refusal: { code: 'parameter_invalid', details: { param: 'processor' } } });
  });

  it('name the settings when no processor is configured', () => {
    expect(JSON.stringify(new ProcessorRegistry([]).choose(asked()))).toMatch(/RAZORPAY_KEY_ID.*CASHFREE_CLIENT_ID/);
  });

  it.each(['upi>', 'cash=razorpay', 'upi/inr=razorpay', 'razorpay>razorpay', 'acct_1:razorpay', 'UPI=razorpay'])(
    'cannot be read from %s',
    (text) => expect(() => parseRoutes(text)).toThrow(RoutesError),
  );
});

describe('routes of mandates', () => {
  const able = [
    named('razorpay', { mandates: { upi: { pause: false }, card: { pause: false } } }),
    named('cashfree', { mandates: { upi: { pause: true }, enach: { pause: true } } }),
  ];
  const chosen = (routes: string, method: MandateMethod): string => {
    const registry = new ProcessorRegistry(able, parseRoutes('card=razorpay'), parseRoutes(routes, MANDATE_METHODS));
    const choice = registry.chooseForMandate({ accountId: ACCOUNT, method });
    return 'refusal' in choice ? String(choice.refusal.details?.reason) : choice.processor;
  };

  it.each<[string, string, MandateMethod, string]>([
    ['to the first that registers them, without a rule', '', 'upi', 'razorpay'],
    ['past one that does not', '', 'enach', 'cashfree'],
    ['by method', 'upi=cashfree>razorpay', 'upi', 'cashfree'],
    ['past the first of a rule that does not register them', 'card=cashfree>razorpay', 'card', 'razorpay'],
    ['of the account before those of all', `upi=razorpay; ${ACCOUNT}:*=cashfree`, 'upi', 'cashfree'],
    ['nowhere when the rule lists none that can', 'card=cashfree', 'card', 'no_processor_for_mandate'],
  ])('go %s', (_name, routes, method, expected) => expect(chosen(routes, method)).toBe(expected));

  it.each<[string, string, MandateMethod, string]>([
    ['where the caller wishes', 'cashfree', 'upi', 'cashfree'],
    ['past a wish that does not register them', 'cashfree', 'card', 'razorpay'],
    ['nowhere for a wish that is not there', 'paytm', 'upi', 'processor_unknown'],
  ])('go %s', (_name, hint, method, expected) => {
    const choice = new ProcessorRegistry(able).chooseForMandate({ accountId: ACCOUNT, method, hint });
    expect('refusal' in choice ? choice.refusal.details?.reason : choice.processor).toBe(expected);
  });

  it('go nowhere without a processor, and say that test keys work', () => {
    const choice = new ProcessorRegistry([]).chooseForMandate({ accountId: ACCOUNT, method: 'upi' });
    expect(choice).toMatchObject({
      refusal: {
        code: 'processor_not_configured',
        details: { reason: 'no_processor_for_mandate', hint: expect.stringMatching(/Test keys/) },
      },
    });
  });

  it.each(['enach/INR', 'netbanking=cashfree', 'upi='])('cannot be read from %s', (text) => {
    expect(() => parseRoutes(text, MANDATE_METHODS)).toThrow(RoutesError);
  });
});
