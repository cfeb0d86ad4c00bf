import type {
  AuditEntryResource,
  AuditHeadResource,
  AttemptResource,
  CustomerBalanceTransactionResource,
  EventResource,
  HistoryEventResource,
  IdempotencyKeyResource,
  InvoiceLine,
  InvoiceResource,
  OfferedMethod,
  PaymentResource,
  PublicEvent,
  RefundResource,
  ThinVerification,
  VerificationResource,
} from '#contracts';
import { EXAMPLE_IDS } from './ids';
import { REQUEST_LOG } from './request-log';
import { webhookExamples } from './webhook-resources';

const SCHEMA_OF_EVENT_TYPE = { type: 'object' };
/** The event whose object is the example of a resource, by the name of its schema. */
const SHOWN = {
  PaymentResource: 'payment.captured',
  RefundResource: 'refund.processed',
  CustomerResource: 'customer.created',
  PaymentMethodResource: 'payment_method.attached',
  PlanResource: 'plan.created',
  SubscriptionResource: 'subscription.charged',
  MandateResource: 'mandate.activated',
  DebitResource: 'debit.succeeded',
  InvoiceResource: 'invoice.paid',
  TaxSettingsResource: 'tax_settings.updated',
  TestClockResource: 'test_clock.ready',
  ThinVerification: 'kyc.verification.verified',
  AccountResource: 'account.updated',
  ApiKeyResource: 'api_key.created',
  AppResource: 'app.created',
  ConnectionResource: 'connection.created',
  WebhookEndpointResource: 'webhook_endpoint.created',
};

/** What an answer shows, by the name of its schema: the objects of the published events, and by hand what no event shows. */
export function resourceExamples(eventOf: (type: string) => PublicEvent): Record<string, object> {
  const objectOf = <TObject extends object>(type: string): TObject => eventOf(type).data.object as TObject;
  const verification = objectOf<ThinVerification>(SHOWN.ThinVerification);
  const event = eventOf(SHOWN.PaymentMethodResource) as EventResource;
  return {
    ...Object.fromEntries(Object.entries(SHOWN).map(([name, type]) => [name, objectOf(type)])),
    VerificationResource: { ...verification, ...SEEN_BY_THE_MERCHANT },
    ApiKeyResource: { ...objectOf(SHOWN.ApiKeyResource), secret: EXAMPLE_KEY },
    AppResource: { ...objectOf(SHOWN.AppResource), client_secret: EXAMPLE_SECRET },
    AttemptResource: attemptOf(objectOf<PaymentResource>(SHOWN.PaymentResource)),
    EventResource: event,
    HistoryEventResource: { ...eventOf('kyc.verification.created'), actor: ACTOR } satisfies HistoryEventResource,
    InvoiceLine: firstLineOf(objectOf(SHOWN.InvoiceResource)),
    IdempotencyKeyResource: idempotencyKeyOf(objectOf(SHOWN.RefundResource)),
    CustomerBalanceTransactionResource: BALANCE_TRANSACTION,
    OfferedMethod: OFFER,
    VpaValidation: { object: 'vpa_validation', livemode: false, vpa: 'success@sandbox', valid: true, customer_name: 'ASHA VERMA' },
    ...AUDIT_LOG,
    RequestLogResource: REQUEST_LOG,
    ...DELETED,
    DryRun: DRY_RUN,
    EventTypeResource: {
      object: 'event_type',
      name: event.type,
      description: 'An instrument was saved for a customer.',
      resource_type: event.resource.type,
      explicit_only: false,
      schema: SCHEMA_OF_EVENT_TYPE,
      example: event,
    },
    ErrorResponse: ERROR,
    StreamEventsResponse: { id: '1', event: event.type, data: JSON.stringify({ id: event.id, object: event.object, type: event.type }) },
    ...webhookExamples(),
  };
}

const BALANCE_TRANSACTION: CustomerBalanceTransactionResource = {
  id: EXAMPLE_IDS.customerBalanceTransaction,
  object: 'customer_balance_transaction',
  livemode: false,
  customer_id: EXAMPLE_IDS.customer,
  amount: -5000,
  currency: 'INR',
  type: 'adjustment',
  invoice_id: null,
  subscription_id: null,
  ending_balance: -5000,
  description: 'For the outage on 3 March',
  metadata: {},
  created_at: 1_795_219_200,
};

/** No more of it than its kind and mode: what looks like a key is searched for. */
const EXAMPLE_KEY = 'rk_test_…';
const EXAMPLE_SECRET = 'ocs_test_…';

