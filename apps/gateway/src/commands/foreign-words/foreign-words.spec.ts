import * as contracts from '#contracts';
import type { ResourceKind } from '#contracts';
import { everyMember } from '../../../test/every-write';
import { MISSPELLINGS } from '../../../test/misspelt';
import { ApiKeysController } from '../../resources/api-keys/api-keys.controller';
import { CustomersController } from '../../resources/customers/customers.controller';
import { DebitsController } from '../../resources/debits/debits.controller';
import { InvoicesController } from '../../resources/invoices/invoices.controller';
import { MandatesController } from '../../resources/mandates/mandates.controller';
import { PaymentMethodsController } from '../../resources/customers/payment-methods.controller';
import { PaymentsController } from '../../resources/payments/payments.controller';
import { routeOf } from '../../http/route-of-handler';
import { PlansController } from '../../resources/plans/plans.controller';
import { RefundsController } from '../../resources/refunds/refunds.controller';
import { SubscriptionsController } from '../../resources/subscriptions/subscriptions.controller';
import { BodyReader } from '../../validation/body-reader';
import { compileShape } from '../../validation/compile-shape';
import { WebhookEndpointsController } from '../../resources/webhook-endpoints/webhook-endpoints.controller';
import { hintForWrite } from '../unknown-of-write';
import type { WriteRoute } from '../write-rules';
import { foreignWordsFor } from './foreign-words';

const API_KEYS = writeRoutesOf(ApiKeysController);
const CUSTOMERS = writeRoutesOf(CustomersController);
const DEBITS = writeRoutesOf(DebitsController);
const ENDPOINTS = writeRoutesOf(WebhookEndpointsController);
const INVOICES = writeRoutesOf(InvoicesController);
const MANDATES = writeRoutesOf(MandatesController);
const PAYMENT_METHODS = writeRoutesOf(PaymentMethodsController);
const PAYMENTS = writeRoutesOf(PaymentsController);
const PLANS = writeRoutesOf(PlansController);
const REFUNDS = writeRoutesOf(RefundsController);
const PAYMENT = PAYMENTS.createPayment;
const SUBSCRIPTIONS = writeRoutesOf(SubscriptionsController);
const SUBSCRIPTION = SUBSCRIPTIONS.createSubscription;
const ROUTES = [
  API_KEYS,
  CUSTOMERS,
  DEBITS,
  ENDPOINTS,
  INVOICES,
  MANDATES,
  PAYMENT_METHODS,
  PAYMENTS,
  PLANS,
  REFUNDS,
  SUBSCRIPTIONS,
].flatMap((routes) => Object.values(routes));

/** The writes of a controller by the names of their handlers. */
function writeRoutesOf({ prototype }: { prototype: object }): Record<string, WriteRoute> {
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([name, { value }]) => [name, routeOf(value as object)]);
  return Object.fromEntries(members.filter(([, route]) => route !== undefined && 'creates' in (route as object))) as Record<
    string,
    WriteRoute
  >;
}

function hintOf(route: unknown, body: Record<string, unknown>): string | undefined {
  const { reader } = route as WriteRoute;
  const members = reader?.read(body).unknown ?? Object.keys(body).map((name) => ({ prefix: '', name, known: [] }));
  return hintForWrite(route as WriteRoute, { members, query: [] });
}

