import type { FastifyRequest } from 'fastify';
import type { ErrorDetails } from '#contracts';
import { ApiError } from './api-error';
import { namedIn } from './named-in';
import { sanitizeId } from './sanitize-name';

/** What an object is called, by the collection before its id in the path. */
const NOUNS: Readonly<Record<string, string>> = {
  payments: 'payment',
  refunds: 'refund',
  plans: 'plan',
  subscriptions: 'subscription',
  mandates: 'mandate',
  debits: 'debit',
  invoices: 'invoice',
  clocks: 'test clock',
  customers: 'customer',
  payment_methods: 'payment method',
  balance_transactions: 'balance transaction',
  verifications: 'KYC verification',
  kyc_verifications: 'KYC verification',
  api_keys: 'API key',
  apps: 'app',
  connections: 'connection',
  request_logs: 'request',
  webhook_endpoints: 'webhook endpoint',
  webhook_deliveries: 'webhook delivery',
  webhook_replays: 'webhook replay',
  events: 'event',
  event_types: 'event type',
  idempotency_keys: 'idempotency key',
  processor_webhooks: 'processor',
  kyc_webhooks: 'KYC provider',
  assets: 'file',
};

/** What an object is called, by the parameter of a body or a query that names it. */
const NOUNS_OF_PARAMETERS: Readonly<Record<string, string>> = {
  customer_id: 'customer',
  payment_id: 'payment',
  refund_id: 'refund',
  plan_id: 'plan',
  subscription_id: 'subscription',
  mandate_id: 'mandate',
  invoice_id: 'invoice',
  payment_method_id: 'payment method',
  default_payment_method_id: 'payment method',
  start_from: 'event',
  test_clock_id: 'test clock',
  app_id: 'app',
};

/**
 * The error with the kind and the id of what is missing in its message: "No such payment: 'pay_…'.". The id is what the
 * request said, so it tells a caller nothing about the objects of others. What a service adds ("The customer is deleted.")
 * follows; a message that names the id already stays.
 */
export function namingTheMissing(error: ApiError, request: FastifyRequest): ApiError {
  const { code, details } = error;
  if (code !== 'resource_missing') return error;
  return new ApiError(code, { ...details, message: messageFor(details, request) }, error.headers, error.message);
}

function messageFor({ param, message }: ErrorDetails, request: FastifyRequest): string {
  const inPath = lastParameter(request);
  const name = param ?? inPath;
  const id = valueOf(name, request);
  // `as_of` is in question where an object is there: the message speaks of the object.
  if ([id, valueOf(inPath, request)].some((known) => known !== undefined && message?.includes(known) === true)) return message ?? '';
  const noun = nounOf(name, request.routeOptions.url ?? '');
  const first = id === undefined ? `No such ${noun}.` : `No such ${noun}: '${sanitizeId(id)}'.`;
  return message === undefined ? first : `${first} ${message}`;
}

function valueOf(name: string | undefined, request: FastifyRequest): string | undefined {
  return name === undefined ? undefined : namedIn(request, name);
}

function nounOf(param: string | undefined, route: string): string {
  const segments = route.split('/');
  const collection = segments[segments.indexOf(`:${param ?? ''}`) - 1] ?? '';
  return NOUNS[collection] ?? NOUNS_OF_PARAMETERS[param ?? ''] ?? 'object';
}

function lastParameter({ params }: FastifyRequest): string | undefined {
  return typeof params === 'object' && params !== null ? Object.keys(params).at(-1) : undefined;
}