const AUDIT_HASH = '9f2b6c0d41e7a85f3c1d90b27e64fa1853bd7c29e0f4a6d81b35c7e92fd04a6b';
const AUDIT_HEAD: AuditHeadResource = { object: 'audit_head', date: '2026-11-21', position: 42, hash: AUDIT_HASH };
const AUDIT_ENTRY: AuditEntryResource = {
  id: EXAMPLE_IDS.auditEntry,
  object: 'audit_entry',
  livemode: false,
  account_id: EXAMPLE_IDS.account,
  position: 42,
  at: 1_795_219_200,
  actor: { type: 'api_key', id: EXAMPLE_IDS.apiKey, name: 'Nightly export' },
  action: 'customers.update',
  resource: { type: 'customer', id: EXAMPLE_IDS.customer },
  outcome: 'done',
  code: null,
  address: '1:k3JdPq0wX8vYt2LmNs5RbA',
  request_id: EXAMPLE_IDS.requestLog,
  changes: { description: [null, 'Pays on delivery'] },
  hash: AUDIT_HASH,
};
const AUDIT_LOG: Record<string, object> = {
  AuditEntryResource: AUDIT_ENTRY,
  AuditHeadList: { object: 'list', data: [AUDIT_HEAD] },
};

const DELETED: Record<string, object> = {
  DeletedApiKey: { id: EXAMPLE_IDS.apiKey, object: 'api_key', deleted: true },
  DeletedApp: { id: EXAMPLE_IDS.app, object: 'app', deleted: true },
  DeletedConnection: { id: EXAMPLE_IDS.connection, object: 'connection', deleted: true },
  DeletedCustomer: { id: EXAMPLE_IDS.customer, object: 'customer', deleted: true },
  DeletedTestClock: { id: EXAMPLE_IDS.testClock, object: 'test_clock', deleted: true },
  DeletedPaymentMethod: { id: EXAMPLE_IDS.paymentMethod, object: 'payment_method', deleted: true },
};

const ACTOR: HistoryEventResource['actor'] = { type: 'api_key', id: EXAMPLE_IDS.apiKey };

/** What events do not show of a verification. */
const SEEN_BY_THE_MERCHANT: Omit<VerificationResource, keyof ThinVerification> = {
  document_number: 'XXXX-XXXX-9012',
  verify_address: false,
  customer_name: 'Asha Verma',
  date_of_birth: '1990-01-01',
  address: null,
  address_verified: null,
  name_match_score: 100,
  method: 'otp',
  next_action: null,
  checks: [{ name: 'name_match', result: 'passed' }],
  warnings: [],
  attempts: 1,
  redirect_url: null,
  provider: 'sandbox',
  provider_reference: 'sbx_kyc_1',
  metadata: {},
  consent: null,
  verified_at: 1_795_219_202,
  redacted_at: null,
};

function attemptOf({ id, payment_method_details: details, created_at: created, updated_at: updated }: PaymentResource): AttemptResource {
  return {
    id: EXAMPLE_IDS.attempt,
    object: 'attempt',
    livemode: false,
    payment_id: id,
    number: 1,
    status: 'captured',
    payment_method: 'upi',
    payment_method_details: details,
    processor: 'sandbox',
    processor_reference: 'sbx_n_1',
    routing: null,
    error: null,
    created_at: created,
    updated_at: updated,
  };
}

function firstLineOf({ lines: [line] }: InvoiceResource): InvoiceLine {
  if (line === undefined) throw new Error('the example of an invoice has no line');
  return line;
}

function idempotencyKeyOf({ id, object, created_at: createdAt }: RefundResource): IdempotencyKeyResource {
  const result = { id, object };
  return {
    object: 'idempotency_key',
    key: 'order-1001',
    livemode: false,
    status: 'completed',
    http_status: 201,
    object_id: id,
    result,
    created_at: createdAt,
  };
}

const OFFER: OfferedMethod = {
  object: 'payment_method_offer',
  type: 'upi',
  available: true,
  limits: [{ currency: 'INR', min_amount: 100, max_amount: 10_000_000 }],
  upi_flows: ['intent', 'qr', 'collect'],
  card_networks: null,
  banks: null,
  manual_capture: true,
  can_be_saved: true,
};

const DRY_RUN = {
  object: 'dry_run',
  status: 200,
  resource: { id: EXAMPLE_IDS.payment, object: 'payment', status: 'cancelled' },
  events: [{ type: 'payment.cancelled', resource: { type: 'payment', id: EXAMPLE_IDS.payment } }],
};

const ERROR = {
  error: {
    type: 'invalid_request_error',
    code: 'phone_invalid',
    message: 'customer.phone must be a phone number in E.164, for example +919876543210.',
    param: 'customer.phone',
    decline_code: null,
    source: null,
    step: null,
    reason: null,
    retryable: false,
    hint: null,
    doc_url: 'https://api.example.com/docs/errors#phone_invalid',
    request_id: EXAMPLE_IDS.requestLog,
    payment_id: null,
    existing_id: null,
    current_status: null,
    allowed_from: null,
    amount_available: null,
    errors: [{ param: 'customer.phone', code: 'phone_invalid', message: 'must be a phone number in E.164.', reason: null }],
  },
};