describe('the words of other APIs', () => {
  it.each<[string, unknown, object, string]>([
    ['capture: false', PAYMENT, { capture: false }, 'capture_method (capture: false, or 0, is capture_method: "manual")'],
    ['payment_capture: 0', PAYMENT, { payment_capture: 0 }, 'capture_method: "manual"'],
    ['confirm: false', PAYMENT, { confirm: false }, 'payment_methods'],
    ['manual: true', PAYMENT, { manual: true }, 'send capture_method ('],
    ['live', PAYMENT, { live: true }, 'The API key decides'],
    ['sandbox', PAYMENT, { sandbox: true }, 'The API key decides'],
    ['environment of a refund', REFUNDS.createRefund, { environment: 'live' }, 'The API key decides'],
    ['live_mode of a key', API_KEYS.createApiKey, { live_mode: true }, 'The API key decides'],
    ['is_test of an endpoint', ENDPOINTS.createEndpoint, { is_test: true }, 'The API key decides'],
    ['success_url', PAYMENT, { success_url: 'x' }, 'send return_url'],
    ['remember_customer', PAYMENT, { remember_customer: true }, 'send save_payment_method'],
    ['due_date', PAYMENT, { due_date: 1 }, 'send expires_at'],
    ['customer_notify', PAYMENT, { customer_notify: 1 }, 'no e-mail'],
    ['webhook of a customer', CUSTOMERS.createCustomer, { webhook: 'x' }, 'POST /v1/webhook_endpoints'],
    ['payment_method_types', PAYMENT, { payment_method_types: ['card'] }, 'payment_methods'],
    ['setup_future_usage', PAYMENT, { setup_future_usage: 'off_session' }, 'save_payment_method'],
    ['notes', PAYMENT, { notes: {} }, 'send metadata'],
    ['receipt', PAYMENT, { receipt: '1' }, 'reference_id'],
    ['callback_url', PAYMENT, { callback_url: 'x' }, 'return_url'],
    ['expire_by', PAYMENT, { expire_by: 1 }, 'expires_at'],
    ['receiptEmail', PAYMENT, { receiptEmail: 'x' }, 'customer.email'],
    ['contact', PAYMENT, { contact: 'x' }, 'customer.phone'],
    ['customer.contact', PAYMENT, { customer: { contact: 'x' } }, 'customer.phone'],
    ['card.cvc', PAYMENT, { card: { cvc: '1' } }, 'card.cvv'],
    ['upi.upi_id', PAYMENT, { upi: { upi_id: 'x' } }, 'upi.vpa'],
    ['transfers', PAYMENT, { transfers: [] }, 'does not split'],
    ['transfer_data', PAYMENT, { transfer_data: {} }, 'does not split'],
    ['application_fee_amount', PAYMENT, { application_fee_amount: 1 }, 'does not split'],
    ['on_behalf_of', PAYMENT, { on_behalf_of: 'x' }, 'does not split'],
    ['partial_payment', PAYMENT, { partial_payment: true }, 'no partial payments'],
    ['first_payment_min_amount', PAYMENT, { first_payment_min_amount: 1 }, 'no partial payments'],
    ['tip_amount', PAYMENT, { tip_amount: 1 }, 'adds nothing'],
    ['surcharge_amount', PAYMENT, { surcharge_amount: 1 }, 'adds nothing'],
    ['discount', PAYMENT, { discount: 1 }, 'no coupons'],
    ['recurring', PAYMENT, { recurring: 1 }, 'debits of a mandate'],
    ['three_d_secure', PAYMENT, { three_d_secure: {} }, 'authenticate'],
    ['card.three_d_secure', PAYMENT, { card: { three_d_secure: {} } }, 'authenticate'],
    ['card.network_token', PAYMENT, { card: { network_token: 'x' } }, 'no network tokens'],
    ['expand', PAYMENT, { expand: ['customer'] }, 'expands nothing'],
    ['capture of amount_to_capture', PAYMENTS.capturePayment, { amount_to_capture: 1 }, 'send amount.'],
    ['capture of currency', PAYMENTS.capturePayment, { currency: 'INR' }, 'currency is that of the payment'],
    ['capture of final_capture', PAYMENTS.capturePayment, { final_capture: false }, 'captured once'],
    ['amount of a PATCH', PAYMENTS.updatePayment, { amount: 1 }, 'fixed'],
    ['refund of charge', REFUNDS.createRefund, { charge: 'x' }, 'send payment_id.'],
    ['refund of payment_intent', REFUNDS.createRefund, { payment_intent: 'x' }, 'send payment_id.'],
    ['refund of currency', REFUNDS.createRefund, { currency: 'USD' }, 'currency of its payment'],
    ['reverse_transfer', REFUNDS.createRefund, { reverse_transfer: true }, 'does not split'],
    ['reverse_all', REFUNDS.createRefund, { reverse_all: 1 }, 'does not split'],
    ['refund_application_fee', REFUNDS.createRefund, { refund_application_fee: true }, 'does not split'],
    ['source of a customer', CUSTOMERS.createCustomer, { source: 'tok' }, '/payment_methods'],
    ['tax_id_data', CUSTOMERS.createCustomer, { tax_id_data: [] }, 'gstin'],
    ['address.pincode', CUSTOMERS.createCustomer, { address: { pincode: '1' } }, 'address.postal_code'],
    ['type of a saved method', PAYMENT_METHODS.savePaymentMethod, { type: 'upi' }, 'Send card or upi alone'],
    ['payment_method of a saved method', PAYMENT_METHODS.savePaymentMethod, { payment_method: 'upi' }, 'Send card or upi alone'],
    ['customer of a saved method', PAYMENT_METHODS.savePaymentMethod, { customer: 'x' }, 'the one in the path'],
    ['subscription_data', PAYMENT, { subscription_data: {} }, 'debits of a mandate'],
    ['coupon', SUBSCRIPTION, { coupon: 'X' }, 'no coupons'],
    ['discounts', SUBSCRIPTION, { discounts: [] }, 'no coupons'],
    ['promotion_code', SUBSCRIPTION, { promotion_code: 'X' }, 'no coupons'],
    ['offer_id', SUBSCRIPTION, { offer_id: 'X' }, 'no coupons'],
    ['default_tax_rates', SUBSCRIPTION, { default_tax_rates: [] }, 'send tax ('],
    ['automatic_tax', SUBSCRIPTION, { automatic_tax: {} }, 'GST'],
    ['application_fee_percent', SUBSCRIPTION, { application_fee_percent: 1 }, 'does not split'],
    ['payment_behavior', SUBSCRIPTION, { payment_behavior: 'x' }, 'stays created'],
    ['billing_scheme', SUBSCRIPTION, { billing_scheme: 'tiered' }, 'no metered'],
    ['add_invoice_items', SUBSCRIPTION, { add_invoice_items: [] }, 'upfront_items'],
    [
      'usage_type of a price',
      SUBSCRIPTION,
      { items: [{ price_data: { unit_amount: 1, recurring: { interval: 'month', usage_type: 'metered' } } }] },
      'no metered',
    ],
    ['items.0.plan', SUBSCRIPTION, { items: [{ plan: 'x' }] }, 'items.price'],
    ['customer.contact of a subscription', SUBSCRIPTION, { customer: { contact: 'x' } }, 'customer.phone'],
    ['cancel_at of a cancellation', SUBSCRIPTIONS.cancelSubscription, { cancel_at: 'period_end' }, 'send at.'],
    ['prorate of a cancellation', SUBSCRIPTIONS.cancelSubscription, { prorate: true }, 'refund'],
    ['resumes_at of a pause', SUBSCRIPTIONS.pauseSubscription, { resumes_at: 1 }, 'send resume_at.'],
    ['tiers of a plan', PLANS.createPlan, { tiers: [] }, 'no metered'],
    ['nickname of a plan', PLANS.createPlan, { nickname: 'x' }, 'send name.'],
    ['auto_advance', INVOICES.createInvoice, { auto_advance: false }, 'auto_finalize: false'],
    ['draft', INVOICES.createInvoice, { draft: '1' }, 'auto_finalize: false'],
    ['line_items', INVOICES.createInvoice, { line_items: [] }, 'send lines.'],
    ['lines.0.unit_amount', INVOICES.createInvoice, { lines: [{ unit_amount: 1 }] }, 'lines.amount'],
    ['due_date', INVOICES.createInvoice, { due_date: 1 }, 'days_until_due'],
    ['allowed_ips', API_KEYS.createApiKey, { allowed_ips: [] }, 'allowed_addresses'],
    ['expiresAt', API_KEYS.createApiKey, { expiresAt: 1 }, 'send expires_at.'],
    ['expiry', API_KEYS.createApiKey, { expiry: 1 }, 'send expires_at.'],
    ['permissions', API_KEYS.createApiKey, { permissions: [] }, 'send scopes.'],
    ['enabledEvents', ENDPOINTS.createEndpoint, { enabledEvents: [] }, 'send enabled_events.'],
    ['active of a new endpoint', ENDPOINTS.createEndpoint, { active: false }, 'PATCH with status: "disabled"'],
    ['disabled of a new endpoint', ENDPOINTS.createEndpoint, { disabled: true }, 'PATCH with status: "disabled"'],
    ['disabled of an endpoint', ENDPOINTS.updateEndpoint, { disabled: true }, 'send status (disabled: true is status: "disabled")'],
    ['secret of an endpoint', ENDPOINTS.createEndpoint, { secret: 'x' }, 'Hundi makes the secret'],
    ['alert_email', ENDPOINTS.createEndpoint, { alert_email: 'x' }, 'developer_contacts'],
    ['expire_at of a mandate', MANDATES.createMandate, { expire_at: 1 }, 'send ends_at.'],
  ])('%s is answered with what Hundi has for it', (_what, route, body, hint) => {
    expect(hintOf(route, body as Record<string, unknown>)).toContain(hint);
  });

  it('do not name a member that the route has no place for', () => {
    expect(hintOf(PAYMENT, { customer: { tax_id: '1' } })).toBe('customer takes name, email, phone.');
  });

  it('name members that a write takes', () => {
    const kinds = [...new Set(ROUTES.map(({ resource }) => resource))];
    const taken = new Set(
      kinds.flatMap((kind) =>
        namedMembers(kind)
          .filter(([, member]) => isTaken(kind, member))
          .map(String),
      ),
    );
    expect(kinds.flatMap((kind) => namedMembers(kind).map(String)).filter((named) => !taken.has(named))).toEqual([]);
  });
});

