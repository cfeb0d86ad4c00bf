import { ACCOUNT_EVENT_TYPES } from './accounts/events';
import { API_KEY_EVENT_TYPES } from './api-keys/events';
import { APP_EVENT_TYPES } from './apps/events';
import { CONNECTION_EVENT_TYPES } from './connections/events';
import { CUSTOMER_EVENT_TYPES } from './customers/events';
import { DEBIT_EVENT_TYPES } from './debits/events';
import { INVOICE_EVENT_TYPES } from './invoices/events';
import { KYC_EVENT_TYPES } from './kyc/events';
import { MANDATE_EVENT_TYPES } from './mandates/events';
import { PAYMENT_METHOD_EVENT_TYPES } from './payment-methods/events';
import { PAYMENT_EVENT_TYPES } from './payments/events';
import { PLAN_EVENT_TYPES } from './plans/events';
import { REFUND_EVENT_TYPES } from './refunds/events';
import { SUBSCRIPTION_EVENT_TYPES } from './subscriptions/events';
import { TAX_SETTINGS_EVENT_TYPES } from './tax-settings/events';
import { TEST_CLOCK_EVENT_TYPES } from './test-clocks/events';
import type { ServiceName } from './topics';
import { PING_EVENT_TYPE, WEBHOOK_ENDPOINT_EVENT_TYPES } from './webhooks/events';

/** One kind of object that the API shows. */
export interface ResourceDefinition {
  /** Its ids begin with it (docs/reference/api-conventions.md, Ids). */
  idPrefix: string;
  /** Which service owns it. */
  service: ServiceName;
  /** Public path of the collection. */
  path: string;
  /** Path of the collection on the internal HTTP of the service. */
  internalPath: string;
  /** Its name in a sentence; the words of its kind unless given. */
  noun?: string;
  /** There is one of each mode, or one of each account: no path names it by an id, and it is there before its first change. */
  oneOf?: 'mode' | 'account';
  /** First word of the scopes that a restricted key needs for it. */
  scope: string;
  /** First word of the scope to change it, where it is another. */
  writeScope?: string;
  /** Its public events, in the order of the catalog. */
  events: readonly string[];
}

type Place = Pick<ResourceDefinition, 'service' | 'path' | 'internalPath'>;

const at = (service: ServiceName, path: string, internalPath = path.replace('/v1', '/internal')): Place => ({
  service,
  path,
  internalPath,
});

/**
 * Every kind of object that the API shows, one row each. Prefixes of ids, scopes, the catalog of events, and where the gateway
 * sends commands and questions about an object all follow from its row.
 */