/** The words of an object that stand for a member, with it. Those that all objects share are left out. */
function namedMembers(kind: ResourceKind): [string, string][] {
  const shared = foreignWordsFor('event');
  return Object.entries(foreignWordsFor(kind))
    .filter(([name, word]) => shared[name] !== word)
    .map(([name, word]): [string, string] => [name, typeof word === 'string' ? word : word[0]])
    .filter(([, member]) => !member.includes(' '));
}

function isTaken(kind: ResourceKind, member: string): boolean {
  return ROUTES.some(({ resource, reader }) => resource === kind && reader?.takes(member) === true);
}

describe('a misspelt member of any body', () => {
  const bodies = Object.entries(contracts).filter((entry): entry is [string, new () => object] => entry[0].endsWith('Dto'));

  it.each(bodies)('%s is answered with the member, however it is misspelt', (_name, Body) => {
    const reader = new BodyReader(Body);
    const kinds = ROUTES.filter(({ body }) => body === Body).map(({ resource }) => resource);
    for (const { prefix, name, names, bodyWith } of everyMember(compileShape(Body))) {
      for (const misspell of MISSPELLINGS) {
        const misspelt = misspell(name);
        if (misspelt.length < 2 || names.includes(misspelt)) continue;
        const members = reader.read(bodyWith(misspelt)).unknown;
        const hint = hintForWrite({ resource: kinds[0] ?? 'event', reader }, { members, query: [] });
        expect(hint).toMatch(/^In place of .* send .*\.$/);
        expect(hint?.slice(0, -1).split(/ send | or /)).toContain(prefix + name);
      }
    }
  });
});