export const RESOURCES = {
  payment: { idPrefix: 'pay', scope: 'payments', ...at('payments', '/v1/payments'), events: PAYMENT_EVENT_TYPES },
  refund: { idPrefix: 'rfnd', scope: 'refunds', ...at('payments', '/v1/refunds'), events: REFUND_EVENT_TYPES },
  customer: { idPrefix: 'cust', scope: 'customers', ...at('payments', '/v1/customers'), events: CUSTOMER_EVENT_TYPES },
  /** A change of what a customer owes or has as credit. */
  customerBalanceTransaction: {
    idPrefix: 'cbtxn',
    noun: 'change',
    scope: 'invoices',
    ...at('payments', '/v1/customer_balance_transactions'),
    events: [],
  },
  paymentMethod: { idPrefix: 'pm', scope: 'customers', ...at('payments', '/v1/payment_methods'), events: PAYMENT_METHOD_EVENT_TYPES },
  plan: { idPrefix: 'plan', scope: 'subscriptions', ...at('payments', '/v1/plans'), events: PLAN_EVENT_TYPES },
  subscription: {
    idPrefix: 'sub',
    scope: 'subscriptions',
    ...at('payments', '/v1/subscriptions'),
    events: SUBSCRIPTION_EVENT_TYPES,
  },
  mandate: { idPrefix: 'mandate', scope: 'mandates', ...at('payments', '/v1/mandates'), events: MANDATE_EVENT_TYPES },
  debit: { idPrefix: 'debit', scope: 'mandates', ...at('payments', '/v1/debits'), events: DEBIT_EVENT_TYPES },
  invoice: { idPrefix: 'inv', scope: 'invoices', ...at('payments', '/v1/invoices'), events: INVOICE_EVENT_TYPES },
  taxSettings: {
    idPrefix: 'tax',
    oneOf: 'mode',
    scope: 'invoices',
    writeScope: 'account',
    ...at('payments', '/v1/tax_settings'),
    events: TAX_SETTINGS_EVENT_TYPES,
  },
  testClock: {
    idPrefix: 'clk',
    scope: 'payments',
    ...at('payments', '/v1/test_helpers/clocks', '/internal/test_clocks'),
    events: TEST_CLOCK_EVENT_TYPES,
  },
  kycVerification: {
    idPrefix: 'kyc',
    noun: 'verification',
    scope: 'kyc',
    ...at('kyc', '/v1/kyc/verifications', '/internal/kyc_verifications'),
    events: KYC_EVENT_TYPES,
  },
  account: {
    idPrefix: 'acct',
    oneOf: 'account',
    scope: 'account',
    ...at('accounts', '/v1/account', '/internal/accounts'),
    events: ACCOUNT_EVENT_TYPES,
  },
  apiKey: { idPrefix: 'key', noun: 'key', scope: 'keys', ...at('accounts', '/v1/api_keys'), events: API_KEY_EVENT_TYPES },
  requestLog: { idPrefix: 'req', scope: 'logs', ...at('accounts', '/v1/request_logs'), events: [] },
  /** An OAuth client. */
  app: { idPrefix: 'app', scope: 'apps', ...at('accounts', '/v1/apps'), events: APP_EVENT_TYPES },
  /** What an account lets an app do. */
  connection: { idPrefix: 'conn', scope: 'apps', ...at('accounts', '/v1/connections'), events: CONNECTION_EVENT_TYPES },
  auditEntry: { idPrefix: 'aud', scope: 'logs', ...at('accounts', '/v1/audit_log'), events: [] },
  webhookEndpoint: {
    noun: 'endpoint',
    idPrefix: 'we',
    scope: 'webhooks',
    ...at('webhooks', '/v1/webhook_endpoints'),
    events: WEBHOOK_ENDPOINT_EVENT_TYPES,
  },
  webhookDelivery: { noun: 'delivery', idPrefix: 'whd', scope: 'webhooks', ...at('webhooks', '/v1/webhook_deliveries'), events: [] },
  webhookReplay: { noun: 'replay', idPrefix: 'whr', scope: 'webhooks', ...at('webhooks', '/v1/webhook_replays'), events: [] },
  /** Shown once, as the answer to the request that made it: nothing is found at its path. */
  webhookPing: { idPrefix: 'whp', scope: 'webhooks', ...at('webhooks', '/v1/webhook_pings'), events: [PING_EVENT_TYPE] },
  event: { idPrefix: 'evt', scope: 'events', ...at('webhooks', '/v1/events'), events: [] },
} as const satisfies Record<string, ResourceDefinition>;

export type ResourceKind = keyof typeof RESOURCES;

/** The name of a kind of object in a sentence: "test clock". */
export function nounOf(kind: ResourceKind): string {
  const { noun }: ResourceDefinition = RESOURCES[kind];
  return noun ?? kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The owner of the only object of this kind; undefined where paths name objects by their ids. See `ResourceDefinition.oneOf`. */
export function oneOf(kind: ResourceKind): ResourceDefinition['oneOf'] {
  const { oneOf: owner }: ResourceDefinition = RESOURCES[kind];
  return owner;
}

export const RESOURCE_KINDS = Object.keys(RESOURCES) as ResourceKind[];
